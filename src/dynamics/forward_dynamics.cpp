#include "jourdain/dynamics/forward_dynamics.hpp"

#include "dynamics/by_plan.hpp"
#include "dynamics/loads.hpp"
#include "dynamics/motor_projection.hpp"
#include "dynamics/platform_inertia.hpp"
#include "dynamics/state_equations.hpp"
#include "dynamics/tree_inertia.hpp"
#include "kinematics/limb_rates.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/tracker.hpp"

#include <cmath>

namespace jourdain {
namespace {

// A mass matrix scaled to a unit diagonal with a smaller pivot than this has directions without inertia.
constexpr double smallest_inertia = 1e-12;

Status check_input(const Robot& robot, const VectorX& forces, const Workspace& workspace, Eigen::Index accelerations,
                   const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  const Eigen::Index count = static_cast<Eigen::Index>(data.motor_joints.size());
  if (&data_of(workspace.robot()) != &data || data.driving.empty() || forces.size() != count ||
      accelerations != count) {
    return Status::inconsistent;
  }
  if (!forces.allFinite()) return Status::not_finite;
  return check_loads(robot, options);
}

// Inertia and applied forces minus the motors', on all velocity coordinates of the tree.
void resisting_forces(const RobotData& data, const TreeParameters<double>& parameters, const VectorX& forces,
                      const DynamicsOptions& options, const TreeState& tree, KinematicState& state) {
  collect_wrenches(data, parameters, applied(options), tree, state);
  project_wrenches(data, tree, state);
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    state.t[data.tree.nodes[data.motor_nodes[k]].v] -= forces[static_cast<int>(k)];
  }
}

// Factors state.inertia, filled with a mass matrix, scaled to a unit diagonal. False if a direction has no inertia.
bool factor_mass_matrix(int n, KinematicState& state, double* scale) {
  Elimination::Matrix& A = state.inertia.matrix();
  for (int k = 0; k < n; ++k) {
    if (!(A(k, k) > 0)) return false;
    scale[k] = 1 / std::sqrt(A(k, k));
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A(i, j) *= scale[i] * scale[j];
  }
  return state.inertia.factor() > smallest_inertia;
}

// Solves M du = -Q in place; not_finite if the answer is not.
Status solve_mass_matrix(int n, const double* scale, const KinematicState& state, double* Q) {
  bool finite = true;
  for (int i = 0; i < n; ++i) Q[i] *= -scale[i];
  state.inertia.solve(Q);
  for (int k = 0; k < n; ++k) {
    Q[k] *= scale[k];
    finite = finite && std::isfinite(Q[k]);
  }
  return finite ? Status::ok : Status::not_finite;
}

// Limb by limb in the coordinates of the platform, so that second-type singularities do not matter.
Status accelerate_platform(const RobotData& data, const TreeParameters<double>& parameters, const VectorX& forces,
                           KinematicState& state, const DynamicsOptions& options) {
  const int n = static_cast<int>(data.moves.size());
  const int v = data.tree.nodes[data.tree.platform_node].v;
  state.report.conditioning = state.limb_conditioning();
  Matrix6 M;
  platform_inertia(data, parameters, options.payload, state.tree, state, M);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) state.inertia.matrix()(i, j) = M(data.moves[i], data.moves[j]);
  }
  double scale[6], du[6];
  if (!factor_mass_matrix(n, state, scale)) return Status::singular;
  // First with a platform that does not accelerate; what then resists accelerates it.
  state.tree.a.segment<6>(v).setZero();
  solve_limb_accelerations(data, state, state.tree);
  resisting_forces(data, parameters, forces, options, state.tree, state);
  const Vector6 wrench = platform_forces(data, state.tree, state);
  for (int i = 0; i < n; ++i) du[i] = wrench[data.moves[i]];
  if (const Status status = solve_mass_matrix(n, scale, state, du); status != Status::ok) return status;
  for (int i = 0; i < n; ++i) state.tree.a[v + data.moves[i]] = du[i];
  solve_limb_accelerations(data, state, state.tree);
  return Status::ok;
}

