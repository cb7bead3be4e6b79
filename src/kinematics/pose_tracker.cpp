#include "kinematics/pose_tracker.hpp"

#include "kinematics/pose_rates.hpp"
#include "kinematics/tracker.hpp"

#include "jourdain/spatial/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Motor coordinates at a pose into state.pose_value and the system for the next correction into state.pose.
Status evaluate(const RobotData& robot, const Placement& pose, KinematicState& state) {
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
      B(i, static_cast<int>(j)) = m.row[c] * (c < 3 ? robot.size : 1.0) / unit;
    }
  }
  return Status::ok;
}

// One Newton correction towards the fraction s of the way; its size: lengths over size, radians.
Status correction(const RobotData& robot, double s, KinematicState& state, double& size) {
  state.report.conditioning = state.pose.factor();
  ++state.report.steps;
  if (!(state.report.conditioning > TrackerLimits::smallest_conditioning)) return Status::singular;
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
  result.p += robot.size * t;
  if (!turn.isZero(0)) result.R = rotation_from_vector(turn) * pose.R;
  return result;
}

// Newton's method from `pose`, which is evaluated, to the fraction s, with the contraction test.
Status correct(const RobotData& robot, double s, KinematicState& state, Placement& pose) {
  double previous = 0, size = 0;
  for (int step = 0; step < TrackerLimits::newton_steps; ++step) {
    Status status = evaluate(robot, pose, state);
    if (status != Status::ok) return status;
    status = correction(robot, s, state, size);
    if (status != Status::ok) return status;
    if (step == 0 && size > TrackerLimits::largest_step) return Status::not_converged;
    const bool settled = size < TrackerLimits::settled;
    if (step > 0 && !settled && size > TrackerLimits::contraction * previous) return Status::not_converged;
    pose = moved_pose(robot, pose, state.pose_step);
    // Newton's error is squared: a correction this small leaves nothing to correct.
    if (size < 1e-9) return Status::ok;
    previous = size;
  }
  return Status::not_converged;
}

bool far_from(const RobotData& robot, const Placement& guess, const Placement& pose) {
  return (pose.p - guess.p).norm() > GuessRegion::translation * robot.size ||
         vector_from_rotation(pose.R * guess.R.transpose()).norm() > GuessRegion::rotation;
}

}  // namespace

Status track_pose(const RobotData& robot, const VectorX& actuators, KinematicState& state, Placement& pose) {
  const NodeMotion<double>& platform = state.tree.n[robot.tree.platform_node];
  const Placement guess{platform.R, platform.p};
  for (std::size_t k = 0; k < robot.driving.size(); ++k) state.pose_target[static_cast<int>(k)] = actuators[robot.driving[k]];
  // The guess's own actuated coordinates are where the way begins.
  Status status = evaluate(robot, guess, state);
  if (status != Status::ok) return status;
  state.pose_start = state.pose_value;
  pose = guess;
  double s = 0, ds = 1;
  for (int attempt = 0; attempt < TrackerLimits::attempts && s < 1; ++attempt) {
    Placement next = pose;
    status = correct(robot, std::min(1.0, s + ds), state, next);
    if (status == Status::ok) {
      pose = next;
      s += ds;
      ds = std::min(2 * ds, 1 - s);
      continue;
    }
    ds /= 2;
    if (ds < TrackerLimits::smallest_fraction) return status;
  }
  if (s < 1) return Status::not_converged;
  return far_from(robot, guess, pose) ? Status::uncertain : Status::ok;
}

}  // namespace jourdain
