#include "kinematics/drive.hpp"

#include "expression/scalar.hpp"
#include "kinematics/closure.hpp"

namespace jourdain {
namespace {

// Unit in which the dense system counts the k-th velocity of the drive.
template <typename T>
double drive_unit(const RobotData& robot, Drive drive, int k) {
  const bool length = drive == Drive::motors ? motor_slides(robot, robot.driving[k]) : robot.moves[k] < 3;
  return length ? length_unit<T>(robot) : 1.0;
}

}  // namespace

template <typename T>
void output_jacobian(const RobotData& robot, const TreeStateT<T>& state, RowMatrixT<T>& J) {
  J.setZero();
  const double size = length_unit<T>(robot);
  const Vector3T<T> E = output_placement(robot, state).p;
  for (int index : robot.output_path) {
    const TreeNode& node = robot.tree.nodes[index];
    for (int i = 0; i < velocities(node.kind); ++i) {
      const TwistT<T> t = unit_twist(node, state.n[index], i, E);
      const double column = is_length(node, i) ? size : 1.0;
      for (int r = 0; r < 3; ++r) {
        J(r, node.v + i) = t.v[r] * T(column / size);
        J(r + 3, node.v + i) = t.w[r] * T(column);
      }
    }
  }
}

template <typename T>
void fill_system(const RobotData& robot, Drive drive, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  typename EliminationT<T>::Matrix& M = memory.dense.matrix();
  closure_jacobian(robot.tree, tree, length_unit<T>(robot), memory.g, memory.K);
  for (std::size_t i = 0; i < robot.independent_rows.size(); ++i) {
    M.row(static_cast<int>(i)) = memory.K.row(robot.independent_rows[i]);
  }
  const int first = static_cast<int>(robot.independent_rows.size());
  if (drive == Drive::output) output_jacobian(robot, tree, memory.drive);
  for (int k = 0; k < drive_count(robot, drive); ++k) {
    if (drive == Drive::motors) {
      M.row(first + k).setZero();
      M(first + k, robot.tree.nodes[robot.motor_nodes[robot.driving[k]]].v) = T(1);
    } else {
      M.row(first + k) = memory.drive.row(robot.moves[k]);
    }
  }
}

template <typename T>
double factor_system(const RobotData& robot, Drive drive, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  fill_system(robot, drive, tree, memory);
  return memory.dense.factor();
}

template <typename T>
void solve_rates(const RobotData& robot, Drive drive, const T* u, SolverMemory<T>& memory, TreeStateT<T>& tree) {
  const int first = static_cast<int>(robot.independent_rows.size());
  tree.v.setZero();
  for (int k = 0; k < drive_count(robot, drive); ++k) tree.v[first + k] = u[k] * T(1 / drive_unit<T>(robot, drive, k));
  memory.dense.solve(tree.v.data());
  scale_columns(robot.tree, length_unit<T>(robot), tree.v);
  update_velocities(robot.tree, tree);
}

template <typename T>
void solve_accelerations(const RobotData& robot, Drive drive, const T* du, SolverMemory<T>& memory,
                         TreeStateT<T>& tree) {
  const int first = static_cast<int>(robot.independent_rows.size());
  tree.a.setZero();
  update_accelerations(robot.tree, tree);
  closure_bias(robot.tree, tree, length_unit<T>(robot), memory.bias);
  for (int i = 0; i < first; ++i) tree.a[i] = -memory.bias[robot.independent_rows[i]];
  // What the output would accelerate with constant velocity coordinates.
  const NodeMotion<T>& n = tree.n[robot.output_node];
  const Vector3T<T> a = point_acceleration(n, output_placement(robot, tree).p);
  for (int k = 0; k < drive_count(robot, drive); ++k) {
    T change = du[k];
    if (drive == Drive::output) change -= robot.moves[k] < 3 ? a[robot.moves[k]] : n.dw[robot.moves[k] - 3];
    tree.a[first + k] = change * T(1 / drive_unit<T>(robot, drive, k));
  }
  memory.dense.solve(tree.a.data());
  scale_columns(robot.tree, length_unit<T>(robot), tree.a);
  update_accelerations(robot.tree, tree);
}

template <typename T>
void project_on_drive(const RobotData& robot, Drive drive, SolverMemory<T>& memory, T* forces) {
  // Velocities are v = S A^-1 (0, u / unit), so forces on u are those of A^-T S t, divided by the unit.
  memory.rhs = memory.t;
  scale_columns(robot.tree, length_unit<T>(robot), memory.rhs);
  memory.dense.solve_transposed(memory.rhs.data());
  const int first = static_cast<int>(robot.independent_rows.size());
  for (int k = 0; k < drive_count(robot, drive); ++k) {
    forces[k] = memory.rhs[first + k] * T(1 / drive_unit<T>(robot, drive, k));
  }
}

template void output_jacobian(const RobotData&, const TreeStateT<Scalar>&, RowMatrixT<Scalar>&);
template void fill_system(const RobotData&, Drive, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template double factor_system(const RobotData&, Drive, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template void solve_rates(const RobotData&, Drive, const Scalar*, SolverMemory<Scalar>&, TreeStateT<Scalar>&);
template void solve_accelerations(const RobotData&, Drive, const Scalar*, SolverMemory<Scalar>&, TreeStateT<Scalar>&);
template void project_on_drive(const RobotData&, Drive, SolverMemory<Scalar>&, Scalar*);

}  // namespace jourdain
