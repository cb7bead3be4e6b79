#include "kinematics/closure.hpp"

#include "expression/scalar.hpp"
#include "model/joint_freedoms.hpp"

#include <array>
#include <cmath>

namespace jourdain {

namespace {

// What the table of joints says of a cut, worked out beforehand.
struct CutKind {
  bool holds_point = false, is_screw = false;
  std::array<bool, 3> slides = {};  // along x, y, z
  int turns = 0;
};

constexpr std::array cut_kinds = [] {
  std::array<CutKind, joint_table::kinds.size()> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const JointKind& kind = joint_table::kinds[i];
    all[i] = {kind.holds_point(),
              kind.is_screw,
              {kind.slides_along(0), kind.slides_along(1), kind.slides_along(2)},
              kind.turns()};
  }
  return all;
}();

// The joint frames of a cut in the base frame, and the motion of both sides.
template <typename T>
struct CutFrames {
  Matrix3T<T> A, B;
  Vector3T<T> p_a, p_b, d;
  Vector3T<T> w_a, w_b, relative;  // relative: v_B - v_A

  CutFrames(const Cut& cut, const TreeStateT<T>& state, bool with_velocity) {
    const NodeMotion<T>& a = state.n[cut.node_a];
    const NodeMotion<T>& b = state.n[cut.node_b];
    A = a.R * cut.in_a.R.template cast<T>();
    B = b.R * cut.in_b.R.template cast<T>();
    p_a = node_point(a, cut.in_a.p);
    p_b = node_point(b, cut.in_b.p);
    d = p_b - p_a;
    if (!with_velocity) return;
    w_a = a.w;
    w_b = b.w;
    relative = point_velocity(b, p_b) - point_velocity(a, p_a);
  }
};

// Coincidence of the joint points in one base axis.
template <typename T>
CutRowT<T> point_row(const CutFrames<T>& f, int axis) {
  CutRowT<T> row;
  row.n[axis] = T(1);
  row.residual = f.d[axis];
  return row;
}

// u_A . d = 0: no displacement along a direction fixed in A.
template <typename T>
CutRowT<T> slide_row(const CutFrames<T>& f, int axis, bool with_bias) {
  const Vector3T<T> u = f.A.col(axis);
  CutRowT<T> row;
  row.n = u;
  row.m_a = cross<T>(u, f.d);
  row.residual = u.dot(f.d);
  if (with_bias) {
    const Vector3T<T> du = cross<T>(f.w_a, u);
    row.bias = du.dot(f.relative) + (cross<T>(du, f.d) + cross<T>(u, f.relative)).dot(f.w_a);
  }
  return row;
}

// u_A . w_B = 0: a direction of A stays perpendicular to one of B.
template <typename T>
CutRowT<T> angle_row(const CutFrames<T>& f, int axis_a, int axis_b, bool with_bias) {
  const Vector3T<T> u = f.A.col(axis_a), w = f.B.col(axis_b);
  CutRowT<T> row;
  row.m_b = cross<T>(w, u);
  row.m_a = -row.m_b;
  row.residual = u.dot(w);
  if (with_bias) {
    const Vector3T<T> change = cross<T>(cross<T>(f.w_b, w), u) + cross<T>(w, cross<T>(f.w_a, u));
    row.bias = change.dot(f.w_b - f.w_a);
  }
  return row;
}

// z_A . d = pitch * angle, the angle being the turn that is nearest to the slide (residual: double only).
template <typename T>
CutRowT<T> helical_row(const CutFrames<T>& f, double pitch, bool with_bias) {
  CutRowT<T> row = slide_row(f, 2, with_bias);
  if constexpr (!is_traced<T>) {
    const double angle = std::atan2(f.A.col(1).dot(f.B.col(0)), f.A.col(0).dot(f.B.col(0)));
    row.residual = -pitch * std::remainder(angle - row.residual / pitch, 2 * M_PI);
  }
  const Vector3T<T> z = f.A.col(2);
  row.m_b -= T(pitch) * z;
  row.m_a += T(pitch) * z;
  if (with_bias) row.bias -= T(pitch) * cross<T>(f.w_a, z).dot(f.w_b - f.w_a);
  return row;
}

}  // namespace

