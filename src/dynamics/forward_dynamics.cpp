#include "jourdain/dynamics/forward_dynamics.hpp"

#include "dynamics/tree_inertia.hpp"
#include "kinematics/pose_rates.hpp"

#include <cmath>
#include <utility>

namespace jourdain {
namespace {

// A mass matrix scaled to a unit diagonal with a smaller pivot than this has directions without inertia.
constexpr double smallest_inertia = 1e-12;

Status check_input(const Robot& robot, const VectorX& forces, const Workspace& workspace, Eigen::Index changes,
                   const DynamicsOptions& options) {
  const RobotData& data = robot.data();
  const Eigen::Index count = static_cast<Eigen::Index>(data.actuators.size());
  if (&workspace.robot().data() != &data || data.driving.empty() || forces.size() != count || changes != count) {
    return Status::inconsistent;
  }
  if (!forces.allFinite()) return Status::not_finite;
  return check_loads(robot, options);
}

// What is left of the actuator forces for acceleration, Q - Q_bias, on the driving actuators.
void surplus_forces(const Robot& robot, const VectorX& forces, Workspace& workspace, const DynamicsOptions& options,
                    double* Q) {
  const RobotData& data = robot.data();
  KinematicState& state = workspace.state();
  // The bias is the inverse dynamics of the motion with constant rates.
  coast(data, Drive::motors, state);
  collect_wrenches(data, data.parameters, applied(options), state.trial, state);
  project_wrenches(data, state.trial, state);
  for (std::size_t k = 0; k < data.actuators.size(); ++k) {
    state.t[data.tree.nodes[data.actuator_nodes[k]].v] -= forces[static_cast<int>(k)];
  }
  project_on_drive(data, Drive::motors, state, Q);
  for (std::size_t k = 0; k < data.driving.size(); ++k) Q[k] = -Q[k];
}

// Solves M ddq = Q in place, with M scaled to a unit diagonal.
Status solve_mass_matrix(const Robot& robot, bool payload, KinematicState& state, double* Q) {
  const int n = static_cast<int>(robot.data().driving.size());
  Elimination::Matrix& A = state.pose.matrix();
  // Row order does not matter to a symmetric matrix.
  drive_mass_matrix(robot.data(), Drive::motors, payload, state, Eigen::Map<MatrixX>(A.data(), n, n));
  double scale[max_drives] = {};
  for (int k = 0; k < n; ++k) {
    if (!(A(k, k) > 0)) return Status::singular;
    scale[k] = 1 / std::sqrt(A(k, k));
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A(i, j) *= scale[i] * scale[j];
    Q[i] *= scale[i];
  }
  if (!(state.pose.factor() > smallest_inertia)) return Status::singular;
  state.pose.solve(Q);
  for (int k = 0; k < n; ++k) {
    Q[k] *= scale[k];
    if (!std::isfinite(Q[k])) return Status::singular;
  }
  return Status::ok;
}

// Accelerations of state.tree; the dense system is factored for the motors there.
Status accelerate(const Robot& robot, const VectorX& forces, Workspace& workspace, VectorX& changes,
                  const DynamicsOptions& options) {
  const RobotData& data = robot.data();
  KinematicState& state = workspace.state();
  double Q[max_drives] = {};
  surplus_forces(robot, forces, workspace, options, Q);
  const Status status = solve_mass_matrix(robot, options.payload, state, Q);
  if (status != Status::ok) return status;
  solve_changes(data, Drive::motors, Q, state, state.tree);
  for (std::size_t k = 0; k < data.actuators.size(); ++k) {
    changes[static_cast<int>(k)] = state.tree.a[data.tree.nodes[data.actuator_nodes[k]].v];
  }
  return Status::ok;
}

}  // namespace

Status forward_dynamics(const Robot& robot, const VectorX& forces, Workspace& workspace, VectorX& changes,
                        const DynamicsOptions& options) {
  KinematicState& state = workspace.state();
  state.report = {};
  Status status = check_input(robot, forces, workspace, changes.size(), options);
  if (status == Status::ok && !factor_drive(robot.data(), Drive::motors, state)) status = Status::singular;
  if (status == Status::ok) status = accelerate(robot, forces, workspace, changes, options);
  return state.report.status = status;
}

MotionEquations::MotionEquations(const Robot& robot)
    : robot_(robot),
      actuators_(VectorX::Zero(static_cast<int>(robot.data().actuators.size()))),
      changes_(actuators_),
      x_(VectorX::Zero(2 * static_cast<int>(robot.data().driving.size()))),
      sum_(x_),
      slope_(x_) {}

void MotionEquations::read_state(const Workspace& workspace, VectorX& x) const {
  const std::vector<int>& driving = robot_.data().driving;
  const int n = static_cast<int>(driving.size());
  for (int k = 0; k < n; ++k) {
    x[k] = workspace.actuator_position(driving[k]);
    x[n + k] = workspace.actuator_velocity(driving[k]);
  }
}

Status MotionEquations::derivative(const VectorX& x, const VectorX& forces, Workspace& workspace, VectorX& dx,
                                   const DynamicsOptions& options) {
  const RobotData& data = robot_.data();
  KinematicState& state = workspace.state();
  state.report = {};
  const int n = static_cast<int>(data.driving.size());
  Status status = check_input(robot_, forces, workspace, changes_.size(), options);
  if (status == Status::ok && (x.size() != size() || dx.size() != size())) status = Status::inconsistent;
  if (status == Status::ok && !x.allFinite()) status = Status::not_finite;
  if (status != Status::ok) return state.report.status = status;
  // Positions from the driving actuators alone; spare ones follow and keep their whole turns.
  for (int i = 0; i < static_cast<int>(actuators_.size()); ++i) actuators_[i] = workspace.actuator_position(i);
  for (int k = 0; k < n; ++k) actuators_[data.driving[k]] = x[k];
  status = forward_positions(data, actuators_, state);
  if (status != Status::ok) return state.report.status = status;
  // The dense system gives the rates and then the accelerations; the old motion is kept until both are known.
  std::swap(state.saved, state.tree);
  std::swap(state.tree, state.trial);
  status = factor_drive(data, Drive::motors, state) ? Status::ok : Status::singular;
  if (status == Status::ok) {
    solve_rates(data, Drive::motors, x.data() + n, state, state.tree);
    status = accelerate(robot_, forces, workspace, changes_, options);
  }
  if (status != Status::ok) {
    std::swap(state.saved, state.tree);
    return state.report.status = status;
  }
  for (int k = 0; k < n; ++k) {
    dx[k] = x[n + k];
    dx[n + k] = changes_[data.driving[k]];
  }
  return state.report.status = Status::ok;
}

Status MotionEquations::step(double dt, const VectorX& forces, VectorX& x, Workspace& workspace,
                             const DynamicsOptions& options) {
  if (x.size() != size()) return workspace.state().report.status = Status::inconsistent;
  // Slopes k1 to k4 at x, x + dt/2 k1, x + dt/2 k2, x + dt k3, weighed 1 2 2 1.
  constexpr double place[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  sum_.setZero();
  slope_.setZero();
  for (int i = 0; i < 4; ++i) {
    x_ = x + (dt * place[i]) * slope_;
    const Status status = derivative(x_, forces, workspace, slope_, options);
    if (status != Status::ok) return status;
    sum_ += weight[i] * slope_;
  }
  // The workspace must arrive where x does.
  x_ = x + (dt / 6) * sum_;
  const Status status = derivative(x_, forces, workspace, slope_, options);
  if (status == Status::ok) x = x_;
  return status;
}

}  // namespace jourdain
