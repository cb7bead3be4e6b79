#include "dynamics/by_plan.hpp"

#include "kinematics/pose_rates.hpp"

#include "jourdain/spatial/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Rates and accelerations above this (SI) are left to the recursion, which refuses what is not plausible.
constexpr double largest_motion = 1e50;

// False for what is not a number, too.
bool is_moderate(const Motion& motion) {
  const auto small = [](const Vector3& x) {
    return std::abs(x[0]) < largest_motion && std::abs(x[1]) < largest_motion && std::abs(x[2]) < largest_motion;
  };
  return small(motion.pose.p) && small(motion.twist.v) && small(motion.twist.w) && small(motion.acceleration.a) &&
         small(motion.acceleration.dw);
}

bool all_finite(const double* values, int n) {
  return std::all_of(values, values + n, [](double x) { return std::isfinite(x); });
}

// Accepts the answer: report, and the turns of the motors.
bool accept(const RobotData& robot, const Guard<double>& guard, const PlanMargins& margins, KinematicState& state) {
  if (guard.status != Status::ok || !margins.wide()) return false;
  state.report = {};
  state.report.conditioning = margins.pivots;
  for (int k = 0; k < robot.plan.size(); ++k) {
    const RobotLeg& leg = robot.plan.legs[k];
    if (!leg.motor_turns) continue;
    double& q = state.tree.q[robot.tree.nodes[robot.actuator_nodes[leg.actuator]].q];
    q = nearest_turn(margins.motor_angles[k], q);
  }
  return true;
}

const PlanParameters<double>& parameters_of(const RobotData& robot, bool payload) {
  return payload ? robot.loaded : robot.empty;
}

}  // namespace

bool plan_applies(const RobotData& robot, const DynamicsOptions& options, const KinematicState& state) {
  return robot.plan && options.loads.empty() && options.motor_weights.empty() && options.preload.empty() &&
         !options.bounded && (state.deferred || in_home_modes(robot, state.tree));
}

bool may_defer(const RobotData& robot) {
  // The plan divides by the stretch across the first axis of other legs; of arms only by the motor's lever on the bar.
  if (!robot.plan.translates()) return true;
  constexpr double aligned = 1e-9;
  for (const LimbKernel& kernel : robot.kernels) {
    for (const Rod& rod : kernel.rods) {
      // In the motor's frame, whose axis is z: a bar along this axis has no lever.
      const Vector3 first = robot.tree.nodes[rod.pointing.node].placement.R.col(2);
      const double apart = kernel.motor_slides ? std::abs(first.z()) : std::hypot(first.x(), first.y());
      if (rod.pointing.kind == Pointing::ball || apart > aligned) return false;
    }
  }
  return true;
}

Motion held_motion(const RobotData& robot, const KinematicState& state) {
  if (state.deferred) return state.deferred->motion;
  const NodeMotion<double>& n = state.tree.n[robot.tree.platform_node];
  return {{n.R, n.p}, {n.v, n.w}, {n.a, n.dw}};
}

bool forces_by_plan(const RobotData& robot, const DynamicsOptions& options, const Motion& motion, KinematicState& state,
                    VectorX& forces) {
  double answer[most_legs];
  Guard<double> guard;
  if (!is_moderate(motion)) return false;
  const PlanMargins margins = inverse_dynamics_by_plan(robot.plan, parameters_of(robot, options.payload),
                                                       options.friction, motion, guard, answer);
  if (!all_finite(answer, robot.plan.size()) || !accept(robot, guard, margins, state)) return false;
  std::copy(answer, answer + robot.plan.size(), forces.data());
  return true;
}

bool accelerations_by_plan(const RobotData& robot, const DynamicsOptions& options, const VectorX& forces,
                           Motion& motion, KinematicState& state, VectorX& accelerations) {
  double answer[most_legs];
  Guard<double> guard;
  Motion moved = motion;
  moved.acceleration = {};
  if (!is_moderate(moved)) return false;
  const PlanMargins margins =
      forward_dynamics_by_plan(robot.plan, parameters_of(robot, options.payload), options.friction, moved,
                               forces.data(), guard, answer, moved.acceleration);
  if (!all_finite(answer, robot.plan.size()) || !is_moderate(moved) || !accept(robot, guard, margins, state))
    return false;
  motion.acceleration = moved.acceleration;
  std::copy(answer, answer + robot.plan.size(), accelerations.data());
  return true;
}

bool mass_matrix_by_plan(const RobotData& robot, bool payload, KinematicState& state, MatrixX& M) {
  double answer[most_legs * most_legs];
  const int n = robot.plan.size();
  Guard<double> guard;
  const PlanMargins margins =
      mass_matrix_by_plan(robot.plan, parameters_of(robot, payload), held_motion(robot, state).pose, guard, answer);
  if (!all_finite(answer, n * n) || !accept(robot, guard, margins, state)) return false;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) M(i, j) = answer[robot.driving[i] * n + robot.driving[j]];
  }
  return true;
}

}  // namespace jourdain
