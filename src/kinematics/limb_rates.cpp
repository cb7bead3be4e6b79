#include "kinematics/limb_rates.hpp"

#include "expression/scalar.hpp"
#include "kinematics/closure.hpp"

namespace jourdain {
namespace {

template <typename T>
double row_unit(const RobotData& robot, const Cut& cut, int row) {
  return row < length_rows(cut.type) ? 1 / length_unit<T>(robot) : 1.0;
}
template <typename T>
double column_unit(const RobotData& robot, const TreeNode& node, int i) {
  return is_length(node, i) ? length_unit<T>(robot) : 1.0;
}

// Calls use(cut, rows, r, filled) for those closure equations of a limb that determine its rates, in order.
template <typename T, typename Use>
void for_limb_rows(const RobotData& robot, std::size_t k, const TreeStateT<T>& tree, bool with_bias, Use&& use) {
  const Limb& limb = robot.tree.limbs[k];
  CutRowT<T> rows[6];
  int filled = 0;
  for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) {
    const Cut& cut = robot.tree.cuts[c];
    cut_rows(cut, tree, with_bias, rows);
    for (int r = 0; r < cut.rows && filled < limb.nv; ++r) {
      if (robot.limb_rows[k][filled] == cut.row + r) use(cut, rows[r], r, filled++);
    }
  }
}

// Rows of J_k and what the platform's twist adds to each.
template <typename T>
void fill_limb(const RobotData& robot, std::size_t k, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const Limb& limb = robot.tree.limbs[k];
  const int platform = robot.tree.platform_node;
  typename EliminationT<T>::Matrix& J = memory.limb[k].matrix();
  J.setZero();
  for_limb_rows(robot, k, tree, false, [&](const Cut& cut, const CutRowT<T>& row, int r, int filled) {
    const T unit = T(row_unit<T>(robot, cut, r));
    for (int side = 0; side < 2; ++side) {
      const Vector3T<T> p = side == 0 ? node_point(tree.n[cut.node_a], cut.in_a.p)  //
                                      : node_point(tree.n[cut.node_b], cut.in_b.p);
      const Vector3T<T> n = side == 0 ? Vector3T<T>(-row.n) : row.n;
      const Vector3T<T>& m = side == 0 ? row.m_a : row.m_b;
      for (int index : side == 0 ? cut.path_a : cut.path_b) {
        const TreeNode& node = robot.tree.nodes[index];
        if (index == platform) {
          memory.platform_rows.row(limb.v + filled).template head<3>() = unit * n.transpose();
          memory.platform_rows.row(limb.v + filled).template tail<3>() =
              unit * (m + cross<T>(p - tree.n[platform].p, n)).transpose();
          continue;
        }
        for (int i = 0; i < velocities(node.kind); ++i) {
          const TwistT<T> t = unit_twist(node, tree.n[index], i, p);
          J(filled, node.v + i - limb.v) += unit * T(column_unit<T>(robot, node, i)) * (m.dot(t.w) + n.dot(t.v));
        }
      }
    }
  });
}

template <typename T>
void solve_general_rates(const RobotData& robot, std::size_t k, SolverMemory<T>& memory, TreeStateT<T>& tree) {
  const Limb& limb = robot.tree.limbs[k];
  const TreeNode& platform = robot.tree.nodes[robot.tree.platform_node];
  const Vector6T<T> V = tree.v.template segment<6>(platform.v);
  for (int i = limb.v; i < limb.v + limb.nv; ++i) memory.limb_rhs[i] = -memory.platform_rows.row(i).dot(V);
  T* rates = &memory.limb_rhs[limb.v];
  memory.limb[k].solve(rates);
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int j = 0; j < velocities(node.kind); ++j) {
      tree.v[node.v + j] = T(column_unit<T>(robot, node, j)) * rates[node.v - limb.v + j];
    }
    move_velocity(node, &tree.v[node.v], tree.n[node.parent], tree.n[i]);
  }
}

// Accelerations with constant rates first; then the rest of the closure equations gives the changes.
template <typename T>
void solve_general_accelerations(const RobotData& robot, std::size_t k, SolverMemory<T>& memory, TreeStateT<T>& tree) {
  const Limb& limb = robot.tree.limbs[k];
  const auto accelerate = [&] {
    for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
      const TreeNode& node = robot.tree.nodes[i];
      move_acceleration(node, &tree.v[node.v], &tree.a[node.v], tree.n[node.parent], tree.n[i]);
    }
  };
  tree.a.segment(limb.v, limb.nv).setZero();
  accelerate();
  for_limb_rows(robot, k, tree, true, [&](const Cut& cut, const CutRowT<T>& row, int r, int filled) {
    const NodeMotion<T>& a = tree.n[cut.node_a];
    const NodeMotion<T>& b = tree.n[cut.node_b];
    const Vector3T<T> change =
        point_acceleration(b, node_point(b, cut.in_b.p)) - point_acceleration(a, node_point(a, cut.in_a.p));
    memory.limb_rhs[limb.v + filled] =
        -T(row_unit<T>(robot, cut, r)) * (row.n.dot(change) + row.m_b.dot(b.dw) + row.m_a.dot(a.dw) + row.bias);
  });
  T* accelerations = &memory.limb_rhs[limb.v];
  memory.limb[k].solve(accelerations);
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int j = 0; j < velocities(node.kind); ++j) {
      tree.a[node.v + j] = T(column_unit<T>(robot, node, j)) * accelerations[node.v - limb.v + j];
    }
  }
  accelerate();
}

}  // namespace

