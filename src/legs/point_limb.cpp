#include "legs/point_limb.hpp"

#include "expression/scalar.hpp"

#include <cmath>

namespace jourdain {

template <typename T>
double point_rows(const SpanningTree& tree, const Limb& limb, const PointLimb& point, const TreeStateT<T>& state,
                  PointLimbSolve<T>& solve) {
  const NodeMotion<T>& platform = state.n[tree.platform_node];
  solve.centre = platform.p + platform.R * point.on_platform;
  // Columns of J_k: velocity of the centre for a unit rate of each node.
  Vector3T<T> c[3];
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    const NodeMotion<T>& n = state.n[limb.node + i];
    const Vector3T<T> z = n.R.col(2);
    if (node.kind == NodeKind::prismatic) {
      c[i] = z;
    } else {
      c[i] = cross<T>(z, solve.centre - n.p);
      if (node.kind == NodeKind::helical) c[i] += T(node.pitch) * z;
    }
  }
  solve.row[0] = cross<T>(c[1], c[2]);
  solve.row[1] = cross<T>(c[2], c[0]);
  solve.row[2] = cross<T>(c[0], c[1]);
  const T determinant = c[0].dot(solve.row[0]);
  const T inverse = T(1) / determinant;
  for (Vector3T<T>& row : solve.row) row *= inverse;
  if constexpr (is_traced<T>) {
    return 1;
  } else {
    const double volume2 = determinant * determinant / (c[0].squaredNorm() * c[1].squaredNorm() * c[2].squaredNorm());
    return volume2 > 0 ? std::sqrt(volume2) : 0.0;
  }
}

template <typename T>
void solve_point_rates(const SpanningTree& tree, const Limb& limb, TreeStateT<T>& state,
                       const PointLimbSolve<T>& solve) {
  const NodeMotion<T>& platform = state.n[tree.platform_node];
  const Vector3T<T> velocity = platform.v + cross<T>(platform.w, solve.centre - platform.p);
  for (int i = 0; i < 3; ++i) {
    const int index = limb.node + i;
    state.v[limb.v + i] = solve.row[i].dot(velocity);
    move_velocity(tree.nodes[index], &state.v[limb.v + i], state.n[tree.nodes[index].parent], state.n[index]);
  }
}

template <typename T>
void solve_point_accelerations(const SpanningTree& tree, const Limb& limb, const PointLimb& point, TreeStateT<T>& state,
                               const PointLimbSolve<T>& solve) {
  const NodeMotion<T>& platform = state.n[tree.platform_node];
  const Vector3T<T> arm = solve.centre - platform.p;
  const Vector3T<T> wanted = platform.a + cross<T>(platform.dw, arm) + cross<T>(platform.w, cross<T>(platform.w, arm));
  // Accelerations at constant rates.
  const T zero[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
  for (int index = limb.node; index < limb.node + 3; ++index) {
    const TreeNode& node = tree.nodes[index];
    move_acceleration(node, &state.v[node.v], zero, state.n[node.parent], state.n[index]);
  }
  const Vector3T<T> missing = wanted - point_acceleration(state.n[point.last], solve.centre);
  // What the changes add to each node.
  Vector3T<T> dw = Vector3T<T>::Zero(), a = Vector3T<T>::Zero(), p = state.n[limb.node].p;
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    NodeMotion<T>& n = state.n[limb.node + i];
    const T change = solve.row[i].dot(missing);
    state.a[limb.v + i] = change;
    a += cross<T>(dw, n.p - p);
    p = n.p;
    const Vector3T<T> z = n.R.col(2);
    if (node.kind == NodeKind::prismatic) {
      a += change * z;
    } else {
      dw += change * z;
      if (node.kind == NodeKind::helical) a += (T(node.pitch) * change) * z;
    }
    n.a += a;
    n.dw += dw;
  }
}

template double point_rows(const SpanningTree&, const Limb&, const PointLimb&, const TreeStateT<Scalar>&,
                           PointLimbSolve<Scalar>&);
template void solve_point_rates(const SpanningTree&, const Limb&, TreeStateT<Scalar>&, const PointLimbSolve<Scalar>&);
template void solve_point_accelerations(const SpanningTree&, const Limb&, const PointLimb&, TreeStateT<Scalar>&,
                                        const PointLimbSolve<Scalar>&);

}  // namespace jourdain
