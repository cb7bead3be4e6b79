// The recursion over the tree: positions, velocities and accelerations of nodes, base axes throughout.
// [Abdellatif05] (5)-(8) with the joint axis in base axes instead of body axes.
#pragma once

#include "jourdain/spatial/spatial.hpp"
#include "jourdain/structure/structure.hpp"

namespace jourdain {

// Position coordinates of one node in the form that the recursion uses: no angles.
template <typename T>
struct NodeCoordinate {
  T c = T(1);  // revolute, helical: cosine and sine of the angle
  T s = T(0);
  T slide = T(0);                           // prismatic: slide; helical: pitch * angle
  Matrix3T<T> R = Matrix3T<T>::Identity();  // spherical, free: rotation
  Vector3T<T> p = Vector3T<T>::Zero();      // free: position
};

// Motion of a node frame in the base frame.
template <typename T>
struct NodeMotion {
  Matrix3T<T> R = Matrix3T<T>::Identity();
  Vector3T<T> p = Vector3T<T>::Zero();
  Matrix3T<T> axes = Matrix3T<T>::Identity();  // spherical: joint axes on the parent, in base axes
  Vector3T<T> w = Vector3T<T>::Zero();
  Vector3T<T> v = Vector3T<T>::Zero();  // of the node origin
  Vector3T<T> dw = Vector3T<T>::Zero();
  Vector3T<T> a = Vector3T<T>::Zero();
};

template <typename T>
inline Vector3T<T> cross(const Vector3T<T>& x, const Vector3T<T>& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

// R and p of a node from its parent's.
template <typename T>
inline void move_position(const TreeNode& node, const NodeCoordinate<T>& x, const NodeMotion<T>& parent,
                          NodeMotion<T>& n) {
  if (node.kind == NodeKind::free) {
    n.R = x.R;
    n.p = x.p;
    return;
  }
  // The joint frame on the parent; the base does not move.
  Matrix3T<T> R;
  if (node.parent == 0) {
    R = node.placement.R.template cast<T>();
    n.p = node.placement.p.template cast<T>();
  } else {
    n.p = parent.p;
    if (node.offset) n.p += parent.R * node.placement.p.template cast<T>();
    if (node.turned) {
      R.noalias() = parent.R * node.placement.R.template cast<T>();
    } else {
      R = parent.R;
    }
  }
  switch (node.kind) {
    case NodeKind::helical: n.p += x.slide * R.col(2); [[fallthrough]];
    case NodeKind::revolute:
      n.R.col(0) = x.c * R.col(0) + x.s * R.col(1);
      n.R.col(1) = x.c * R.col(1) - x.s * R.col(0);
      n.R.col(2) = R.col(2);
      break;
    case NodeKind::prismatic:
      n.R = R;
      n.p += x.slide * R.col(2);
      break;
    case NodeKind::spherical:
      n.axes = R;
      n.R = R * x.R;
      break;
    default: break;
  }
}

// Velocity of a node from its parent's; rate points to the node's velocity coordinates.
template <typename T>
inline void move_velocity(const TreeNode& node, const T* rate, const NodeMotion<T>& parent, NodeMotion<T>& n) {
  if (node.kind == NodeKind::free) {
    n.v = Vector3T<T>(rate[0], rate[1], rate[2]);
    n.w = Vector3T<T>(rate[3], rate[4], rate[5]);
    return;
  }
  const Vector3T<T> z = n.R.col(2);
  if (node.parent == 0) {
    n.v.setZero();
    n.w.setZero();
  } else {
    n.v = parent.v + cross<T>(parent.w, n.p - parent.p);
    n.w = parent.w;
  }
  switch (node.kind) {
    case NodeKind::helical: n.v += (T(node.pitch) * rate[0]) * z; [[fallthrough]];
    case NodeKind::revolute: n.w += rate[0] * z; break;
    case NodeKind::prismatic: n.v += rate[0] * z; break;
    case NodeKind::spherical: n.w += n.axes * Vector3T<T>(rate[0], rate[1], rate[2]); break;
    default: break;
  }
}

// Acceleration of a node from its parent's; `change` points to the time derivatives of its velocity coordinates.
template <typename T>
inline void move_acceleration(const TreeNode& node, const T* rate, const T* change, const NodeMotion<T>& parent,
                              NodeMotion<T>& n) {
  if (node.kind == NodeKind::free) {
    n.a = Vector3T<T>(change[0], change[1], change[2]);
    n.dw = Vector3T<T>(change[3], change[4], change[5]);
    return;
  }
  const Vector3T<T> z = n.R.col(2);
  Vector3T<T> turn = Vector3T<T>::Zero();  // of the joint axis with the parent, w x z
  if (node.parent == 0) {
    n.a.setZero();
    n.dw.setZero();
  } else {
    const Vector3T<T> r = n.p - parent.p;
    n.a = parent.a + cross<T>(parent.dw, r) + cross<T>(parent.w, cross<T>(parent.w, r));
    n.dw = parent.dw;
    turn = cross<T>(parent.w, z);
  }
  switch (node.kind) {
    case NodeKind::helical:
      n.a += (T(node.pitch) * change[0]) * z + (T(2) * T(node.pitch) * rate[0]) * turn;
      [[fallthrough]];
    case NodeKind::revolute: n.dw += change[0] * z + rate[0] * turn; break;
    case NodeKind::prismatic: n.a += change[0] * z + (T(2) * rate[0]) * turn; break;
    case NodeKind::spherical: {
      const Vector3T<T> relative = n.axes * Vector3T<T>(rate[0], rate[1], rate[2]);
      n.dw += n.axes * Vector3T<T>(change[0], change[1], change[2]) + cross<T>(parent.w, relative);
      break;
    }
    default: break;
  }
}

// Velocity that a unit rate of the node's i-th velocity coordinate gives to a body point x beyond it.
template <typename T>
inline TwistT<T> unit_twist(const TreeNode& node, const NodeMotion<T>& n, int i, const Vector3T<T>& x) {
  TwistT<T> t;
  switch (node.kind) {
    case NodeKind::revolute:
      t.w = n.R.col(2);
      t.v = cross<T>(t.w, x - n.p);
      break;
    case NodeKind::helical:
      t.w = n.R.col(2);
      t.v = cross<T>(t.w, x - n.p) + T(node.pitch) * t.w;
      break;
    case NodeKind::prismatic: t.v = n.R.col(2); break;
    case NodeKind::spherical:
      t.w = n.axes.col(i);
      t.v = cross<T>(t.w, x - n.p);
      break;
    case NodeKind::free:
      if (i < 3) {
        t.v[i] = T(1);
      } else {
        t.w[i - 3] = T(1);
        t.v = cross<T>(t.w, x - n.p);
      }
      break;
    default: break;
  }
  return t;
}

}  // namespace jourdain
