// Motions of many states, and the loop over them: without the interpreter's lock, over threads.
#pragma once

#include "arrays.hpp"

#include "analyses/row_loop.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace jourdain::python {

inline std::size_t motor_count(const Robot& robot) { return robot.motor_joints().size(); }

// States of a robot, one per row: what functions of a state take.
class States {
 public:
  explicit States(Shape lead) : lead_(std::move(lead)) {}
  virtual ~States() = default;

  // Leading dimensions; none for a single state.
  const Shape& lead() const { return lead_; }
  long rows() const;

  // Throws ValueError if the states do not belong to a robot like this.
  virtual void check(const Robot& robot) const = 0;
  // Whether each row gives the same answer from every starting configuration of home's working modes.
  virtual bool is_closed(const Robot& robot) const = 0;
  // Brings the workspace to a row.
  virtual Status go_to(long row, const Robot& robot, Workspace& workspace, Order order) const = 0;

 private:
  Shape lead_;
};

// Motions of the output frame.
class Motions final : public States {
 public:
  Motions(Shape lead, std::vector<PlatformState> motions) : States(std::move(lead)), rows_(std::move(motions)) {}
  const std::vector<PlatformState>& motions() const { return rows_; }
  void check(const Robot& robot) const override;
  bool is_closed(const Robot& robot) const override;
  Status go_to(long row, const Robot& robot, Workspace& workspace, Order order) const override;

 private:
  std::vector<PlatformState> rows_;
};

// Motions of all motors; positions are found by forward kinematics on the branch of the starting configuration.
class Motors final : public States {
 public:
  // Columns are rows of the arrays.
  Motors(Shape lead, MatrixX q, MatrixX dq, MatrixX ddq)
      : States(std::move(lead)), position(std::move(q)), velocity(std::move(dq)), acceleration(std::move(ddq)) {}
  void check(const Robot& robot) const override;
  bool is_closed(const Robot& robot) const override;
  Status go_to(long row, const Robot& robot, Workspace& workspace, Order order) const override;

  MatrixX position, velocity, acceleration;  // motors x rows
};

// The class of warnings that tell of joints beyond their limits.
extern PyObject* limit_warning;

// What became of each state of a batch.
struct RowReport {
  Shape lead;  // of the states
  RowOutcomes outcomes;
};

// What happens to rows without an answer: an error ("raise"), NaN ("nan"), or NaN and a report.
using RowErrors = std::variant<std::string, RowReport*>;

// How rows are done.
struct RowOptions : RowLoop {
  RowOptions(int threads, bool path, const RowErrors& errors, nb::handle guess = {});
  bool nan = false;
  RowReport* report = nullptr;
};

// Does one row, with the workspace at the state; writes the row's numbers. Each thread has a copy, with memory of its
// own.
using RowFunction = std::function<Status(long row, Workspace& workspace, double* out)>;

// Calls `body` without the interpreter's lock; Ctrl-C cancels the job, and KeyboardInterrupt is thrown.
void run_job(const std::function<void(const Job& job)>& body);

// Numbers of every row, lead + tail. With an order, the workspace is brought to the state before; without one the
// function does so itself. Throws Error(numerical) that names the first row without an answer, unless NaN are wanted.
Array for_rows(const Robot& robot, const States& states, const Shape& tail, std::optional<Order> order,
               const RowOptions& options, const RowFunction& function);

// The same with numbers that are computed into a vector or a matrix: compute(row, workspace, value).
template <typename Dense, typename Compute>
Array dense_rows(const Robot& robot, const States& states, Dense value, std::optional<Order> order,
                 const RowOptions& options, Compute compute) {
  Shape tail{static_cast<std::size_t>(value.rows())};
  if constexpr (Dense::ColsAtCompileTime != 1) tail.push_back(static_cast<std::size_t>(value.cols()));
  return for_rows(robot, states, tail, order, options,
                  [compute, value](long row, Workspace& workspace, double* out) mutable {
                    const Status status = compute(row, workspace, value);
                    if (status == Status::ok) copy_rows(value, out);
                    return status;
                  });
}

// Poses (n, 6) with x y z and Cardan angles, (n, 7) with x y z and a quaternion, or (n, 4, 4), with any leading
// dimensions.
struct Poses {
  Shape lead;
  std::vector<Placement> poses;
};
Poses read_poses(nb::handle object, const std::string& name);

}  // namespace jourdain::python
