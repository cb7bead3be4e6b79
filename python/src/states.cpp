#include "states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/core/parallel.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/sides.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace jourdain::python {

PyObject* limit_warning = nullptr;

namespace {

// The first row without an answer, and how many there are.
class Refusals {
 public:
  void add(long row, Status status, const Workspace& workspace) {
    const std::lock_guard lock(mutex_);
    ++count_;
    if (first_ >= 0 && row > first_) return;
    first_ = row;
    reason_ = workspace.report().status == status ? workspace.explain() : std::string(explain(status));
  }

  void report(const States& states) const {
    if (count_ == 0) return;
    if (states.lead().empty()) throw Error(ErrorKind::numerical, reason_);
    throw Error(ErrorKind::numerical,
                fmt::format("row {}: {} ({} of {} rows have no answer; errors=\"nan\" marks them)", first_, reason_,
                            count_, states.rows()));
  }

 private:
  std::mutex mutex_;
  long first_ = -1, count_ = 0;
  std::string reason_;
};

// Rows whose joints are beyond their limits: they have an answer, and a warning tells of them.
class LimitMarks {
 public:
  explicit LimitMarks(const Robot& robot) : robot_(robot) {}

  void look(long row, const Workspace& workspace) {
    const LimitState limit = nearest_limit(robot_, workspace);
    if (!(limit.margin < 0)) return;
    const std::lock_guard lock(mutex_);
    ++count_;
    if (first_ >= 0 && row > first_) return;
    first_ = row;
    worst_ = limit;
  }

  void report(const States& states) const {
    if (count_ == 0) return;
    const Joint& joint = robot_.mechanism().joints[worst_.joint];
    std::string text = fmt::format("beyond a limit: {}{} at {:.6g}, allowed {:.6g} to {:.6g}", joint.name,
                                   worst_.freedom < 0 ? " (cone)" : "", worst_.value, worst_.lower, worst_.upper);
    if (!states.lead().empty())
      text = fmt::format("row {}: {} ({} of {} rows are beyond limits; limit_margin() tells which)", first_, text,
                         count_, states.rows());
    if (PyErr_WarnEx(limit_warning, text.c_str(), 1) != 0) throw nb::python_error();
  }

 private:
  const Robot& robot_;
  std::mutex mutex_;
  long first_ = -1, count_ = 0;
  LimitState worst_;
};

Placement placement(const double* x, std::size_t size, const std::string& name, std::size_t row) {
  Placement pose;
  if (size == 16) {
    const Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> matrix(x);
    const std::optional<Matrix3> R = rotation_from_given_matrix(matrix.topLeftCorner(3, 3));
    if (!R || (matrix.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).norm() > 0)
      throw nb::value_error(
          fmt::format("{}: row {} is no pose: expected [[R, p], [0, 0, 0, 1]] with R a rotation within 1e-6", name, row)
              .c_str());
    return {*R, matrix.topRightCorner(3, 1)};
  }
  pose.p = Eigen::Map<const Vector3>(x);
  if (size == 6) {
    pose.R = rotation_from_cardan(Eigen::Map<const Vector3>(x + 3));
    return pose;
  }
  const std::optional<Matrix3> R = rotation_from_given_quaternion(Eigen::Map<const Eigen::Vector4d>(x + 3));
  if (!R)
    throw nb::value_error(
        fmt::format("{}: row {}: expected a quaternion w x y z of length 1 within 1e-6", name, row).c_str());
  pose.R = *R;
  return pose;
}

}  // namespace

long States::rows() const {
  long count = 1;
  for (const std::size_t extent : lead_) count *= static_cast<long>(extent);
  return count;
}

void Motions::check(const Robot& robot) const {
  if (!robot.mechanism().output)
    throw nb::value_error(("'" + robot.mechanism().name + "' has no output frame: give a MotorState").c_str());
}

bool Motions::is_closed(const Robot& robot) const { return data_of(robot).closed_inverse; }

Status Motions::go_to(long row, const Robot& robot, Workspace& workspace, Order order) const {
  return inverse_kinematics(robot, rows_[row], workspace, order);
}

void Motors::check(const Robot& robot) const {
  const auto motors = static_cast<Eigen::Index>(robot.motor_joints().size());
  if (position.rows() != motors)
    throw nb::value_error(
        fmt::format("'{}' has {} motors, the MotorState has {}", robot.mechanism().name, motors, position.rows())
            .c_str());
}

