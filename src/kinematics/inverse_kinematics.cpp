#include "jourdain/kinematics/kinematics.hpp"

#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/tracker.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

Placement explicit_pose(const RobotData& robot, const Placement& pose) {
  std::array<double, 6> c = robot.constant_pose;
  int rotations = 0;
  Vector3 angles = Vector3::Zero();
  for (int move : robot.moves) rotations += move >= 3;
  if (rotations > 0 && rotations < 3) angles = cardan_from_rotation(pose.R);
  for (int move : robot.moves) c[move] = move < 3 ? pose.p[move] : angles[move - 3];
  Placement result;
  result.p = Vector3(c[0], c[1], c[2]);
  result.R = rotations == 3 ? pose.R : rotations == 0 ? robot.home_pose.R : rotation_from_cardan({c[3], c[4], c[5]});
  return result;
}

namespace {

// All limbs of state.trial at a platform pose, each by place(limb, guard).
template <typename Place>
Status place_all(const RobotData& robot, const Placement& output, KinematicState& state, Place place) {
  TreeState& tree = state.trial;
  const int platform = robot.tree.platform_node;
  tree.x[platform].R = output.R;
  tree.x[platform].p = output.p;
  tree.n[platform].R = output.R;
  tree.n[platform].p = output.p;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    Guard<double> guard;
    place(k, guard);
    if (guard.status != Status::ok) {
      state.report.limb = static_cast<int>(k);
      state.report.value = missing_length(robot.tree, robot.kernels[k], output);
      return guard.status;
    }
  }
  if (!robot.has_redundant_rows) return Status::ok;
  closure_residual(robot.tree, tree, robot.size, state.g);
  state.report.value = state.g.lpNorm<Eigen::Infinity>();
  return state.report.value < 1e3 * closed_tolerance ? Status::ok : Status::unreachable;
}

}  // namespace

Status place_limbs(const RobotData& robot, const Placement& output, KinematicState& state) {
  state.trial.q = state.tree.q;
  return place_all(robot, output, state, [&](std::size_t k, Guard<double>& guard) {
    const LimbKernel& kernel = robot.kernels[k];
    solve_limb(robot.tree, kernel, working_mode(kernel, state.tree), output, robot.size, state.trial, guard);
  });
}

bool in_home_modes(const RobotData& robot, const TreeState& tree) {
  if (robot.two_arms) return working_modes(*robot.two_arms, tree) == home_modes(*robot.two_arms);
  return !robot.closed_inverse ||
         std::all_of(robot.kernels.begin(), robot.kernels.end(),
                     [&](const LimbKernel& kernel) { return working_mode(kernel, tree) == kernel.sign; });
}

Status place_commanded(const RobotData& robot, const VectorX& motors, const Placement& output, KinematicState& state) {
  state.trial.q = state.tree.q;
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    state.trial.q[robot.tree.nodes[robot.motor_nodes[k]].q] = motors[static_cast<int>(k)];
  }
  return place_all(robot, output, state, [&](std::size_t k, Guard<double>& guard) {
    const LimbKernel& kernel = robot.kernels[k];
    const LimbMotor& motor = robot.limb_motor[k];
    if (motor.driving) {
      return place_limb(robot.tree, kernel, motors[motor.index], output, robot.size, state.trial, guard);
    }
    // Passive limbs keep their mode; redundant motors have the one of their coordinate.
    const double mode = motor.index < 0 ? working_mode(kernel, state.tree)
                                        : commanded_mode(robot.tree, kernel, output, motors[motor.index]);
    solve_limb(robot.tree, kernel, mode, output, robot.size, state.trial, guard);
  });
}

namespace {

// A limb whose J_k is worse conditioned than this is at a singularity of the first type.
constexpr double smallest_limb_conditioning = TrackerLimits::smallest_rate_conditioning;

// Limb by limb, from the platform's rates and changes in state.trial.
Status limb_rates(const RobotData& robot, Order order, KinematicState& state) {
  const LimbConditioning worst = state.factor_limbs_at_trial(robot);
  state.report.conditioning = worst.value;
  if (!(worst.value > smallest_limb_conditioning)) {
    state.report.limb = worst.limb;
    state.report.value = worst.value;
    return Status::singular;
  }
  solve_limb_rates(robot, state, state.trial);
  if (order == Order::acceleration) solve_limb_accelerations(robot, state, state.trial);
  return Status::ok;
}

}  // namespace

