#include "jourdain/kinematics/kinematics.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

const std::vector<int>& driving_motors(const Robot& robot) { return data_of(robot).driving; }

std::vector<int> joint_offsets(const Robot& robot) {
  std::vector<int> offsets{0};
  for (const Joint& joint : robot.mechanism().joints) offsets.push_back(offsets.back() + freedoms(joint.type));
  return offsets;
}

namespace {

bool has_size(const MatrixX& M, std::size_t rows, std::size_t columns) {
  return M.rows() == static_cast<Eigen::Index>(rows) && M.cols() == static_cast<Eigen::Index>(columns);
}

bool is_body(const Robot& robot, int body) {
  return body >= 0 && body < static_cast<int>(robot.mechanism().bodies.size());
}

std::size_t joint_freedoms(const Robot& robot) {
  int sum = 0;
  for (const Joint& joint : robot.mechanism().joints) sum += freedoms(joint.type);
  return static_cast<std::size_t>(sum);
}

// The dense system at the workspace's configuration, factored for one drive. Inconsistent for a workspace of another
// robot, a robot without this drive and a result of the wrong size.
Status factor_at(const Robot& robot, Drive drive, Workspace& workspace, bool sized) {
  if (const Status status = body_motions(robot, workspace); status != Status::ok) return status;
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  if (!sized || drive_count(data, drive) == 0) return Status::inconsistent;
  state.report.conditioning = factor_system(data, drive, state.tree, state);
  return state.report.conditioning > TrackerLimits::smallest_rate_conditioning ? Status::ok : Status::singular;
}

// state.trial moves with the unit rate of one drive coordinate, and state.tree stays as it is.
void unit_motion(const RobotData& robot, Drive drive, int k, KinematicState& state) {
  double u[max_drives] = {};
  u[k] = 1;
  solve_rates(robot, drive, u, state, state.trial);
}

Twist body_motion(const Robot& robot, const TreeState& tree, int body) {
  const BodyNode& at = robot.tree().bodies[body];
  const NodeMotion<double>& n = tree.n[at.node];
  return {point_velocity(n, n.p + n.R * at.in_node.p), n.w};
}

// Copies positions, so that unit motions can be computed beside the workspace's own velocities.
void copy_positions(const TreeState& from, TreeState& to) {
  to.x = from.x;
  to.q = from.q;
  to.n = from.n;
}

}  // namespace

Status influence_coefficients(const Robot& robot, Workspace& workspace, MatrixX& G) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = has_size(G, joint_freedoms(robot), data.driving.size());
  if (const Status status = factor_at(robot, Drive::motors, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    unit_motion(data, Drive::motors, static_cast<int>(k), state);
    int row = 0;
    for (std::size_t j = 0; j < data.mechanism.joints.size(); ++j) {
      double rates[3] = {};
      const Joint& joint = data.mechanism.joints[j];
      joint_rates(joint.type, frame_on_a(data.mechanism, data.tree, state.trial, static_cast<int>(j)),
                  frame_on_b(data.mechanism, data.tree, state.trial, static_cast<int>(j)),
                  state.trial.n[data.tree.bodies[joint.body_a].node],
                  state.trial.n[data.tree.bodies[joint.body_b].node], rates);
      for (int i = 0; i < freedoms(joint.type); ++i) G(row++, static_cast<int>(k)) = rates[i];
    }
  }
  return Status::ok;
}

Status body_jacobian(const Robot& robot, Workspace& workspace, int body, MatrixX& J) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = is_body(robot, body) && has_size(J, 6, data.driving.size());
  if (const Status status = factor_at(robot, Drive::motors, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    unit_motion(data, Drive::motors, static_cast<int>(k), state);
    const Twist t = body_motion(robot, state.trial, body);
    J.col(static_cast<int>(k)) << t.v, t.w;
  }
  return Status::ok;
}

Status partial_screws(const Robot& robot, Workspace& workspace, int body, std::vector<Screw>& screws) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = is_body(robot, body) && screws.size() == data.driving.size();
  if (const Status status = factor_at(robot, Drive::motors, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    unit_motion(data, Drive::motors, static_cast<int>(k), state);
    const NodeMotion<double>& n = state.trial.n[data.tree.bodies[body].node];
    screws[k] = velocity_state({n.v, n.w}, n.p);
  }
  return Status::ok;
}

Status output_jacobian(const Robot& robot, Workspace& workspace, MatrixX& J) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = data.mechanism.output && has_size(J, 6, data.driving.size());
  if (const Status status = factor_at(robot, Drive::motors, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  const Vector3 E = output_placement(data, state.tree).p;
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    unit_motion(data, Drive::motors, static_cast<int>(k), state);
    const NodeMotion<double>& n = state.trial.n[data.output_node];
    J.col(static_cast<int>(k)) << point_velocity(n, E), n.w;
  }
  return Status::ok;
}

Status output_jacobian_rate(const Robot& robot, Workspace& workspace, MatrixX& Jdot) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = data.mechanism.output && has_size(Jdot, 6, data.driving.size());
  if (const Status status = factor_at(robot, Drive::motors, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  const Vector3 E = output_placement(data, state.tree).p;
  const int n = static_cast<int>(data.driving.size());
  double rates[max_drives] = {}, u[max_drives] = {};
  const double zero[max_drives] = {};
  for (int k = 0; k < n; ++k) rates[k] = state.tree.v[data.tree.nodes[data.motor_nodes[data.driving[k]]].v];
  // The acceleration b(u) at constant rates u is a quadratic form. Its polar form (b(u + s e) - b(u - s e)) / (4 s) is
  // the symmetric part of Jdot e; for the rotation half of w(u) x w(e) remains, because angular velocities are not
  // derivatives of coordinates. With s as large as the rates, slow and fast motions keep all digits.
  double s = 1e-100;
  for (int k = 0; k < n; ++k) s = std::max(s, std::abs(rates[k]));
  for (int k = 0; k < n; ++k) {
    Vector6 polar = Vector6::Zero();
    for (double sign : {1.0, -1.0}) {
      for (int i = 0; i < n; ++i) u[i] = rates[i] + (i == k ? sign * s : 0.0);
      solve_rates(data, Drive::motors, u, state, state.trial);
      solve_accelerations(data, Drive::motors, zero, state, state.trial);
      const NodeMotion<double>& node = state.trial.n[data.output_node];
      Vector6 b;
      b << point_acceleration(node, E), node.dw;
      polar += 0.25 / s * sign * b;
    }
    unit_motion(data, Drive::motors, k, state);
    const Vector3 w_unit = state.trial.n[data.output_node].w;
    solve_rates(data, Drive::motors, rates, state, state.trial);
    const Vector3 w_now = state.trial.n[data.output_node].w;
    polar.tail<3>() += 0.5 * cross<double>(w_now, w_unit);
    Jdot.col(k) = polar;
  }
  return Status::ok;
}

Status inverse_jacobian(const Robot& robot, Workspace& workspace, MatrixX& B) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  const bool sized = has_size(B, data.motor_joints.size(), data.moves.size());
  if (const Status status = factor_at(robot, Drive::output, workspace, sized); status != Status::ok) return status;
  copy_positions(state.tree, state.trial);
  for (std::size_t k = 0; k < data.moves.size(); ++k) {
    unit_motion(data, Drive::output, static_cast<int>(k), state);
    for (std::size_t i = 0; i < data.motor_joints.size(); ++i) {
      B(static_cast<int>(i), static_cast<int>(k)) = state.trial.v[data.tree.nodes[data.motor_nodes[i]].v];
    }
  }
  return Status::ok;
}

}  // namespace jourdain
