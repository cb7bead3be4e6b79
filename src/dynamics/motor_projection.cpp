#include "dynamics/motor_projection.hpp"

#include "expression/scalar.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"

namespace jourdain {

template <typename T>
Vector6T<T> platform_forces(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::leg_dynamics);
  Vector6T<T> wrench = memory.t.template segment<6>(robot.tree.nodes[robot.tree.platform_node].v);
  memory.limb_dual = memory.t;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) wrench += limb_wrench(robot, k, tree, memory);
  return wrench;
}

namespace {

// sum_j Q_j row_j = forces on the platform, for the coordinates in `moves`. Lengths are counted in the output's length,
// so that pivots can be compared; a traced scalar does without.
template <typename T>
double solve_on_platform(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::solve);
  const double length = is_traced<T> ? 1.0 : robot.output_length;
  const int n = static_cast<int>(robot.moves.size());
  typename EliminationT<T>::Matrix& B = memory.motors.matrix();
  const Vector6T<T> wrench = platform_forces(robot, tree, memory);
  const auto motor_unit = [&](int j) { return motor_slides(robot, robot.driving[j]) ? length : 1.0; };
  for (int j = 0; j < n; ++j) {
    const Vector6T<T> row = motor_row(robot, j, tree, memory);
    for (int i = 0; i < n; ++i) {
      B(i, j) = row[robot.moves[i]] * T((robot.moves[i] < 3 ? length : 1.0) / motor_unit(j));
    }
  }
  // Motors of unit effect, so that the pivots tell about the configuration and not about levers and gears.
  double effect[max_drives];
  if constexpr (!is_traced<T>) {
    for (int j = 0; j < n; ++j) {
      effect[j] = B.col(j).norm();
      B.col(j) *= 1 / effect[j];
    }
  }
  const double conditioning = memory.motors.factor();
  for (int i = 0; i < n; ++i) {
    memory.motor_forces[i] = wrench[robot.moves[i]] * T(robot.moves[i] < 3 ? length : 1.0);
  }
  memory.motors.solve(memory.motor_forces.data());
  for (int j = 0; j < n; ++j) memory.motor_forces[j] *= T(1 / motor_unit(j));
  if constexpr (!is_traced<T>) {
    for (int j = 0; j < n; ++j) memory.motor_forces[j] /= effect[j];
  }
  return conditioning;
}

}  // namespace

template <typename T>
double project_on_motors(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory, bool by_limbs) {
  if (by_limbs) return solve_on_platform(robot, tree, memory);
  const PartScope<T> part(Part::solve);
  const double conditioning = factor_system(robot, Drive::motors, tree, memory);
  if (conditioning > 0) project_on_drive(robot, Drive::motors, memory, memory.motor_forces.data());
  return conditioning;
}

template Vector6T<Scalar> platform_forces(const RobotData&, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template double project_on_motors(const RobotData&, const TreeStateT<Scalar>&, SolverMemory<Scalar>&, bool);

}  // namespace jourdain
