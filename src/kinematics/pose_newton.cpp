#include "kinematics/pose_newton.hpp"

#include "kinematics/tracker.hpp"

#include "jourdain/spatial/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

Status evaluate_pose(const RobotData& robot, const Placement& pose, KinematicState& state) {
  Elimination::Matrix& B = state.pose.matrix();
  for (std::size_t k = 0; k < robot.driving.size(); ++k) {
    const int i = static_cast<int>(k);
    const LimbKernel& kernel = robot.kernels[robot.driving_limb[k]];
    const MotorCoordinate m = solve_motor(robot.tree, kernel, pose, robot.size, state.pose_target[i]);
    if (m.status != Status::ok) {
      state.report.limb = robot.driving_limb[k];
      state.report.value = m.missing;
      return m.status;
    }
    // Lengths are counted in sizes.
    const double unit = kernel.motor_slides ? robot.size : 1.0;
    state.pose_value[i] = m.q;
    for (std::size_t j = 0; j < robot.moves.size(); ++j) {
      const int c = robot.moves[j];
      B(i, static_cast<int>(j)) = m.row[c] * (c < 3 ? pose_length(robot) : 1.0) / unit;
    }
  }
  return Status::ok;
}

Status prepare_pose(const RobotData& robot, const Placement& pose, KinematicState& state) {
  const Status status = evaluate_pose(robot, pose, state);
  if (status != Status::ok) return status;
  state.report.conditioning = state.pose.factor();
  ++state.report.steps;
  return state.report.conditioning > TrackerLimits::smallest_conditioning ? Status::ok : Status::singular;
}

Status pose_correction(const RobotData& robot, double s, KinematicState& state, double& size) {
  for (std::size_t k = 0; k < robot.driving.size(); ++k) {
    const int i = static_cast<int>(k);
    const double unit = robot.kernels[robot.driving_limb[k]].motor_slides ? robot.size : 1.0;
    const double wanted = state.pose_start[i] + s * (state.pose_target[i] - state.pose_start[i]);
    state.pose_step[i] = (wanted - state.pose_value[i]) / unit;
  }
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

int pose_sign(const RobotData& robot, const Placement& pose, KinematicState& state) {
  if (evaluate_pose(robot, pose, state) != Status::ok || !(state.pose.factor() > 0)) return 0;
  return state.pose.determinant_sign();
}

}  // namespace jourdain
