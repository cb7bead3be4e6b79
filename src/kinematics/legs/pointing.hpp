// Turning the joints of a pointing group so that its rod has a wanted direction; trigonometric functions are not
// needed.
#pragma once

#include "kinematics/legs/limb_kernel.hpp"

#include <cmath>

namespace jourdain {

// The smallest sine of the angle between rod and first axis at which a universal joint is still solved.
inline constexpr double smallest_pointing_sine = 1e-9;

// Sets the coordinates of the group's nodes so that the rod points along the unit vector e (base axes), and updates
// their placements. The parent's placement must be up to date.
inline Status point_group(const SpanningTree& tree, const PointingGroup& group, const Vector3& e,
                          const Matrix3& platform_R, TreeState& state) {
  const TreeNode& first = tree.nodes[group.node];
  const NodeMotion<double>& parent = state.n[first.parent];
  NodeCoordinate<double>& x1 = state.x[group.node];
  const Vector3 in_parent = parent.R.transpose() * e;
  const Vector3 t = first.turned ? Vector3(first.placement.R.transpose() * in_parent) : in_parent;
  if (group.kind == Pointing::ball) {
    // R d = e, R side = the common normal of e and the platform's axis.
    const Vector3 u = platform_R * group.platform_axis;
    const Vector3 normal = cross<double>(u, e);
    const double h = normal.norm();
    if (!(h > smallest_pointing_sine)) return Status::singular;
    const Vector3 side = (group.sign / h) * normal;
    Matrix3 from, to;
    from << group.d, group.side, cross<double>(group.d, group.side);
    to << e, side, cross<double>(e, side);
    x1.R = (parent.R * first.placement.R).transpose() * to * from.transpose();
  } else if (group.kind == Pointing::single) {
    // Rz(q) d = t in the plane of rotation.
    const double c = group.d[0] * t[0] + group.d[1] * t[1];
    const double s = group.d[0] * t[1] - group.d[1] * t[0];
    const double h = std::sqrt(c * c + s * s);
    if (!(h > smallest_pointing_sine)) return Status::singular;
    x1.c = c / h;
    x1.s = s / h;
  } else {
    // First angle: the second axis must see t at the angle at which it sees d.
    const TreeNode& second = tree.nodes[group.second];
    const Vector3& n = group.axis2;
    const double A = n[0] * t[0] + n[1] * t[1];
    const double B = n[0] * t[1] - n[1] * t[0];
    const double C = group.d[2] - n[2] * t[2];
    const double rho2 = A * A + B * B;
    const double rest = rho2 - C * C;
    if (!(rho2 > smallest_pointing_sine * smallest_pointing_sine) || !(rest >= 0)) return Status::singular;
    const double root = group.sign * std::sqrt(rest);
    const double inverse = 1 / rho2;
    x1.c = (A * C - B * root) * inverse;
    x1.s = (B * C + A * root) * inverse;
    // Second angle: Rz(q2) d = t seen from the first node.
    const Vector3 turned(x1.c * t[0] + x1.s * t[1], x1.c * t[1] - x1.s * t[0], t[2]);
    const Vector3 u = second.placement.R.transpose() * turned;
    NodeCoordinate<double>& x2 = state.x[group.second];
    x2.c = (group.d[0] * u[0] + group.d[1] * u[1]) * group.d_plane;
    x2.s = (group.d[0] * u[1] - group.d[1] * u[0]) * group.d_plane;
  }
  move_position(first, x1, parent, state.n[group.node]);
  if (group.second >= 0) {
    move_position(tree.nodes[group.second], state.x[group.second], state.n[group.node], state.n[group.second]);
  }
  return Status::ok;
}

}  // namespace jourdain
