#include "jourdain/kinematics/limits.hpp"

#include "kinematics/joint_coordinates.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// Calls `visit` with the state of each limit that the model declares.
template <typename Visit>
void visit_limits(const Robot& robot, const Workspace& workspace, Visit visit) {
  if (&workspace.robot().data() != &robot.data()) return;
  const Mechanism& mechanism = robot.mechanism();
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const bool limited = std::any_of(joint.axes.begin(), joint.axes.end(), [](const JointAxis& axis) {
      return axis.limits.lower > -unlimited || axis.limits.upper < unlimited;
    });
    if (limited && joint.type != JointType::spherical) {
      const JointState s = workspace.joint(static_cast<int>(j));
      for (int i = 0; i < s.freedoms; ++i) {
        const Limits& limits = joint.axes[i].limits;
        const double unit = is_length(joint.type, i) ? robot.size() : 1.0;
        const double margin = std::min(s.position[i] - limits.lower, limits.upper - s.position[i]) / unit;
        if (margin < unlimited)
          visit(LimitState{static_cast<int>(j), i, s.position[i], limits.lower, limits.upper, margin});
      }
    }
    if (joint.cone < unlimited) {
      const double angle =
          cone_angle(workspace.body_pose(joint.body_a) * joint.in_a, workspace.body_pose(joint.body_b) * joint.in_b);
      visit(LimitState{static_cast<int>(j), -1, angle, 0, joint.cone, joint.cone - angle});
    }
  }
}

}  // namespace

LimitState nearest_limit(const Robot& robot, const Workspace& workspace) {
  LimitState nearest;
  visit_limits(robot, workspace, [&](const LimitState& limit) {
    if (nearest.joint < 0 || limit.margin < nearest.margin) nearest = limit;
  });
  return nearest;
}

std::vector<LimitState> exceeded_limits(const Robot& robot, const Workspace& workspace) {
  std::vector<LimitState> exceeded;
  visit_limits(robot, workspace, [&](const LimitState& limit) {
    if (limit.margin < 0) exceeded.push_back(limit);
  });
  return exceeded;
}

}  // namespace jourdain