template <typename T>
void cut_rows(const Cut& cut, const TreeStateT<T>& state, bool with_bias, CutRowT<T> rows[6]) {
  const CutFrames<T> f(cut, state, with_bias);
  const CutKind& kind = cut_kinds[static_cast<std::size_t>(cut.type)];
  int first = 0;
  if (kind.holds_point) {
    for (; first < 3; ++first) rows[first] = point_row(f, first);
  } else {
    for (int axis = 0; axis < 3; ++axis) {
      if (kind.slides[axis]) continue;
      rows[first++] = kind.is_screw && axis == 2 ? helical_row(f, cut.pitch, with_bias) : slide_row(f, axis, with_bias);
    }
  }
  switch (kind.turns) {
    case 3: break;
    case 2: rows[first] = angle_row(f, 2, 0, with_bias); break;
    case 0:
      rows[first] = angle_row(f, 0, 1, with_bias);
      rows[first + 1] = angle_row(f, 1, 2, with_bias);
      rows[first + 2] = angle_row(f, 2, 0, with_bias);
      break;
    default:
      rows[first] = angle_row(f, 0, 2, with_bias);
      rows[first + 1] = angle_row(f, 1, 2, with_bias);
      break;
  }
}

template <typename T>
void closure_jacobian(const SpanningTree& tree, const TreeStateT<T>& state, double size, VectorXT<T>& g,
                      RowMatrixT<T>& K) {
  CutRowT<T> rows[6];
  K.setZero();
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, false, rows);
    const int lengths = length_rows(cut.type);
    const Vector3T<T> p_a = node_point(state.n[cut.node_a], cut.in_a.p);
    const Vector3T<T> p_b = node_point(state.n[cut.node_b], cut.in_b.p);
    for (int side = 0; side < 2; ++side) {
      const Vector3T<T>& point = side == 0 ? p_a : p_b;
      for (int index : side == 0 ? cut.path_a : cut.path_b) {
        const TreeNode& node = tree.nodes[index];
        for (int i = 0; i < velocities(node.kind); ++i) {
          const TwistT<T> t = unit_twist(node, state.n[index], i, point);
          const double column = is_length(node, i) ? size : 1.0;
          for (int r = 0; r < cut.rows; ++r) {
            const T entry =
                side == 0 ? rows[r].m_a.dot(t.w) - rows[r].n.dot(t.v) : rows[r].m_b.dot(t.w) + rows[r].n.dot(t.v);
            K(cut.row + r, node.v + i) += entry * T(column / (r < lengths ? size : 1.0));
          }
        }
      }
    }
    for (int i = 0; i < cut.rows; ++i) g[cut.row + i] = rows[i].residual * T(1 / (i < lengths ? size : 1.0));
  }
}

template <typename T>
void closure_bias(const SpanningTree& tree, const TreeStateT<T>& state, double size, VectorXT<T>& bias) {
  CutRowT<T> rows[6];
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, true, rows);
    const int lengths = length_rows(cut.type);
    const NodeMotion<T>& a = state.n[cut.node_a];
    const NodeMotion<T>& b = state.n[cut.node_b];
    const Vector3T<T> change =
        point_acceleration(b, node_point(b, cut.in_b.p)) - point_acceleration(a, node_point(a, cut.in_a.p));
    for (int r = 0; r < cut.rows; ++r) {
      const T rate = rows[r].n.dot(change) + rows[r].m_b.dot(b.dw) + rows[r].m_a.dot(a.dw) + rows[r].bias;
      bias[cut.row + r] = rate * T(1 / (r < lengths ? size : 1.0));
    }
  }
}

template void cut_rows(const Cut&, const TreeStateT<Scalar>&, bool, CutRowT<Scalar>[6]);
template void closure_jacobian(const SpanningTree&, const TreeStateT<Scalar>&, double, VectorXT<Scalar>&,
                               RowMatrixT<Scalar>&);
template void closure_bias(const SpanningTree&, const TreeStateT<Scalar>&, double, VectorXT<Scalar>&);

}  // namespace jourdain
