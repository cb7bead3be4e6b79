#include "kinematics/pose_tracker.hpp"

#include "kinematics/branch_certificate.hpp"
#include "kinematics/pose_newton.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// A correction this small leaves nothing to correct, for Newton's error is squared.
constexpr double last_correction = 1e-8;

// Newton's method from `pose` to the fraction s, with the contraction test.
Status correct_pose(const RobotData& robot, double s, KinematicState& state, Placement& pose) {
  double previous = 0, size = 0;
  for (int step = 0; step < TrackerLimits::newton_steps; ++step) {
    Status status = prepare_pose(robot, pose, s, state);
    if (status == Status::ok) status = pose_correction(state, size);
    if (status != Status::ok) return status;
    if (step == 0 && size > TrackerLimits::largest_step) return Status::not_converged;
    if (step > 0 && size > last_correction && size > TrackerLimits::contraction * previous)
      return Status::not_converged;
    pose = moved_pose(robot, pose, state.pose_step);
    if (size < last_correction) return Status::ok;
    previous = size;
  }
  return Status::not_converged;
}

}  // namespace

Status follow_motors(const RobotData& robot, KinematicState& state, Placement& pose) {
  double s = 0, ds = 1;
  Status status = Status::ok;
  for (int attempt = 0; attempt < TrackerLimits::attempts && s < 1; ++attempt) {
    Placement next = pose;
    status = correct_pose(robot, std::min(1.0, s + ds), state, next);
    if (status == Status::ok) {
      pose = next;
      s += ds;
      ds = std::min(2 * ds, 1 - s);
      continue;
    }
    ds /= 2;
    if (ds < TrackerLimits::smallest_fraction) break;
  }
  state.report.way = s;
  return s < 1 && status == Status::ok ? Status::not_converged : status;
}

Status track_pose(const RobotData& robot, const VectorX& motors, KinematicState& state, Placement& pose) {
  const NodeMotion<double>& platform = state.tree.n[robot.tree.platform_node];
  const Placement guess{platform.R, platform.p};
  // The guess's own actuated coordinates are where the way begins; turns that bring back the same angle do not count.
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    const int node = robot.motor_nodes[robot.driving[k]];
    state.motor_target[k] = motors[robot.driving[k]];
    state.motor_start[k] = node_position(robot.tree.nodes[node], state.tree.x[node], state.motor_target[k]);
    state.pose_mode[k] = working_mode(robot.kernels[robot.driving_limb[k]], state.tree);
  }
  // A robot does not leave the side of the singularities on which it was assembled.
  if (state.connection != HomeConnection::shown) {
    const Status status = prepare_pose(robot, guess, 0, state);
    if (status != Status::ok) return status;
    if (robot.forward_sign != 0 && state.pose.determinant_sign() != robot.forward_sign) return Status::uncertain;
  }
  pose = guess;
  const Status status = follow_motors(robot, state, pose);
  return status == Status::ok ? certify_branch(robot, guess, pose, state) : status;
}

}  // namespace jourdain
