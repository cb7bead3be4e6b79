#include "states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace jourdain::python {

PyObject* limit_warning = nullptr;

namespace {

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

RowOptions::RowOptions(int wanted_threads, bool one_path, const RowErrors& errors, nb::handle first_guess) {
  threads = wanted_threads;
  path = one_path;
  if (const auto* word = std::get_if<std::string>(&errors)) {
    nan = choose(*word, {"raise", "nan"}, "errors") == 1;
  } else {
    nan = true;
    report = std::get<RowReport*>(errors);
    if (!report) throw nb::type_error("errors: expected 'raise', 'nan' or a RowReport");
  }
  if (threads < 0 || threads > 1024) throw nb::value_error("threads: expected 0 (as many as processors) to 1024");
  if (first_guess.is_valid() && !first_guess.is_none()) {
    const Poses poses = read_poses(first_guess, "guess");
    if (!poses.lead.empty()) throw nb::value_error("guess: expected one pose");
    guess = poses.poses.front();
  }
}

void run_job(const std::function<void(const Job& job)>& body) {
  bool interrupted = false;
  Job job;
  job.cancelled = [&, next = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (interrupted || now < next) return interrupted;
    next = now + std::chrono::milliseconds(50);
    const nb::gil_scoped_acquire acquired;
    interrupted = PyErr_CheckSignals() != 0;
    return interrupted;
  };
  {
    const nb::gil_scoped_release released;
    try {
      body(job);
    } catch (const Error&) {
      if (!interrupted) throw;  // else the interrupt is what is told
    }
  }
  if (interrupted) throw nb::python_error();
}

Array for_rows(const Robot& robot, const States& states, const Shape& tail, std::optional<Order> order,
               const RowOptions& options, const RowFunction& function) {
  states.check(robot);
  const bool single = states.lead().empty();
  Shape shape = states.lead();
  shape.insert(shape.end(), tail.begin(), tail.end());
  long width = 1;
  for (const std::size_t extent : tail) width *= static_cast<long>(extent);
  Output<double> out(shape);
  const RowStep step = [&, function](long row, Workspace& workspace) {
    const Status status = order ? states.go_to(row, robot, workspace, *order) : Status::ok;
    return status == Status::ok ? function(row, workspace, out.data() + row * width) : status;
  };
  RowLoop loop = options;
  loop.closed = states.is_closed(robot);
  RowOutcomes outcomes;
  run_job([&](const Job& job) { outcomes = run_rows(robot, states.rows(), loop, step, job); });
  if (outcomes.refused > 0 && !options.nan)
    throw Error(ErrorKind::numerical, outcomes.refusal(single, "; errors=\"nan\" marks them"));
  for (long row = 0; row < states.rows() && outcomes.refused > 0; ++row)
    if (outcomes.status[row] != Status::ok) std::fill_n(out.data() + row * width, width, std::nan(""));
  if (outcomes.beyond > 0) {
    const std::string hint = single ? "" : " (limit_margin() tells which)";
    if (PyErr_WarnEx(limit_warning, (outcomes.warning(robot, single) + hint).c_str(), 1) != 0) throw nb::python_error();
  }
  if (options.report) *options.report = {states.lead(), std::move(outcomes)};
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

}  // namespace jourdain::python
