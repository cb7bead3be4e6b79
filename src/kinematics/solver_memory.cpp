#include "kinematics/solver_memory.hpp"

#include "expression/scalar.hpp"

#include <algorithm>

namespace jourdain {
namespace {

template <typename Matrix>
Matrix zeros(int rows, int columns = 1) {
  Matrix m(rows, columns);
  m.setZero();
  return m;
}

}  // namespace

template <typename T>
SolverMemory<T>::SolverMemory(const RobotData& robot)
    : g(zeros<VectorXT<T>>(robot.tree.rows)),
      bias(g),
      K(zeros<RowMatrixT<T>>(robot.tree.rows, robot.tree.nv)),
      drive(zeros<RowMatrixT<T>>(6, robot.tree.nv)),
      dense(robot.tree.nv),
      rhs(zeros<VectorXT<T>>(robot.tree.nv)),
      point_limb(robot.tree.limbs.size()),
      platform_rows(zeros<RowMatrixT<T>>(robot.tree.nv, 6)),
      limb_rhs(rhs),
      limb_dual(rhs),
      by_platform(platform_rows),
      force(robot.tree.nodes.size(), Vector3T<T>::Zero()),
      moment(robot.tree.nodes.size(), Vector3T<T>::Zero()),
      t(rhs),
      composite(robot.tree.nodes.size()),
      motors(static_cast<int>(robot.driving.size())),
      motor_forces(zeros<VectorXT<T>>(static_cast<int>(robot.driving.size()))) {
  int largest = 0;
  for (const Limb& l : robot.tree.limbs) {
    limb.emplace_back(robot.block_rates ? l.nv : 0);
    largest = std::max(largest, l.nv);
  }
  limb_inertia = zeros<RowMatrixT<T>>(largest, largest);
}

template struct SolverMemory<Scalar>;

}  // namespace jourdain
