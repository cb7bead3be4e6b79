// Kinematics of many states.
#include "bindings.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <algorithm>

namespace jourdain::python {
namespace {

std::size_t driving_count(const Robot& robot) { return driving_motors(robot).size(); }

// The columns i, i + 1, ... of an array (..., columns) as matrices rows x states.
MatrixX take_columns(const double* numbers, long rows, long width, long first, long count) {
  MatrixX result(count, rows);
  for (long row = 0; row < rows; ++row) std::copy_n(numbers + row * width + first, count, result.col(row).data());
  return result;
}

std::unique_ptr<Motors> motors_of(const Robot& robot, const States& states, int threads, bool path,
                                  const RowErrors& errors) {
  const long n = static_cast<long>(motor_count(robot));
  const Array all = for_rows(robot, states, {static_cast<std::size_t>(3 * n)}, Order::acceleration,
                             {threads, path, errors}, [n](long, Workspace& workspace, double* out) {
                               for (int k = 0; k < n; ++k) {
                                 out[k] = workspace.motor_position(k);
                                 out[n + k] = workspace.motor_velocity(k);
                                 out[2 * n + k] = workspace.motor_acceleration(k);
                               }
                               return Status::ok;
                             });
  const long rows = states.rows();
  return motors_object(states.lead(), take_columns(all.data(), rows, 3 * n, 0, n),
                       take_columns(all.data(), rows, 3 * n, n, n), take_columns(all.data(), rows, 3 * n, 2 * n, n));
}

std::unique_ptr<Motors> joint_rows(const Robot& robot, const Motions& states, int threads, bool path,
                                   const RowErrors& errors) {
  return motors_of(robot, states, threads, path, errors);
}

std::unique_ptr<Motions> pose_rows(const Robot& robot, const Motors& states, nb::object guess, int threads, bool path,
                                   const RowErrors& errors) {
  std::vector<PlatformState> motions(static_cast<std::size_t>(states.rows()));
  const Array done =
      for_rows(robot, states, {1}, Order::acceleration, {threads, path, errors, guess},
               [&](long row, Workspace& workspace, double* out) {
                 motions[row] = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
                 *out = 0;
                 return Status::ok;
               });
  for (std::size_t i = 0; i < motions.size(); ++i)
    if (std::isnan(done.data()[i])) {
      motions[i].pose.p.setConstant(std::nan(""));
      motions[i].pose.R.setConstant(std::nan(""));
      motions[i].twist = {motions[i].pose.p, motions[i].pose.p};
      motions[i].acceleration = {motions[i].pose.p, motions[i].pose.p};
    }
  return motion_object(states.lead(), std::move(motions));
}

// A Jacobian that is computed into a matrix of a known size.
Array jacobian(const Robot& robot, const States& states, Order order, std::size_t rows, std::size_t columns,
               const RowOptions& options, const std::function<Status(Workspace&, MatrixX&)>& compute) {
  return dense_rows(robot, states, MatrixX(rows, columns), order, options,
                    [&](long, Workspace& workspace, MatrixX& J) { return compute(workspace, J); });
}

Array output_jacobians(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  return jacobian(robot, states, Order::position, 6, driving_count(robot), {threads, path, errors},
                  [&](Workspace& workspace, MatrixX& J) { return output_jacobian(robot, workspace, J); });
}

Array output_jacobian_rates(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  return jacobian(robot, states, Order::velocity, 6, driving_count(robot), {threads, path, errors},
                  [&](Workspace& workspace, MatrixX& J) { return output_jacobian_rate(robot, workspace, J); });
}

Array inverse_jacobians(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  const std::size_t moves = robot.mechanism().output ? robot.mechanism().output->moves.size() : 0;
  return jacobian(robot, states, Order::position, motor_count(robot), moves, {threads, path, errors},
                  [&](Workspace& workspace, MatrixX& J) { return inverse_jacobian(robot, workspace, J); });
}

Array body_jacobians(const Robot& robot, const States& states, const std::string& body, int threads, bool path,
                     const RowErrors& errors) {
  const int index = find_body(robot, body);
  return jacobian(robot, states, Order::position, 6, driving_count(robot), {threads, path, errors},
                  [&](Workspace& workspace, MatrixX& J) { return body_jacobian(robot, workspace, index, J); });
}

Array all_influence(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  const auto freedoms_of_all = static_cast<std::size_t>(joint_offsets(robot).back());
  return jacobian(robot, states, Order::position, freedoms_of_all, driving_count(robot), {threads, path, errors},
                  [&](Workspace& workspace, MatrixX& G) { return influence_coefficients(robot, workspace, G); });
}

Dict singularities(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  const Array all = for_rows(robot, states, {4}, Order::position, {threads, path, errors},
                             [&](long, Workspace& workspace, double* out) {
                               const SingularityReport report = singularity_distance(robot, workspace);
                               out[0] = report.type1;
                               out[1] = report.type2;
                               out[2] = report.constraint;
                               out[3] = report.digits_lost;
                               return Status::ok;
                             });
  nb::dict result;
  static constexpr const char* names[] = {"type1", "type2", "constraint", "digits_lost"};
  for (long i = 0; i < 4; ++i) {
    Output<double> out(states.lead());
    for (long row = 0; row < states.rows(); ++row) out.data()[row] = all.data()[4 * row + i];
    result[names[i]] = out.take();
  }
  return result;
}

Array limit_margins(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  RowOptions options(threads, path, errors);
  options.watch_limits = false;
  return for_rows(robot, states, {}, Order::position, options, [&](long, Workspace& workspace, double* out) {
    *out = nearest_limit(robot, workspace).margin;
    return Status::ok;
  });
}

std::vector<std::string> position_names(const Robot& robot) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j)
    for (std::string& name : joint_position_names(robot.mechanism(), static_cast<int>(j)))
      names.push_back(std::move(name));
  return names;
}

