#include "jourdain/dynamics/statics.hpp"

#include "dynamics/load_sharing.hpp"
#include "dynamics/loads.hpp"
#include "dynamics/tree_inertia.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

bool belongs(const Robot& robot, const Workspace& workspace, const VectorX& for_each_motor) {
  return &data_of(workspace.robot()) == &data_of(robot) && !data_of(robot).driving.empty() &&
         for_each_motor.size() == static_cast<Eigen::Index>(data_of(robot).motor_joints.size());
}

// The least factor for which |start + factor * slope| reaches a limit.
void tighten(double start, double slope, double limit, int motor, Capability& result) {
  if (!std::isfinite(limit) || slope == 0) return;
  const double factor = std::max(0.0, (limit - std::copysign(1.0, slope) * start) / std::abs(slope));
  if (factor < result.factor) result.factor = factor, result.motor = motor;
}

}  // namespace

Status holding_forces(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  if (const Status status = body_motions(robot, workspace); status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  Status status = belongs(robot, workspace, forces) ? check_loads(robot, options) : Status::inconsistent;
  if (status == Status::ok) status = check_idle_rods(data, state.tree, options, state.report);
  if (status != Status::ok) return state.report.status = status;
  // The same configuration at rest.
  state.trial = state.tree;
  come_to_rest(true, state.trial);
  collect_wrenches(data, data.parameters, applied(options), state.trial, state);
  project_wrenches(data, state.trial, state);
  return state.report.status = share_tree_forces(data, options, state, forces);
}

Capability force_capability(const Robot& robot, Workspace& workspace, const Vector6& direction,
                            const VectorX& present) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  Capability result;
  const Drive drive = sharing_drive(data);
  result.status = body_motions(robot, workspace);
  if (!belongs(robot, workspace, present) || !data.mechanism.output)
    result.status = Status::inconsistent;
  else if (!direction.allFinite() || !present.allFinite())
    result.status = Status::not_finite;
  else if (result.status == Status::ok && !factor_drive(data, drive, state))
    result.status = Status::singular;
  if (result.status != Status::ok) {
    result.factor = 0;
    return result;
  }
  // Virtual power: the drive feels direction times the motion that it causes. Round-off against the whole motion counts
  // as nothing.
  state.trial = state.tree;
  double u[max_drives] = {}, felt[max_drives] = {};
  const double effort = direction.head<3>().norm() * data.size + direction.tail<3>().norm();
  for (int k = 0; k < drive_count(data, drive); ++k) {
    u[k] = 1;
    solve_rates(data, drive, u, state, state.trial);
    u[k] = 0;
    const NodeMotion<double>& n = state.trial.n[data.output_node];
    const Vector3 v = point_velocity(n, output_placement(data, state.trial).p);
    felt[k] = direction.head<3>().dot(v) + direction.tail<3>().dot(n.w);
    if (std::abs(felt[k]) < 1e-12 * (v.norm() / data.size + n.w.norm()) * effort) felt[k] = 0;
  }
  VectorX slope = VectorX::Zero(present.size());
  result.status = share_load(data, felt, {}, state, slope);
  if (result.status != Status::ok) {
    result.factor = 0;
    return result;
  }
  for (int i = 0; i < static_cast<int>(present.size()); ++i) {
    tighten(present[i], slope[i], data.mechanism.joints[data.motor_joints[i]].motor->max_force, i, result);
  }
  return result;
}

Capability speed_capability(const Robot& robot, Workspace& workspace, const VectorX& direction) {
  const RobotData& data = data_of(robot);
  Capability result;
  const int n = static_cast<int>(data.moves.size()), motors = static_cast<int>(data.motor_joints.size());
  MatrixX B(motors, n);
  if (&data_of(workspace.robot()) != &data || n == 0 || direction.size() != n)
    result.status = Status::inconsistent;
  else if (!direction.allFinite())
    result.status = Status::not_finite;
  else
    result.status = inverse_jacobian(robot, workspace, B);
  if (result.status != Status::ok) {
    result.factor = 0;
    return result;
  }
  const VectorX rates = B * direction;
  for (int i = 0; i < motors; ++i) {
    tighten(0, rates[i], data.mechanism.joints[data.motor_joints[i]].motor->max_speed, i, result);
  }
  return result;
}

Status output_stiffness(const Robot& robot, Workspace& workspace, const VectorX& stiffness, MatrixX& K) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  state.report = {};
  const int n = static_cast<int>(data.moves.size());
  Status status = Status::ok;
  if (!belongs(robot, workspace, stiffness) || n == 0 || K.rows() != n || K.cols() != n)
    status = Status::inconsistent;
  else if (!stiffness.allFinite())
    status = Status::not_finite;
  // Rates of all motors by those of the output: dq = B u, so that K_x = B^T K_q B.
  else
    status = inverse_jacobian(robot, workspace, state.motor_rates);
  if (status != Status::ok) return state.report.status = status;
  const MatrixX& B = state.motor_rates;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < static_cast<int>(B.rows()); ++k) sum += B(k, i) * stiffness[k] * B(k, j);
      K(i, j) = sum;
    }
  }
  return state.report.status = K.allFinite() ? Status::ok : Status::not_finite;
}

}  // namespace jourdain