template <typename T>
LimbConditioning factor_limbs(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::leg_kinematics);
  LimbConditioning worst;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const PointLimb& point = robot.point_limbs[k];
    double conditioning = 1;
    if (point.applies) {
      conditioning = point_rows(robot.tree, robot.tree.limbs[k], point, tree, memory.point_limb[k]);
    } else {
      fill_limb(robot, k, tree, memory);
      conditioning = memory.limb[k].factor();
    }
    if (!(conditioning >= worst.value)) worst = {conditioning, static_cast<int>(k)};
  }
  return worst;
}

template <typename T>
void solve_limb_rates(const RobotData& robot, SolverMemory<T>& memory, TreeStateT<T>& tree) {
  PartScope<T> part(Part::platform);
  const TreeNode& platform = robot.tree.nodes[robot.tree.platform_node];
  move_velocity(platform, &tree.v[platform.v], tree.n[0], tree.n[robot.tree.platform_node]);
  part.enter(Part::leg_kinematics);
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    if (robot.point_limbs[k].applies) {
      solve_point_rates(robot.tree, robot.tree.limbs[k], tree, memory.point_limb[k]);
    } else {
      solve_general_rates(robot, k, memory, tree);
    }
  }
}

template <typename T>
void solve_limb_accelerations(const RobotData& robot, SolverMemory<T>& memory, TreeStateT<T>& tree) {
  PartScope<T> part(Part::platform);
  const TreeNode& platform = robot.tree.nodes[robot.tree.platform_node];
  move_acceleration(platform, &tree.v[platform.v], &tree.a[platform.v], tree.n[0], tree.n[robot.tree.platform_node]);
  part.enter(Part::leg_kinematics);
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const PointLimb& point = robot.point_limbs[k];
    if (point.applies) {
      solve_point_accelerations(robot.tree, robot.tree.limbs[k], point, tree, memory.point_limb[k]);
    } else {
      solve_general_accelerations(robot, k, memory, tree);
    }
  }
}

template <typename T>
Vector6T<T> limb_wrench(const RobotData& robot, std::size_t k, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const Limb& limb = robot.tree.limbs[k];
  T* t = &memory.limb_dual[limb.v];
  Vector6T<T> wrench = Vector6T<T>::Zero();
  if (limb.nv == 0) return wrench;
  if (robot.point_limbs[k].applies) {
    // One force at the ball joint.
    const PointLimbSolve<T>& solve = memory.point_limb[k];
    const Vector3T<T> force = t[0] * solve.row[0] + t[1] * solve.row[1] + t[2] * solve.row[2];
    wrench << force, cross<T>(solve.centre - tree.n[robot.tree.platform_node].p, force);
    return wrench;
  }
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int j = 0; j < velocities(node.kind); ++j) t[node.v - limb.v + j] *= T(column_unit<T>(robot, node, j));
  }
  memory.limb[k].solve_transposed(t);
  for (int i = 0; i < limb.nv; ++i) wrench -= t[i] * memory.platform_rows.row(limb.v + i).transpose();
  return wrench;
}

template <typename T>
Vector6T<T> motor_row(const RobotData& robot, int driving, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::leg_kinematics);
  const auto k = static_cast<std::size_t>(robot.driving_limb[driving]);
  const Limb& limb = robot.tree.limbs[k];
  memory.limb_dual.segment(limb.v, limb.nv).setZero();
  memory.limb_dual[robot.tree.nodes[robot.motor_nodes[robot.driving[driving]]].v] = T(1);
  return limb_wrench(robot, k, tree, memory);
}

template <typename T>
void limb_rates_by_platform(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::leg_kinematics);
  const Vector3T<T>& origin = tree.n[robot.tree.platform_node].p;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const Limb& limb = robot.tree.limbs[k];
    if (robot.point_limbs[k].applies) {
      const PointLimbSolve<T>& solve = memory.point_limb[k];
      for (int i = 0; i < 3; ++i) {
        memory.by_platform.row(limb.v + i).template head<3>() = solve.row[i].transpose();
        memory.by_platform.row(limb.v + i).template tail<3>() =
            cross<T>(solve.centre - origin, solve.row[i]).transpose();
      }
      continue;
    }
    for (int column : robot.moves) {
      T* rates = &memory.limb_rhs[limb.v];
      for (int i = 0; i < limb.nv; ++i) rates[i] = -memory.platform_rows(limb.v + i, column);
      if (limb.nv > 0) memory.limb[k].solve(rates);
      for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
        const TreeNode& node = robot.tree.nodes[i];
        for (int j = 0; j < velocities(node.kind); ++j) {
          memory.by_platform(node.v + j, column) = T(column_unit<T>(robot, node, j)) * rates[node.v + j - limb.v];
        }
      }
    }
  }
}

template LimbConditioning factor_limbs(const RobotData&, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template void solve_limb_rates(const RobotData&, SolverMemory<Scalar>&, TreeStateT<Scalar>&);
template void solve_limb_accelerations(const RobotData&, SolverMemory<Scalar>&, TreeStateT<Scalar>&);
template Vector6T<Scalar> motor_row(const RobotData&, int, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template void limb_rates_by_platform(const RobotData&, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template Vector6T<Scalar> limb_wrench(const RobotData&, std::size_t, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);

}  // namespace jourdain
