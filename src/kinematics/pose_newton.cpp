#include "kinematics/pose_newton.hpp"

#include "kinematics/tracker.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

const LimbKernel& driving_kernel(const RobotData& robot, int k) { return robot.kernels[robot.driving_limb[k]]; }

// Row k of the system: lengths over the motor's lever, translations over pose_length.
void put_row(const RobotData& robot, int k, const Vector6& row, KinematicState& state) {
  const double lever = motor_lever(driving_kernel(robot, k), robot.size);
  for (std::size_t j = 0; j < robot.moves.size(); ++j) {
    const int c = robot.moves[j];
    state.pose.matrix()(k, static_cast<int>(j)) = row[c] * (c < 3 ? pose_length(robot) : 1.0) / lever;
  }
}

}  // namespace

void evaluate_pose(const RobotData& robot, const Placement& pose, double s, KinematicState& state) {
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    const LimbKernel& kernel = driving_kernel(robot, k);
    const double start = state.motor_start[k], target = state.motor_target[k];
    const double q = s < 1 ? start + s * (target - start) : target;
    const RodEquation rod = rod_equation(robot.tree, kernel, state.pose_mode[k], pose, q);
    state.pose_value[k] = rod.residual / motor_lever(kernel, robot.size);
    put_row(robot, k, rod.row, state);
  }
}

Status prepare_pose(const RobotData& robot, const Placement& pose, double s, KinematicState& state) {
  evaluate_pose(robot, pose, s, state);
  state.report.conditioning = state.pose.factor();
  ++state.report.steps;
  return state.report.conditioning > TrackerLimits::smallest_conditioning ? Status::ok : Status::singular;
}

Status pose_correction(KinematicState& state, double& size) {
  state.pose_step = -state.pose_value;
  state.pose.solve(state.pose_step.data());
  size = state.pose_step.lpNorm<Eigen::Infinity>();
  return std::isfinite(size) ? Status::ok : Status::singular;
}

Placement moved_pose(const RobotData& robot, const Placement& pose, const VectorX& step) {
  Vector3 t = Vector3::Zero(), turn = Vector3::Zero();
  for (std::size_t j = 0; j < robot.moves.size(); ++j) {
    const int c = robot.moves[j];
    (c < 3 ? t[c] : turn[c - 3]) = step[static_cast<int>(j)];
  }
  Placement result = pose;
  result.p += pose_length(robot) * t;
  if (!turn.isZero(0)) result.R = rotation_from_vector(turn) * pose.R;
  return result;
}

double pose_distance(const RobotData& robot, const Placement& a, const Placement& b) {
  return std::max((b.p - a.p).norm() / pose_length(robot), vector_from_rotation(b.R * a.R.transpose()).norm());
}

bool drives_in_home_modes(const RobotData& robot, const Placement& pose, const VectorX& target) {
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    const LimbKernel& kernel = driving_kernel(robot, k);
    if (commanded_mode(robot.tree, kernel, pose, target[k]) != kernel.sign) return false;
  }
  return true;
}

int pose_sign(const RobotData& robot, const Placement& pose, KinematicState& state) {
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    const LimbKernel& kernel = driving_kernel(robot, k);
    const MotorCoordinate m = solve_motor(robot.tree, kernel, kernel.sign, pose, robot.size, 0);
    if (m.status != Status::ok) return 0;
    put_row(robot, k, m.row, state);
  }
  return state.pose.factor() > 0 ? state.pose.determinant_sign() : 0;
}

}  // namespace jourdain
