#include "dynamics/actuator_projection.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/tracker.hpp"

#include <cmath>

namespace jourdain {
namespace {

// The dense system of closure equations and driving motors: M v = (0, u), so Q = the motors' part of M^-T t.
Status project_dense(const RobotData& robot, KinematicState& state) {
  state.report.conditioning = factor_system(robot, Drive::motors, false, state.tree, state);
  if (!(state.report.conditioning > TrackerLimits::smallest_conditioning)) return Status::singular;
  state.rhs = state.t;
  scale_columns(robot.tree, robot.size, state.rhs);
  state.dense.solve_transposed(state.rhs.data());
  const int first = static_cast<int>(robot.independent_rows.size());
  for (std::size_t k = 0; k < robot.driving.size(); ++k) {
    const bool slides = robot.tree.nodes[robot.actuator_nodes[robot.driving[k]]].kind == NodeKind::prismatic;
    state.pose_step[static_cast<int>(k)] = state.rhs[first + static_cast<int>(k)] / (slides ? robot.size : 1.0);
  }
  return Status::ok;
}

// Each limb as a force at its ball joint; then sum_k Q_k (row_k, arm_k x row_k) = wrench on the platform.
Status project_points(const RobotData& robot, KinematicState& state) {
  const NodeMotion<double>& platform = state.tree.n[robot.tree.platform_node];
  const int v = robot.tree.nodes[robot.tree.platform_node].v;
  Vector3 force = state.t.segment<3>(v), moment = state.t.segment<3>(v + 3);
  Elimination::Matrix& B = state.pose.matrix();
  const double length = robot.output_length;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const Limb& limb = robot.tree.limbs[k];
    PointLimbSolve& solve = state.point_limb[k];
    if (!(point_rows(robot.tree, limb, robot.point_limbs[k], state.tree, solve) > 0)) return Status::singular;
    const Vector3 arm = solve.centre - platform.p;
    Vector3 at_ball = Vector3::Zero();
    for (int i = 0; i < 3; ++i) at_ball += state.t[limb.v + i] * solve.row[i];
    force += at_ball;
    moment += cross<double>(arm, at_ball);
  }
  // Columns of B: what a unit force of each motor does to the platform.
  for (std::size_t j = 0; j < robot.driving.size(); ++j) {
    const int limb = robot.driving_limb[j];
    const int motor = robot.actuator_nodes[robot.driving[j]];
    const PointLimbSolve& solve = state.point_limb[limb];
    const Vector3& row = solve.row[robot.tree.nodes[motor].v - robot.tree.limbs[limb].v];
    const Vector3 turn = cross<double>(solve.centre - platform.p, row);
    for (int i = 0; i < 3; ++i) {
      B(i, static_cast<int>(j)) = row[i];
      B(i + 3, static_cast<int>(j)) = turn[i] / length;
    }
  }
  state.report.conditioning = state.pose.factor();
  if (!(state.report.conditioning > TrackerLimits::smallest_conditioning)) return Status::singular;
  state.pose_step << force, moment / length;
  state.pose.solve(state.pose_step.data());
  return Status::ok;
}

bool is_point_robot(const RobotData& robot) {
  if (!robot.kernel_forward || !robot.block_rates || robot.driving.size() != 6) return false;
  for (const PointLimb& limb : robot.point_limbs) {
    if (!limb.applies) return false;
  }
  return true;
}

// Spare motors share the load so that the sum of squares is least: the driving motors' forces Q0 alone would do; adding
// N^T-forces changes nothing. With dq_spare = C dq_driving, Q_d + C^T Q_s = Q0, hence Q = [1 C^T]^+ Q0.
void share_load(const RobotData& robot, KinematicState& state, VectorX& forces) {
  const int n = static_cast<int>(robot.driving.size());
  const int total = static_cast<int>(robot.actuators.size());
  const auto unit = [&](int i) {
    return robot.tree.nodes[robot.actuator_nodes[i]].kind == NodeKind::prismatic ? robot.size : 1.0;
  };
  // Rates of all motors for unit rates of the driving ones, from the factored dense system, in SI units.
  Elimination::Matrix& A = state.pose.matrix();
  A.setZero();
  for (int k = 0; k < n; ++k) {
    state.rhs.setZero();
    state.rhs[static_cast<int>(robot.independent_rows.size()) + k] = 1;
    state.dense.solve(state.rhs.data());
    for (int i = 0; i < total; ++i) {
      const TreeNode& node = robot.tree.nodes[robot.actuator_nodes[i]];
      state.motor_rates(i, k) = state.rhs[node.v] * unit(i) / unit(robot.driving[k]);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A(i, j) = state.motor_rates.col(i).dot(state.motor_rates.col(j));
  }
  state.pose.factor();
  state.pose.solve(state.pose_step.data());
  for (int i = 0; i < total; ++i) forces[i] = state.motor_rates.row(i).dot(state.pose_step);
}

}  // namespace

Status project_on_actuators(const RobotData& robot, KinematicState& state, VectorX& forces) {
  if (robot.driving.empty()) return Status::inconsistent;
  const bool spare = robot.driving.size() < robot.actuators.size();
  const Status status = is_point_robot(robot) && !spare ? project_points(robot, state) : project_dense(robot, state);
  if (status != Status::ok) return status;
  if (!state.pose_step.allFinite()) return Status::singular;
  if (spare) {
    share_load(robot, state, forces);
  } else {
    for (std::size_t k = 0; k < robot.driving.size(); ++k)
      forces[robot.driving[k]] = state.pose_step[static_cast<int>(k)];
  }
  return Status::ok;
}

}  // namespace jourdain
