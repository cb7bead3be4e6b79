#include "dynamics/by_plan.hpp"

#include "kinematics/pose_rates.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Rates and accelerations above this (SI) are left to the recursion, which refuses what is not plausible.
constexpr double largest_motion = 1e50;

// False for what is not a number, too.
bool is_moderate(const PlatformState& motion) {
  const auto small = [](const Vector3& x) {
    return std::abs(x[0]) < largest_motion && std::abs(x[1]) < largest_motion && std::abs(x[2]) < largest_motion;
  };
  return small(motion.pose.p) && small(motion.twist.v) && small(motion.twist.w) && small(motion.acceleration.a) &&
         small(motion.acceleration.dw);
}

bool all_finite(const double* values, int n) {
  return std::all_of(values, values + n, [](double x) { return std::isfinite(x); });
}

void accept(const PlanReport& report, KinematicState& state) {
  state.report = {};
  state.report.conditioning = report.margins.pivots;
}

void hold(const RobotData& robot, const PlatformState& motion, const PlanReport& report, KinematicState& state) {
  if (robot.plan_turns) follow_elbows(robot, report.elbows, state);
  state.hold(motion);
}

const LanePlan& lanes_of(const RobotData& robot, bool payload) { return payload ? robot.loaded : robot.empty; }

}  // namespace

bool plan_applies(const RobotData& robot, const DynamicsOptions& options, const KinematicState& state) {
  return robot.plan && options.loads.empty() && options.motor_weights.empty() && options.preload.empty() &&
         !options.bounded && (state.held() || in_home_modes(robot, state.tree));
}

PlatformState held_motion(const RobotData& robot, const KinematicState& state) {
  if (const PlatformState* held = state.held()) return *held;
  const NodeMotion<double>& n = state.tree.n[robot.tree.platform_node];
  return {{n.R, n.p}, {n.v, n.w}, {n.a, n.dw}};
}

bool forces_by_plan(const RobotData& robot, const DynamicsOptions& options, const PlatformState& motion, bool is_new,
                    KinematicState& state, VectorX& forces) {
  double answer[most_legs];
  if (!is_moderate(motion)) return false;
  const PlanReport report =
      inverse_dynamics_in_lanes(robot.plan, lanes_of(robot, options.payload), options.friction, motion, answer);
  if (!report.good() || !all_finite(answer, robot.plan.size())) return false;
  accept(report, state);
  if (is_new) hold(robot, motion, report, state);
  std::copy(answer, answer + robot.plan.size(), forces.data());
  return true;
}

bool accelerations_by_plan(const RobotData& robot, const DynamicsOptions& options, const VectorX& forces,
                           const PlatformState& motion, bool is_new, KinematicState& state, VectorX& accelerations) {
  double answer[most_legs];
  PlatformState moved = motion;
  moved.acceleration = {};
  if (!is_moderate(moved)) return false;
  const PlanReport report = forward_dynamics_in_lanes(robot.plan, lanes_of(robot, options.payload), options.friction,
                                                      moved, forces.data(), answer, moved.acceleration);
  if (!report.good() || !all_finite(answer, robot.plan.size()) || !is_moderate(moved)) return false;
  accept(report, state);
  if (is_new) {
    hold(robot, moved, report, state);
  } else {
    state.hold(moved, state.has(Order::position));
  }
  std::copy(answer, answer + robot.plan.size(), accelerations.data());
  return true;
}

bool mass_matrix_by_plan(const RobotData& robot, bool payload, KinematicState& state, MatrixX& M) {
  double answer[most_legs * most_legs];
  const int n = robot.plan.size();
  const PlanReport report =
      mass_matrix_in_lanes(robot.plan, lanes_of(robot, payload), held_motion(robot, state).pose, answer);
  if (!report.good() || !all_finite(answer, n * n)) return false;
  accept(report, state);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) M(i, j) = answer[robot.driving[i] * n + robot.driving[j]];
  }
  return true;
}

}  // namespace jourdain