std::vector<std::string> rate_names_of(const Robot& robot) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j)
    for (std::string& name : joint_rate_names(robot.mechanism(), static_cast<int>(j))) names.push_back(std::move(name));
  return names;
}

// Numbers of all joints, one after the other.
Array of_joints(const Robot& robot, const States& states, std::size_t width, Order order, const RowOptions& options,
                const std::function<double*(const JointState&, double*)>& write) {
  return for_rows(robot, states, {width}, order, options, [&](long, Workspace& workspace, double* out) {
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j)
      out = write(workspace.joint(static_cast<int>(j)), out);
    return Status::ok;
  });
}

Array joint_positions(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  return of_joints(
      robot, states, position_names(robot).size(), Order::position, {threads, path, errors},
      [](const JointState& joint, double* out) { return std::copy_n(joint.position, joint.positions, out); });
}

Array joint_rates(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  return of_joints(robot, states, rate_names_of(robot).size(), Order::velocity, {threads, path, errors},
                   [](const JointState& joint, double* out) { return std::copy_n(joint.rate, joint.freedoms, out); });
}

Array body_poses(const Robot& robot, const States& states, const std::string& body, int threads, bool path,
                 const RowErrors& errors) {
  const int index = find_body(robot, body);
  return for_rows(robot, states, {4, 4}, Order::position, {threads, path, errors},
                  [index](long, Workspace& workspace, double* out) {
                    const Placement pose = workspace.body_pose(index);
                    Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> matrix(out);
                    matrix.setIdentity();
                    matrix.topLeftCorner(3, 3) = pose.R;
                    matrix.topRightCorner(3, 1) = pose.p;
                    return Status::ok;
                  });
}

std::vector<std::string> driving_names(const Robot& robot) {
  const std::vector<std::string> names = motor_names(robot);
  std::vector<std::string> driving;
  for (const int k : driving_motors(robot)) driving.push_back(names[k]);
  return driving;
}

}  // namespace

void bind_kinematics(nb::module_& m) {
  state_function(m, "inverse_kinematics", &joint_rows,
                 "Motion of all motors (a MotorState) for a PlatformState of the output.\n\n"
                 ">>> robot = jourdain.load('delta')\n"
                 ">>> motion = jourdain.PlatformState(robot.home_pose, twist=[0.1, 0, 0, 0, 0, 0])\n"
                 ">>> motors = robot.inverse_kinematics(motion)\n"
                 ">>> numpy.allclose(robot.forward_kinematics(motors).twist, motion.twist)\n"
                 "True\n\n"
                 "Arguments of all functions of states: `threads` (0: as many as processors); `path=True`: each row\n"
                 "starts where the one before ended, instead of at home; `errors='nan'`: rows without an answer are\n"
                 "NaN instead of an Error; with a RowReport as `errors` it tells which and why, too.");
  robot_function(m, "forward_kinematics", &pose_rows,
                 "Motion of the output for a MotorState, on the branch of home or of `guess`, a pose.", "states"_a,
                 "guess"_a = nb::none(), nb::kw_only(), "threads"_a = 0, "path"_a = false, "errors"_a = "raise");
  state_function(m, "motor_state", &motors_of, "Motion of all motors, a MotorState, for states of either kind.");
  state_function(m, "output_jacobian", &output_jacobians,
                 "J (..., 6, driving motors) with V = J dq: twist of the output for unit rates of the driving motors.");
  state_function(m, "output_jacobian_rate", &output_jacobian_rates, "Time derivative of the output Jacobian.");
  state_function(m, "inverse_jacobian", &inverse_jacobians,
                 "Rates of all motors for unit rates of the moves, (..., motors, moves).");
  state_function(m, "body_jacobian", &body_jacobians, "Twist of a body for unit rates of the driving motors.",
                 "body"_a);
  state_function(m, "influence_coefficients", &all_influence,
                 "Rates of all joint freedoms for unit rates of the driving motors, (..., freedoms, driving motors).");
  state_function(m, "singularity_distance", &singularities,
                 "Distances to singularities between 0 and 1: a dict with arrays type1, type2, constraint, and\n"
                 "digits_lost.");
  state_function(m, "limit_margin", &limit_margins,
                 "Distance to the nearest joint limit or cone, negative beyond it; radians, or lengths over\n"
                 "robot.size.");
  state_function(m, "joint_positions", &joint_positions,
                 "Coordinates of all joints, in the order of joint_position_names(robot).");
  state_function(m, "joint_rates", &joint_rates,
                 "Rates of all joint freedoms, in the order of joint_rate_names(robot).");
  state_function(m, "body_pose", &body_poses, "Pose of a body in the base, (..., 4, 4).", "body"_a);
  robot_function(m, "joint_position_names", &position_names, "Names of the columns of joint_positions().");
  robot_function(m, "joint_rate_names", &rate_names_of, "Names of the columns of joint_rates().");
  robot_function(m, "driving_motors", &driving_names,
                 "The driving motors: as many as freedoms, all of them unless the robot has redundant ones.");
}

}  // namespace jourdain::python
