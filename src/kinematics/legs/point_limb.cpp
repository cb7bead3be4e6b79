#include "kinematics/legs/point_limb.hpp"

#include <cmath>

namespace jourdain {

PointLimb recognise_point_limb(const SpanningTree& tree, const Limb& limb) {
  PointLimb point;
  if (tree.platform_node < 0 || limb.cuts != 1 || limb.nodes != 3 || limb.nv != 3) return point;
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    if (node.parent != (i == 0 ? 0 : limb.node + i - 1)) return point;
  }
  const Cut& cut = tree.cuts[limb.cut];
  if (cut.type != JointType::spherical) return point;
  const bool limb_is_a = cut.node_b == tree.platform_node;
  point.last = limb_is_a ? cut.node_a : cut.node_b;
  if (point.last != limb.node + 2 || (limb_is_a ? cut.node_b : cut.node_a) != tree.platform_node) return point;
  point.in_last = limb_is_a ? cut.in_a.p : cut.in_b.p;
  point.on_platform = limb_is_a ? cut.in_b.p : cut.in_a.p;
  point.applies = true;
  return point;
}

double point_rows(const SpanningTree& tree, const Limb& limb, const PointLimb& point, const TreeState& state,
                  PointLimbSolve& solve) {
  const NodeMotion<double>& platform = state.n[tree.platform_node];
  solve.centre = platform.p + platform.R * point.on_platform;
  // Columns of J_k: velocity of the centre for a unit rate of each node.
  Vector3 c[3];
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    const NodeMotion<double>& n = state.n[limb.node + i];
    const Vector3 z = n.R.col(2);
    if (node.kind == NodeKind::prismatic) {
      c[i] = z;
    } else {
      c[i] = cross<double>(z, solve.centre - n.p);
      if (node.kind == NodeKind::helical) c[i] += node.pitch * z;
    }
  }
  solve.row[0] = cross<double>(c[1], c[2]);
  solve.row[1] = cross<double>(c[2], c[0]);
  solve.row[2] = cross<double>(c[0], c[1]);
  const double determinant = c[0].dot(solve.row[0]);
  const double volume2 = determinant * determinant / (c[0].squaredNorm() * c[1].squaredNorm() * c[2].squaredNorm());
  if (!(volume2 > 0)) return 0;
  const double inverse = 1 / determinant;
  for (Vector3& row : solve.row) row *= inverse;
  return std::sqrt(volume2);
}

double solve_point_rates(const SpanningTree& tree, const Limb& limb, const PointLimb& point, TreeState& state,
                         PointLimbSolve& solve) {
  const double conditioning = point_rows(tree, limb, point, state, solve);
  if (!(conditioning > 0)) return 0;
  const NodeMotion<double>& platform = state.n[tree.platform_node];
  const Vector3 velocity = platform.v + cross<double>(platform.w, solve.centre - platform.p);
  for (int i = 0; i < 3; ++i) {
    const int index = limb.node + i;
    state.v[limb.v + i] = solve.row[i].dot(velocity);
    move_velocity(tree.nodes[index], &state.v[limb.v + i], state.n[tree.nodes[index].parent], state.n[index]);
  }
  return conditioning;
}

void solve_point_changes(const SpanningTree& tree, const Limb& limb, const PointLimb& point, TreeState& state,
                         const PointLimbSolve& solve) {
  const NodeMotion<double>& platform = state.n[tree.platform_node];
  const Vector3 arm = solve.centre - platform.p;
  const Vector3 wanted =
      platform.a + cross<double>(platform.dw, arm) + cross<double>(platform.w, cross<double>(platform.w, arm));
  // Accelerations at constant rates.
  const double zero[6] = {};
  for (int index = limb.node; index < limb.node + 3; ++index) {
    const TreeNode& node = tree.nodes[index];
    move_acceleration(node, &state.v[node.v], zero, state.n[node.parent], state.n[index]);
  }
  const Vector3 missing = wanted - point_acceleration(state.n[point.last], solve.centre);
  // What the changes add to each node.
  Vector3 dw = Vector3::Zero(), a = Vector3::Zero(), p = state.n[limb.node].p;
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    NodeMotion<double>& n = state.n[limb.node + i];
    const double change = solve.row[i].dot(missing);
    state.a[limb.v + i] = change;
    a += cross<double>(dw, n.p - p);
    p = n.p;
    const Vector3 z = n.R.col(2);
    if (node.kind == NodeKind::prismatic) {
      a += change * z;
    } else {
      dw += change * z;
      if (node.kind == NodeKind::helical) a += (node.pitch * change) * z;
    }
    n.a += a;
    n.dw += dw;
  }
}

}  // namespace jourdain