Status rates_from_output(const RobotData& robot, const Twist& twist, const Acceleration& acceleration, Order order,
                         KinematicState& state) {
  TreeState& tree = state.trial;
  if (order == Order::position) return Status::ok;
  if (robot.block_rates) {
    // The coordinates that are not in `moves` are constant.
    const int v = robot.tree.nodes[robot.tree.platform_node].v;
    for (int i = 0; i < 6; ++i) tree.v[v + i] = tree.a[v + i] = 0;
    for (int c : robot.moves) {
      tree.v[v + c] = c < 3 ? twist.v[c] : twist.w[c - 3];
      tree.a[v + c] = c < 3 ? acceleration.a[c] : acceleration.dw[c - 3];
    }
    return limb_rates(robot, order, state);
  }
  double u[6], du[6];
  for (std::size_t k = 0; k < robot.moves.size(); ++k) {
    const int c = robot.moves[k];
    u[k] = c < 3 ? twist.v[c] : twist.w[c - 3];
    du[k] = c < 3 ? acceleration.a[c] : acceleration.dw[c - 3];
  }
  state.report.conditioning = factor_system(robot, Drive::output, tree, state);
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) return Status::singular;
  solve_rates(robot, Drive::output, u, state, tree);
  if (order == Order::acceleration) solve_accelerations(robot, Drive::output, du, state, tree);
  return Status::ok;
}

namespace {

bool is_finite(const PlatformState& motion, Order order) {
  const auto& [pose, twist, acceleration] = motion;
  if (!pose.R.allFinite() || !pose.p.allFinite()) return false;
  if (order != Order::position && !(twist.v.allFinite() && twist.w.allFinite())) return false;
  return order != Order::acceleration || (acceleration.a.allFinite() && acceleration.dw.allFinite());
}

Status inverse_positions(const RobotData& robot, const Placement& pose, KinematicState& state) {
  if (robot.moves.empty()) return Status::inconsistent;
  state.begin_trial();
  if (robot.closed_inverse) {
    return place_limbs(robot, explicit_pose(robot, pose), state);
  }
  if (robot.two_arms) {
    state.trial.q = state.tree.q;
    Guard<double> guard;
    solve_two_arms(robot.tree, *robot.two_arms, working_modes(*robot.two_arms, state.tree), pose.p, robot.size,
                   state.trial, guard);
    if (guard.status != Status::ok) {
      state.report.limb = 0;
      state.report.value = missing_length(robot.tree, *robot.two_arms, pose.p, state.trial);
    }
    return guard.status;
  }
  state.trial = state.tree;
  read_angles(robot.tree, state.trial);
  return track_output(robot, pose, state);
}

}  // namespace

namespace {

// From the configuration of state.tree to that of the motion.
Status move_to(const RobotData& data, const PlatformState& motion, Order order, KinematicState& state) {
  Status status = inverse_positions(data, motion.pose, state);
  if (status == Status::ok) status = rates_from_output(data, motion.twist, motion.acceleration, order, state);
  if (status == Status::ok && !is_plausible(state.trial, order)) status = Status::not_finite;
  if (status == Status::ok) {
    if (order != Order::acceleration) come_to_rest(order == Order::position, state.trial);
    // A pose may lie behind singularities; forward kinematics from here looks at that.
    state.accept_trial();
    state.connection = HomeConnection::unknown;
  }
  return status;
}

}  // namespace

bool is_rotation(const Matrix3& R) {
  const Vector3 x = R.col(0), y = R.col(1), z = R.col(2);
  return std::abs(x.squaredNorm() - 1) < 1e-6 && std::abs(y.squaredNorm() - 1) < 1e-6 &&
         (cross<double>(x, y) - z).squaredNorm() < 1e-12;
}

namespace {

// The motor's coordinate goes to the turn of this elbow that is nearest.
void follow(const RobotData& robot, const RobotLeg& leg, SeenElbow& elbow, KinematicState& state) {
  double& q = state.tree.q[robot.tree.nodes[robot.motor_nodes[leg.index]].q];
  q = nearest_turn(std::atan2(elbow.sine, elbow.cosine) - leg.zero_angle, q);
  elbow.followed_cosine = elbow.cosine;
  elbow.followed_sine = elbow.sine;
  elbow.pending = false;
}

}  // namespace

