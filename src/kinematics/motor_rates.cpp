#include "kinematics/motor_rates.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"

#include <algorithm>

namespace jourdain {

double motor_unit(const RobotData& robot, int j) {
  return motor_slides(robot, robot.driving[j]) ? robot.output_length : 1.0;
}
double move_unit(const RobotData& robot, int i) { return robot.moves[i] < 3 ? robot.output_length : 1.0; }

double factor_motor_rows(const RobotData& robot, const TreeState& tree, KinematicState& state) {
  const int n = static_cast<int>(robot.moves.size());
  for (int j = 0; j < n; ++j) {
    const Vector6 row = motor_row(robot, j, tree, state);
    for (int i = 0; i < n; ++i) {
      state.motors.matrix()(j, i) = row[robot.moves[i]] * move_unit(robot, i) / motor_unit(robot, j);
    }
  }
  return state.motors.factor();
}

namespace {

// The platform's rates from the motors': rows of the factored system are motors, columns the moves.
void solve_platform(const RobotData& robot, const double* u, KinematicState& state, VectorX& platform) {
  const int n = static_cast<int>(robot.moves.size());
  double rates[6];
  for (int j = 0; j < n; ++j) rates[j] = u[j] / motor_unit(robot, j);
  state.motors.solve(rates);
  const int v = robot.tree.nodes[robot.tree.platform_node].v;
  platform.segment<6>(v).setZero();
  for (int i = 0; i < n; ++i) platform[v + robot.moves[i]] = rates[i] * move_unit(robot, i);
}

}  // namespace

double rates_from_motors(const RobotData& robot, const double* u, Configuration configuration, KinematicState& state) {
  TreeState& tree = state.of(configuration);
  if (robot.limb_motors) {
    state.factor_limbs_at(configuration, robot);
  } else {
    state.go_without_limbs();
  }
  if (!limbs_regular(state)) {
    const double conditioning = factor_system(robot, Drive::motors, tree, state);
    if (conditioning > 0) solve_rates(robot, Drive::motors, u, state, tree);
    return conditioning;
  }
  const double conditioning = factor_motor_rows(robot, tree, state);
  if (!(conditioning > 0)) return 0;
  solve_platform(robot, u, state, tree.v);
  solve_limb_rates(robot, state, tree);
  return std::min(state.limb_conditioning(), conditioning);
}

void accelerations_from_motors(const RobotData& robot, const double* du, Configuration configuration,
                               KinematicState& state) {
  TreeState& tree = state.of(configuration);
  if (!limbs_regular(state)) return solve_accelerations(robot, Drive::motors, du, state, tree);
  // What the motors would do with a platform that does not accelerate; the rest accelerates it.
  tree.a.segment<6>(robot.tree.nodes[robot.tree.platform_node].v).setZero();
  solve_limb_accelerations(robot, state, tree);
  double rest[max_drives];
  for (std::size_t j = 0; j < robot.driving.size(); ++j) {
    rest[j] = du[j] - tree.a[robot.tree.nodes[robot.motor_nodes[robot.driving[j]]].v];
  }
  solve_platform(robot, rest, state, tree.a);
  solve_limb_accelerations(robot, state, tree);
}

}  // namespace jourdain