// In the coordinates of the driving motors, through the dense system, which is factored for them.
Status accelerate_motors(const RobotData& data, const TreeParameters<double>& parameters, const VectorX& forces,
                         KinematicState& state, const DynamicsOptions& options) {
  const int n = static_cast<int>(data.driving.size());
  double ddq[max_drives] = {}, scale[max_drives] = {};
  // The bias is the inverse dynamics of the motion with constant rates.
  coast(data, Drive::motors, state);
  resisting_forces(data, parameters, forces, options, state.trial, state);
  project_on_drive(data, Drive::motors, state, ddq);
  // Row order does not matter to a symmetric matrix.
  drive_mass_matrix(data, parameters, Drive::motors, options.payload, state,
                    Eigen::Map<MatrixX>(state.inertia.matrix().data(), n, n));
  if (!factor_mass_matrix(n, state, scale)) return Status::singular;
  if (const Status status = solve_mass_matrix(n, scale, state, ddq); status != Status::ok) return status;
  solve_accelerations(data, Drive::motors, ddq, state, state.tree);
  return Status::ok;
}

}  // namespace

bool accelerates_platform(const RobotData& robot) {
  return robot.block_rates && robot.driving.size() == robot.moves.size() && !robot.moves.empty();
}

// Without a platform the dense system is factored for the motors at state.tree. At type-1 singularities the motors'
// coordinates are used, too.
Status accelerate_state(const RobotData& data, const TreeParameters<double>& parameters, const VectorX& forces,
                        const DynamicsOptions& options, KinematicState& state, VectorX& accelerations) {
  Status status = check_idle_rods(data, state.tree, options, state.report);
  if (status != Status::ok) return status;
  const bool limbs = accelerates_platform(data);
  bool by_limbs = limbs && state.factor_limbs_at(Configuration::valid, data) > regular_limb;
  if (limbs && !by_limbs && !factor_drive(data, Drive::motors, state)) {
    // Where the motors do not hold the platform either, the limbs are the better way, down to their last digits.
    by_limbs = state.limb_conditioning() > TrackerLimits::smallest_rate_conditioning;
    if (!by_limbs) return Status::singular;
  }
  status = by_limbs ? accelerate_platform(data, parameters, forces, state, options)
                    : accelerate_motors(data, parameters, forces, state, options);
  if (status != Status::ok) return status;
  if (!is_plausible(state.tree, Order::acceleration)) return Status::not_finite;
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    accelerations[static_cast<int>(k)] = state.tree.a[data.tree.nodes[data.motor_nodes[k]].v];
  }
  return Status::ok;
}

Status forward_dynamics(const Robot& robot, const VectorX& forces, Workspace& workspace, VectorX& accelerations,
                        const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  Status status = check_input(robot, forces, workspace, accelerations.size(), options);
  KinematicState& state = state_of(workspace);
  // Leg by leg, without the accelerations of joints and bodies.
  if (status == Status::ok && plan_applies(data, options, state) &&
      accelerations_by_plan(data, options, forces, held_motion(data, state), false, state, accelerations)) {
    return Status::ok;
  }
  if (status == Status::ok) {
    status = body_motions(robot, workspace);
    if (status != Status::ok) return status;
  }
  state.report = {};
  if (status == Status::ok && !accelerates_platform(data) && !factor_drive(data, Drive::motors, state)) {
    status = Status::singular;
  }
  if (status != Status::ok) return state.report.status = status;
  state.saved.a = state.tree.a;
  status = accelerate_state(data, data.parameters, forces, options, state, accelerations);
  if (status != Status::ok) {
    // The accelerations of before.
    state.tree.a = state.saved.a;
    update_accelerations(data.tree, state.tree);
  }
  return state.report.status = status;
}