void follow_elbows(const RobotData& robot, const std::array<std::array<double, 2>, most_legs>& elbows,
                   KinematicState& state) {
  for (int k = 0; k < robot.plan.size(); ++k) {
    const RobotLeg& leg = robot.plan.legs[k];
    if (!leg.motor_turns) continue;
    SeenElbow& elbow = state.elbows[k];
    const auto [cosine, sine] = elbows[k];
    const bool near = state.held() && cosine * elbow.followed_cosine + sine * elbow.followed_sine > 0;
    if (!near && state.held() && elbow.pending) follow(robot, leg, elbow, state);
    elbow.pending = true;
    elbow.cosine = cosine;
    elbow.sine = sine;
    if (!near) follow(robot, leg, elbow, state);
  }
}

namespace {

// The tree goes to the motion that is held, where limbs allow it without accelerations.
Status follow_held(const RobotData& robot, Order order, KinematicState& state) {
  for (int k = 0; k < robot.plan.size(); ++k) {
    if (state.elbows[k].pending) follow(robot, robot.plan.legs[k], state.elbows[k], state);
  }
  const bool all = order == Order::acceleration || !robot.block_rates;
  const PlatformState motion = *state.held();
  const Report report = state.report;
  state.let_go();
  const Status status = move_to(robot, motion, all ? Order::acceleration : Order::velocity, state);
  if (status != Status::ok) return state.report.status = status;
  state.report = report;
  if (!all) state.hold(motion, true);
  return Status::ok;
}

// The accelerations of the motion that is held, whose positions and rates the tree has.
void accelerate_held(const RobotData& robot, KinematicState& state) {
  const Acceleration acceleration = state.held()->acceleration;
  state.let_go();
  state.factor_limbs_at(Configuration::valid, robot);
  const int v = robot.tree.nodes[robot.tree.platform_node].v;
  for (int c : robot.moves) state.tree.a[v + c] = c < 3 ? acceleration.a[c] : acceleration.dw[c - 3];
  solve_limb_accelerations(robot, state, state.tree);
}

}  // namespace

Status body_motions(const Robot& robot, Workspace& workspace, Order order) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  if (&data_of(workspace.robot()) != &data) {
    state.report = {};
    return state.report.status = Status::inconsistent;
  }
  if (state.has(order)) return Status::ok;
  if (!state.has(Order::position)) return follow_held(data, order, state);
  accelerate_held(data, state);
  return Status::ok;
}

Status inverse_kinematics(const Robot& robot, const PlatformState& motion, Workspace& workspace, Order order) {
  const RobotData& data = data_of(robot);
  if (const Status status = body_motions(robot, workspace); status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  if (!is_finite(motion, order)) return state.report.status = Status::not_finite;
  if (!is_rotation(motion.pose.R)) return state.report.status = Status::inconsistent;
  state.report.status = move_to(data, motion, order, state);
  if (state.report.status == Status::ok) mark_contradiction(data, motion, order, state.report);
  return state.report.status;
}

Status set_guess(const Robot& robot, const Placement& pose, Workspace& workspace) {
  PlatformState motion;
  motion.pose = pose;
  const Status status = inverse_kinematics(robot, motion, workspace, Order::position);
  state_of(workspace).report.coordinate = -1;  // a guess is no claim
  return status;
}

PlatformState from_tool(const Robot& robot, const PlatformState& tool) {
  if (!robot.mechanism().output) return tool;
  const Placement E_in_tool = robot.mechanism().output->tool.inverse();
  PlatformState m;
  m.pose = tool.pose * E_in_tool;
  const Vector3 r = tool.pose.R * E_in_tool.p;
  m.twist = {tool.twist.v + tool.twist.w.cross(r), tool.twist.w};
  m.acceleration = {tool.acceleration.a + tool.acceleration.dw.cross(r) + tool.twist.w.cross(tool.twist.w.cross(r)),
                    tool.acceleration.dw};
  return m;
}

PlatformState to_tool(const Robot& robot, const PlatformState& output) {
  if (!robot.mechanism().output) return output;
  const Placement& tool = robot.mechanism().output->tool;
  PlatformState m;
  m.pose = output.pose * tool;
  const Vector3 r = output.pose.R * tool.p;
  m.twist = {output.twist.v + output.twist.w.cross(r), output.twist.w};
  m.acceleration = {
      output.acceleration.a + output.acceleration.dw.cross(r) + output.twist.w.cross(output.twist.w.cross(r)),
      output.acceleration.dw};
  return m;
}

}  // namespace jourdain
