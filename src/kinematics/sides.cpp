#include "kinematics/sides.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/pose_newton.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// Redundant motors may hold the output where the driving ones alone do not.
bool driving_motors_decide(const RobotData& robot) {
  return !robot.driving.empty() && robot.driving.size() == robot.motor_joints.size();
}

Side dense_side(const RobotData& robot, Drive drive, KinematicState& state) {
  const double conditioning = factor_system(robot, drive, state.tree, state);
  return {state.dense.determinant_sign(), conditioning};
}

}  // namespace

Side motor_side(const Robot& robot, Workspace& workspace) {
  return driving_motors_decide(data_of(robot)) ? dense_side(data_of(robot), Drive::motors, state_of(workspace))
                                               : Side{};
}

Side output_side(const Robot& robot, Workspace& workspace) {
  return dense_side(data_of(robot), Drive::output, state_of(workspace));
}

Side quick_side(const Robot& robot, Workspace& workspace) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  Side side;
  if (data.block_rates) side.conditioning = state.factor_limbs_at(Configuration::valid, data);
  if (!driving_motors_decide(data)) return side;
  const Side motors =
      data.limb_motors ? Side{0, factor_motor_rows(data, state.tree, state)} : dense_side(data, Drive::motors, state);
  side.sign = data.limb_motors ? state.motors.determinant_sign() : motors.sign;
  side.conditioning = std::min(side.conditioning, motors.conditioning);
  return side;
}

int forward_side(const Robot& robot, Workspace& workspace) {
  const RobotData& data = data_of(robot);
  if (data.kernel_forward) return pose_sign(data, workspace.output_pose(), state_of(workspace));
  return dense_side(data, Drive::motors, state_of(workspace)).sign;
}

void continuous_coordinates(const Robot& robot, const Workspace& workspace, std::vector<double>& into) {
  const RobotData& data = data_of(robot);
  const TreeState& tree = state_of(workspace).tree;
  into.clear();
  for (std::size_t i = 1; i < data.tree.nodes.size(); ++i) {
    const NodeCoordinate<double>& x = tree.x[i];
    const NodeKind kind = data.tree.nodes[i].kind;
    if (kind == NodeKind::prismatic) into.push_back(x.slide / data.size);
    if (kind != NodeKind::revolute && kind != NodeKind::helical) continue;
    into.push_back(x.c);
    into.push_back(x.s);
  }
}

void count_turns_from(const Workspace& other, Workspace& workspace) {
  KinematicState& state = state_of(workspace);
  state.tree.q = state_of(other).tree.q;
  state.elbows = {};
}

const VectorX& tree_coordinates(const Workspace& workspace) { return state_of(workspace).tree.q; }

void go_to_coordinates(const VectorX& coordinates, Workspace& workspace) {
  state_of(workspace).go_to(data_of(workspace.robot()).tree, coordinates);
}

}  // namespace jourdain
