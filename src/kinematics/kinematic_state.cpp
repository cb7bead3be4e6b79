#include "kinematics/kinematic_state.hpp"

namespace jourdain {

KinematicState::KinematicState(const RobotData& robot)
    : SolverMemory<double>(robot),
      tree(robot.tree),
      trial(robot.tree),
      saved(robot.tree),
      answer(robot.tree),
      pose(static_cast<int>(robot.driving.size())),
      motor_target(VectorX::Zero(static_cast<int>(robot.driving.size()))),
      motor_start(motor_target),
      pose_step(motor_target),
      pose_value(motor_target),
      pose_mode(motor_target),
      branch_left(motor_target),
      branch_direction(motor_target),
      branch_step(motor_target),
      weak_left(VectorX::Zero(robot.tree.nv)),
      weak_right(weak_left),
      motor_rates(MatrixX::Zero(static_cast<int>(robot.motor_joints.size()), static_cast<int>(robot.driving.size()))),
      inertia(static_cast<int>(robot.driving.size())) {
  set_coordinates(robot.tree, robot.home, tree);
  update_positions(robot.tree, tree);
  trial = saved = answer = tree;
}

bool is_plausible(const TreeState& tree, Order order) {
  constexpr double largest_rate = 1e100, largest_acceleration = 1e200;
  if (order != Order::position && !(tree.v.array().abs() <= largest_rate).all()) return false;
  return order != Order::acceleration || (tree.a.array().abs() <= largest_acceleration).all();
}

void KinematicState::go_to(const SpanningTree& of, const VectorX& coordinates) {
  held_.reset();
  set_coordinates(of, coordinates, tree);
  update_positions(of, tree);
  limbs_.at.reset();
}

void KinematicState::go_to(const KinematicState& other) {
  tree = other.tree;
  held_ = other.held_;
  tree_moves_ = other.tree_moves_;
  elbows = other.elbows;
  connection = other.connection;
  limbs_.at.reset();
}

double KinematicState::factor_limbs_at(Configuration configuration, const RobotData& robot) {
  if (configuration == Configuration::trial) return factor_limbs_at_trial(robot).value;
  if (limbs_.at != Configuration::valid) limbs_ = {Configuration::valid, factor_limbs(robot, tree, *this).value};
  return limbs_.conditioning;
}

LimbConditioning KinematicState::factor_limbs_at_trial(const RobotData& robot) {
  const LimbConditioning worst = factor_limbs(robot, trial, *this);
  limbs_ = {Configuration::trial, worst.value};
  return worst;
}

}  // namespace jourdain
