#include "kinematics/pose_tracker.hpp"

#include "kinematics/branch_certificate.hpp"
#include "kinematics/pose_newton.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// A correction this small leaves nothing to correct, for Newton's error is squared.
constexpr double last_correction = 1e-8;

// Newton's method from `pose` to the fraction s, with the contraction test. `prepared`: the pose is evaluated and
// factored.
Status correct(const RobotData& robot, double s, bool prepared, KinematicState& state, Placement& pose) {
  double previous = 0, size = 0;
  for (int step = 0; step < TrackerLimits::newton_steps; ++step) {
    Status status = step == 0 && prepared ? Status::ok : prepare_pose(robot, pose, state);
    if (status == Status::ok) status = pose_correction(robot, s, state, size);
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

Status track_pose(const RobotData& robot, const VectorX& actuators, KinematicState& state, Placement& pose) {
  const NodeMotion<double>& platform = state.tree.n[robot.tree.platform_node];
  const Placement guess{platform.R, platform.p};
  for (std::size_t k = 0; k < robot.driving.size(); ++k)
    state.pose_target[static_cast<int>(k)] = actuators[robot.driving[k]];
  // The guess's own actuated coordinates are where the way begins.
  Status status = prepare_pose(robot, guess, state);
  if (status != Status::ok) return status;
  state.pose_start = state.pose_value;
  // A robot does not leave the side of the singularities on which it was assembled.
  if (robot.forward_sign != 0 && state.pose.determinant_sign() != robot.forward_sign) return Status::uncertain;
  pose = guess;
  double s = 0, ds = 1;
  for (int attempt = 0; attempt < TrackerLimits::attempts && s < 1; ++attempt) {
    Placement next = pose;
    status = correct(robot, std::min(1.0, s + ds), attempt == 0, state, next);
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
  return certify_branch(robot, guess, pose, state);
}

}  // namespace jourdain
