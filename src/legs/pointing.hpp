// Turning the joints of a pointing group so that its rod has a wanted direction; trigonometric functions are not
// needed.
#pragma once

#include "legs/limb_kernel.hpp"

#include "core/guard.hpp"

#include <cmath>

namespace jourdain {

// The smallest sine of the angle between rod and first axis at which a universal joint is still solved.
inline constexpr double smallest_pointing_sine = 1e-9;

// Sets the coordinates of the group's nodes so that the rod points along the unit vector e (base axes), and updates
// their placements. The parent's placement must be up to date.
template <typename T>
inline void point_group(const SpanningTree& tree, const PointingGroup& group, const Vector3T<T>& e,
                        const Matrix3T<T>& platform_R, TreeStateT<T>& state, Guard<T>& guard) {
  using std::sqrt;
  const TreeNode& first = tree.nodes[group.node];
  const NodeMotion<T>& parent = state.n[first.parent];
  NodeCoordinate<T>& x1 = state.x[group.node];
  const Vector3T<T> d = group.d.template cast<T>();
  const Vector3T<T> in_parent = parent.R.transpose() * e;
  const Vector3T<T> t =
      first.turned ? Vector3T<T>(first.placement.R.transpose().template cast<T>() * in_parent) : in_parent;
  if (group.kind == Pointing::ball) {
    // R d = e, R side = the common normal of e and the platform's axis.
    const Vector3T<T> u = platform_R * group.platform_axis.template cast<T>();
    const Vector3T<T> normal = cross<T>(u, e);
    const T h = sqrt(normal.squaredNorm());
    guard.require_above(h, smallest_pointing_sine, Status::singular);
    const Vector3T<T> side = (T(group.sign) / h) * normal;
    Matrix3 from;
    from << group.d, group.side, group.d.cross(group.side);
    Matrix3T<T> to;
    to << e, side, cross<T>(e, side);
    x1.R = (parent.R * first.placement.R.template cast<T>()).transpose() * to * from.transpose().template cast<T>();
  } else if (group.kind == Pointing::single) {
    // Rz(q) d = t in the plane of rotation.
    const T c = d[0] * t[0] + d[1] * t[1];
    const T s = d[0] * t[1] - d[1] * t[0];
    const T h = sqrt(c * c + s * s);
    guard.require_above(h, smallest_pointing_sine, Status::singular);
    x1.c = c / h;
    x1.s = s / h;
  } else {
    // First angle: the second axis must see t at the angle at which it sees d.
    const TreeNode& second = tree.nodes[group.second];
    const Vector3T<T> n = group.axis2.template cast<T>();
    const T A = n[0] * t[0] + n[1] * t[1];
    const T B = n[0] * t[1] - n[1] * t[0];
    const T C = d[2] - n[2] * t[2];
    const T rho2 = A * A + B * B;
    guard.require_above(rho2, smallest_pointing_sine * smallest_pointing_sine, Status::singular);
    const T rest = rho2 - C * C;
    guard.require_positive(rest, Status::singular);
    const T root = T(group.sign) * sqrt(rest);
    const T inverse = T(1) / rho2;
    x1.c = (A * C - B * root) * inverse;
    x1.s = (B * C + A * root) * inverse;
    // Second angle: Rz(q2) d = t seen from the first node.
    // Its coordinates one by one: as a vector, written by halves and read as a whole, they stall the processor.
    const T tx = x1.c * t[0] + x1.s * t[1], ty = x1.c * t[1] - x1.s * t[0];
    const auto along = [&](int axis) {
      const Matrix3& R = second.placement.R;
      return T(R(0, axis)) * tx + (T(R(1, axis)) * ty + T(R(2, axis)) * t[2]);
    };
    const T ux = along(0), uy = along(1);
    NodeCoordinate<T>& x2 = state.x[group.second];
    x2.c = (d[0] * ux + d[1] * uy) * T(group.d_plane);
    x2.s = (d[0] * uy - d[1] * ux) * T(group.d_plane);
  }
  move_position(first, x1, parent, state.n[group.node]);
  if (group.second >= 0) {
    move_position(tree.nodes[group.second], state.x[group.second], state.n[group.node], state.n[group.second]);
  }
}

}  // namespace jourdain