Status forward_dynamics(const Robot& robot, const PlatformState& motion, const VectorX& forces, Workspace& workspace,
                        VectorX& accelerations, const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  if (data.plan_defers && check_input(robot, forces, workspace, accelerations.size(), options) == Status::ok &&
      is_rotation(motion.pose.R) && plan_applies(data, options, state) &&
      accelerations_by_plan(data, options, forces, motion, true, state, accelerations)) {
    return Status::ok;
  }
  const Status status = inverse_kinematics(robot, motion, workspace, Order::velocity);
  return status == Status::ok ? forward_dynamics(robot, forces, workspace, accelerations, options) : status;
}

MotionEquations::MotionEquations(const Robot& robot)
    : robot_(robot),
      motors_(VectorX::Zero(static_cast<int>(data_of(robot).motor_joints.size()))),
      accelerations_(motors_),
      x_(VectorX::Zero(2 * static_cast<int>(data_of(robot).driving.size()))),
      sum_(x_),
      slope_(x_) {}

Status MotionEquations::read_state(const Workspace& workspace, VectorX& x) const {
  if (&data_of(workspace.robot()) != &data_of(robot_) || x.size() != size()) return Status::inconsistent;
  if (!workspace.has(Order::velocity)) return Status::not_computed;
  const std::vector<int>& driving = data_of(robot_).driving;
  const int n = static_cast<int>(driving.size());
  for (int k = 0; k < n; ++k) {
    x[k] = workspace.motor_position(driving[k]);
    x[n + k] = workspace.motor_velocity(driving[k]);
  }
  return Status::ok;
}

Status move_to_state(const RobotData& data, const double* q, const double* u, VectorX& motors, KinematicState& state) {
  const int n = static_cast<int>(data.driving.size());
  // Positions from the driving motors alone; redundant ones follow and keep their whole turns.
  for (std::size_t i = 0; i < data.motor_joints.size(); ++i) {
    const TreeNode& node = data.tree.nodes[data.motor_nodes[i]];
    motors[static_cast<int>(i)] = node_position(node, state.tree.x[data.motor_nodes[i]], state.tree.q[node.q]);
  }
  for (int k = 0; k < n; ++k) motors[data.driving[k]] = q[k];
  Status status = forward_positions(data, motors, state);
  if (status != Status::ok) return status;
  state.report.conditioning = rates_from_motors(data, u, Configuration::trial, state);
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) return Status::singular;
  state.accept_trial_for_now();
  return status;
}

Status MotionEquations::derivative(const VectorX& x, const VectorX& forces, Workspace& workspace, VectorX& dx,
                                   const DynamicsOptions& options) {
  const RobotData& data = data_of(robot_);
  Status status = body_motions(robot_, workspace);
  if (status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  const int n = static_cast<int>(data.driving.size());
  status = check_input(robot_, forces, workspace, accelerations_.size(), options);
  if (status == Status::ok && (x.size() != size() || dx.size() != size())) status = Status::inconsistent;
  if (status == Status::ok && !x.allFinite()) status = Status::not_finite;
  if (status != Status::ok) return state.report.status = status;
  // Rates and then accelerations; the old motion is kept until both are known.
  status = move_to_state(data, x.data(), x.data() + n, motors_, state);
  if (status != Status::ok) return state.report.status = status;
  status = accelerate_state(data, data.parameters, forces, options, state, accelerations_);
  if (status != Status::ok) {
    state.return_to_saved();
    return state.report.status = status;
  }
  for (int k = 0; k < n; ++k) {
    dx[k] = x[n + k];
    dx[n + k] = accelerations_[data.driving[k]];
  }
  state.keep_accepted();
  return state.report.status = Status::ok;
}

Status MotionEquations::step(double dt, const VectorX& forces, VectorX& x, Workspace& workspace,
                             const DynamicsOptions& options) {
  if (x.size() != size()) return conclude(workspace, Status::inconsistent);
  if (!std::isfinite(dt)) return conclude(workspace, Status::not_finite);
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
