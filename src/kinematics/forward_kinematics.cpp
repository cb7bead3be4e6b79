#include "jourdain/kinematics/kinematics.hpp"

#include "kinematics/assembly.hpp"
#include "kinematics/branch_certificate.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/pose_tracker.hpp"
#include "kinematics/three_spheres.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Motors beyond the driving ones must agree with the configuration that these give.
Status check_redundant_motors(const RobotData& robot, const VectorX& motors, KinematicState& state) {
  if (robot.driving.size() == robot.motor_joints.size()) return Status::ok;
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    const TreeNode& node = robot.tree.nodes[robot.motor_nodes[k]];
    const NodeCoordinate<double>& x = state.trial.x[robot.motor_nodes[k]];
    const double wanted = motors[static_cast<int>(k)];
    const double unit = node.kind == NodeKind::prismatic ? robot.size : 1.0;
    const double error = (node_position(node, x, wanted) - wanted) / unit;
    if (!(std::abs(error) < redundant_motor_tolerance)) {
      state.report.joint = robot.motor_joints[k];
      state.report.value = error;
      return Status::inconsistent;
    }
  }
  return Status::ok;
}

}  // namespace

// Angles beyond this have lost the digits that decide where they point.
Status check_angles(const RobotData& robot, const VectorX& motors, KinematicState& state) {
  constexpr double largest_angle = 1e5;
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    const bool slides = motor_slides(robot, static_cast<int>(k));
    if (slides || std::abs(motors[static_cast<int>(k)]) < largest_angle) continue;
    state.report.joint = robot.motor_joints[k];
    state.report.value = motors[static_cast<int>(k)];
    return Status::limit;
  }
  return Status::ok;
}

Status forward_positions(const RobotData& robot, const VectorX& motors, KinematicState& state) {
  if (robot.driving.empty() && robot.mobility.freedoms() > 0) return Status::inconsistent;
  state.begin_trial();
  Placement pose;
  Status status = Status::ok;
  if (robot.closed_forward) {
    status = three_spheres(robot, motors, state, pose);
    if (status == Status::ok) status = place_commanded(robot, motors, pose, state);
  } else if (robot.kernel_forward) {
    status = track_pose(robot, motors, state, pose);
    if (status == Status::ok) status = place_commanded(robot, motors, pose, state);
  } else {
    state.trial = state.tree;
    read_angles(robot.tree, state.trial);
    status = track_motors(robot, motors, state);
    if (status == Status::ok) status = certify_configuration(robot, motors, state);
  }
  return status;
}

namespace {

double motor_length(const RobotData& robot, std::size_t k) {
  return motor_slides(robot, static_cast<int>(k)) ? robot.size : 1.0;
}

// The largest of the motors' rates or accelerations; lengths in sizes.
double largest_of(const RobotData& robot, const VectorX& motors) {
  double largest = 0;
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    largest = std::max(largest, std::abs(motors[static_cast<int>(k)]) / motor_length(robot, k));
  }
  return largest;
}

// Wanted rates or accelerations against those of the tree's velocity coordinates, relative to `scale`.
Status compare_motors(const RobotData& robot, const VectorX& wanted, const VectorX& tree, double scale,
                      KinematicState& state) {
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    const double error = wanted[static_cast<int>(k)] - tree[robot.tree.nodes[robot.motor_nodes[k]].v];
    if (std::abs(error) / motor_length(robot, k) <= redundant_motor_tolerance * scale) continue;
    state.report.joint = robot.motor_joints[k];
    state.report.value = error;
    return Status::inconsistent;
  }
  return Status::ok;
}

Status forward_rates(const RobotData& robot, const VectorX& rates, const VectorX& accelerations, Order order,
                     KinematicState& state) {
  double u[max_drives], du[max_drives];
  for (std::size_t k = 0; k < robot.driving.size(); ++k) {
    u[k] = rates[robot.driving[k]];
    du[k] = order == Order::acceleration ? accelerations[robot.driving[k]] : 0.0;
  }
  state.report.conditioning = rates_from_motors(robot, u, Configuration::trial, state);
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) return Status::singular;
  if (order == Order::acceleration) accelerations_from_motors(robot, du, Configuration::trial, state);
  if (robot.driving.size() == robot.motor_joints.size()) return Status::ok;
  // Rates of the redundant motors must agree, and accelerations, to which products of rates belong.
  const double speed = largest_of(robot, rates);
  const Status status = compare_motors(robot, rates, state.trial.v, speed, state);
  if (status != Status::ok || order != Order::acceleration) return status;
  return compare_motors(robot, accelerations, state.trial.a, std::max(largest_of(robot, accelerations), speed * speed),
                        state);
}

}  // namespace

Status forward_kinematics(const Robot& robot, const VectorX& motors, Workspace& workspace) {
  return forward_kinematics(robot, motors, motors, motors, workspace, Order::position);
}

Status forward_kinematics(const Robot& robot, const VectorX& motors, const VectorX& rates, const VectorX& accelerations,
                          Workspace& workspace, Order order) {
  const RobotData& data = data_of(robot);
  Status status = body_motions(robot, workspace);
  if (status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  const Eigen::Index count = static_cast<Eigen::Index>(data.motor_joints.size());
  if (motors.size() != count || rates.size() != count || accelerations.size() != count) {
    return state.report.status = Status::inconsistent;
  }
  if (!motors.allFinite() || (order != Order::position && !rates.allFinite()) ||
      (order == Order::acceleration && !accelerations.allFinite())) {
    status = Status::not_finite;
  }
  if (status == Status::ok) status = check_angles(data, motors, state);
  if (status == Status::ok) status = forward_positions(data, motors, state);
  if (status == Status::ok) status = check_redundant_motors(data, motors, state);
  if (status == Status::ok && order != Order::position)
    status = forward_rates(data, rates, accelerations, order, state);
  if (status == Status::ok && !is_plausible(state.trial, order)) status = Status::not_finite;
  if (status == Status::ok) {
    if (order != Order::acceleration) come_to_rest(order == Order::position, state.trial);
    state.accept_trial();
  }
  return state.report.status = status;
}

}  // namespace jourdain
