#include "jourdain/kinematics/kinematics.hpp"

#include "kinematics/joint_coordinates.hpp"
#include "kinematics/kinematic_state.hpp"
#include "model/joint_freedoms.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// Position of a joint that is no ball joint: of the tree, whose joints know how often they have turned, or between the
// bodies of a joint that was cut.
void joint_position(const Workspace& workspace, int index, double* position) {
  const RobotData& data = data_of(workspace.robot());
  const int first = data.tree.joint_node[static_cast<std::size_t>(index)];
  if (first < 0) {
    const JointState s = workspace.joint(index);
    std::copy(s.position, s.position + s.freedoms, position);
    return;
  }
  const TreeState& tree = state_of(workspace).tree;
  for (std::size_t i = static_cast<std::size_t>(first); i < data.tree.nodes.size(); ++i) {
    const TreeNode& node = data.tree.nodes[i];
    if (node.joint != index) break;
    position[node.freedom] = node_position(node, tree.x[i], tree.q[node.q]);
  }
}

// Calls `visit` with the state of each limit that the model declares.
template <typename Visit>
void visit_limits(const Robot& robot, const Workspace& workspace, Visit visit) {
  if (&data_of(workspace.robot()) != &data_of(robot)) return;
  const Mechanism& mechanism = robot.mechanism();
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const bool limited = std::any_of(joint.axes.begin(), joint.axes.end(), [](const JointAxis& axis) {
      return axis.limits.lower > -unlimited || axis.limits.upper < unlimited;
    });
    const int coordinates = joint_kind(joint.type).coordinates();
    if (limited && coordinates > 0) {
      double position[3] = {};
      joint_position(workspace, static_cast<int>(j), position);
      for (int i = 0; i < coordinates; ++i) {
        const Limits& limits = joint.axes[i].limits;
        const double unit = is_length(joint.type, i) ? robot.size() : 1.0;
        const double margin = std::min(position[i] - limits.lower, limits.upper - position[i]) / unit;
        if (margin < unlimited)
          visit(LimitState{static_cast<int>(j), i, position[i], limits.lower, limits.upper, margin});
      }
    }
    if (joint.cone < unlimited) {
      const double angle = cone_angle(workspace.body_pose(joint.body_a).R * joint.in_a.R.col(2),
                                      workspace.body_pose(joint.body_b).R * joint.in_b.R.col(2));
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

bool within_limits(const Robot& robot, const Workspace& workspace) {
  return nearest_limit(robot, workspace).margin >= 0;
}

std::vector<LimitState> exceeded_limits(const Robot& robot, const Workspace& workspace) {
  std::vector<LimitState> exceeded;
  visit_limits(robot, workspace, [&](const LimitState& limit) {
    if (limit.margin < 0) exceeded.push_back(limit);
  });
  return exceeded;
}

}  // namespace jourdain