bool Motors::is_closed(const Robot&) const { return false; }

Status Motors::go_to(long row, const Robot& robot, Workspace& workspace, Order order) const {
  return forward_kinematics(robot, position.col(row), velocity.col(row), acceleration.col(row), workspace, order);
}

RowOptions::RowOptions(int wanted_threads, bool one_path, const std::string& errors, nb::handle first_guess)
    : threads(wanted_threads), path(one_path), nan(choose(errors, {"raise", "nan"}, "errors") == 1) {
  if (threads < 0 || threads > 1024) throw nb::value_error("threads: expected 0 (as many as processors) to 1024");
  if (first_guess.is_valid() && !first_guess.is_none()) {
    const Poses poses = read_poses(first_guess, "guess");
    if (!poses.lead.empty()) throw nb::value_error("guess: expected one pose");
    guess = poses.poses.front();
  }
}

void without_lock(const std::function<void(const std::function<bool()>& go_on)>& body) {
  bool interrupted = false;
  {
    const nb::gil_scoped_release released;
    try {
      body([&] {
        const nb::gil_scoped_acquire acquired;
        interrupted = interrupted || PyErr_CheckSignals() != 0;
        return !interrupted;
      });
    } catch (const Error&) {
      if (!interrupted) throw;  // else the interrupt is what is told
    }
  }
  if (interrupted) throw nb::python_error();
}

Array for_rows(const Robot& robot, const States& states, const Shape& tail, std::optional<Order> order,
               const RowOptions& options, const RowFactory& make) {
  states.check(robot);
  Shape shape = states.lead();
  shape.insert(shape.end(), tail.begin(), tail.end());
  long width = 1;
  for (const std::size_t extent : tail) width *= static_cast<long>(extent);
  Output<double> out(shape);
  Refusals refusals;
  LimitMarks marks(robot);

  // Where rows start that need a starting point.
  std::optional<Workspace> start, home;
  if (!options.path && !states.is_closed(robot)) {
    start.emplace(robot);
    if (options.guess) set_guess(robot, *options.guess, *start);
  } else if (!options.path) {
    home.emplace(robot);
  }
  const auto worker = [&]() -> RowWork {
    return [&, workspace = std::make_shared<Workspace>(robot), function = make()](long begin, long end) {
      if (options.path && begin == 0 && options.guess) set_guess(robot, *options.guess, *workspace);
      for (long row = begin; row < end; ++row) {
        if (start) *workspace = *start;
        if (home) count_turns_from(*home, *workspace);
        double* numbers = out.data() + row * width;
        Status status = order ? states.go_to(row, robot, *workspace, *order) : Status::ok;
        if (status == Status::ok) status = function(row, *workspace, numbers);
        // A pose or rate that the mechanism cannot have is refused, as the command line does.
        if (status == Status::ok && workspace->report().coordinate >= 0)
          status = conclude(*workspace, Status::inconsistent);
        if (status == Status::ok && options.mark_limits) marks.look(row, *workspace);
        if (status == Status::ok) continue;
        refusals.add(row, status, *workspace);
        std::fill_n(numbers, width, std::nan(""));
      }
    };
  };
  without_lock([&](const std::function<bool()>& go_on) {
    parallel_rows(states.rows(), options.path ? 1 : options.threads, worker, go_on);
  });
  if (!options.nan) refusals.report(states);
  marks.report(states);
  return out.take();
}

Poses read_poses(nb::handle object, const std::string& name) {
  const Numbers numbers = read_numbers(object, name);
  const Shape& shape = numbers.shape;
  std::size_t tail = 1, size = 0;
  if (!shape.empty() && (shape.back() == 6 || shape.back() == 7)) {
    size = shape.back();
  } else if (shape.size() >= 2 && shape.back() == 4 && shape[shape.size() - 2] == 4) {
    tail = 2;
    size = 16;
  } else {
    refuse_shape(name, "(..., 6) with x y z rx ry rz, (..., 7) with x y z qw qx qy qz, or (..., 4, 4)", shape);
  }
  Poses result{numbers.lead(tail), {}};
  const std::size_t rows = numbers.values.size() / size;
  result.poses.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) result.poses.push_back(placement(&numbers.values[i * size], size, name, i));
  return result;
}

Order parse_order(const std::string& word) {
  return static_cast<Order>(choose(word, {"position", "velocity", "acceleration"}, "order"));
}

}  // namespace jourdain::python
