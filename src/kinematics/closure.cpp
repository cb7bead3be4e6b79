#include "kinematics/closure.hpp"

#include <cmath>

namespace jourdain {

bool is_length(const TreeNode& node, int i) {
  return node.kind == NodeKind::prismatic || (node.kind == NodeKind::free && i < 3);
}

namespace {

// The joint frames of a cut in the base frame, and the motion of both sides.
struct CutFrames {
  Matrix3 A, B;
  Vector3 p_a, p_b, d;
  Vector3 w_a, w_b, relative;  // relative: v_B - v_A

  CutFrames(const Cut& cut, const TreeState& state, bool with_velocity) {
    const NodeMotion<double>& a = state.n[cut.node_a];
    const NodeMotion<double>& b = state.n[cut.node_b];
    A = a.R * cut.in_a.R;
    B = b.R * cut.in_b.R;
    p_a = a.p + a.R * cut.in_a.p;
    p_b = b.p + b.R * cut.in_b.p;
    d = p_b - p_a;
    if (!with_velocity) return;
    w_a = a.w;
    w_b = b.w;
    relative = point_velocity(b, p_b) - point_velocity(a, p_a);
  }
};

// Coincidence of the joint points in one base axis.
CutRow point_row(const CutFrames& f, int axis) {
  CutRow row;
  row.n[axis] = 1;
  row.residual = f.d[axis];
  return row;
}

// u_A . d = 0: no displacement along a direction fixed in A.
CutRow slide_row(const CutFrames& f, int axis, bool with_bias) {
  const Vector3 u = f.A.col(axis);
  CutRow row;
  row.n = u;
  row.m_a = cross<double>(u, f.d);
  row.residual = u.dot(f.d);
  if (with_bias) {
    const Vector3 du = cross<double>(f.w_a, u);
    row.bias = du.dot(f.relative) + (cross<double>(du, f.d) + cross<double>(u, f.relative)).dot(f.w_a);
  }
  return row;
}

// u_A . w_B = 0: a direction of A stays perpendicular to one of B.
CutRow angle_row(const CutFrames& f, int axis_a, int axis_b, bool with_bias) {
  const Vector3 u = f.A.col(axis_a), w = f.B.col(axis_b);
  CutRow row;
  row.m_b = cross<double>(w, u);
  row.m_a = -row.m_b;
  row.residual = u.dot(w);
  if (with_bias) {
    const Vector3 change = cross<double>(cross<double>(f.w_b, w), u) + cross<double>(w, cross<double>(f.w_a, u));
    row.bias = change.dot(f.w_b - f.w_a);
  }
  return row;
}

// z_A . d = pitch * angle, the angle being the turn that is nearest to the slide.
CutRow helical_row(const CutFrames& f, double pitch, bool with_bias) {
  CutRow row = slide_row(f, 2, with_bias);
  const double angle = std::atan2(f.A.col(1).dot(f.B.col(0)), f.A.col(0).dot(f.B.col(0)));
  row.residual = -pitch * std::remainder(angle - row.residual / pitch, 2 * M_PI);
  const Vector3 z = f.A.col(2);
  row.m_b -= pitch * z;
  row.m_a += pitch * z;
  if (with_bias) row.bias -= pitch * cross<double>(f.w_a, z).dot(f.w_b - f.w_a);
  return row;
}

// Rows that fix lengths come first: their number by joint type.
int length_rows(JointType type) {
  switch (type) {
    case JointType::prismatic:
    case JointType::cylindrical: return 2;
    case JointType::planar: return 1;
    default: return 3;
  }
}

}  // namespace

void cut_rows(const Cut& cut, const TreeState& state, bool with_bias, CutRow rows[6]) {
  const CutFrames f(cut, state, with_bias);
  switch (cut.type) {
    case JointType::prismatic:
    case JointType::cylindrical:
      rows[0] = slide_row(f, 0, with_bias);
      rows[1] = slide_row(f, 1, with_bias);
      break;
    case JointType::planar: rows[0] = slide_row(f, 2, with_bias); break;
    case JointType::helical:
      rows[0] = slide_row(f, 0, with_bias);
      rows[1] = slide_row(f, 1, with_bias);
      rows[2] = helical_row(f, cut.pitch, with_bias);
      break;
    default:
      for (int i = 0; i < 3; ++i) rows[i] = point_row(f, i);
      break;
  }
  const int first = length_rows(cut.type);
  switch (cut.type) {
    case JointType::spherical: break;
    case JointType::universal: rows[first] = angle_row(f, 2, 0, with_bias); break;
    case JointType::prismatic:
    case JointType::fixed:
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

void closure_residual(const SpanningTree& tree, const TreeState& state, double size, VectorX& g) {
  CutRow rows[6];
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, false, rows);
    const int lengths = length_rows(cut.type);
    for (int i = 0; i < cut.rows; ++i) g[cut.row + i] = rows[i].residual / (i < lengths ? size : 1.0);
  }
}

void closure_jacobian(const SpanningTree& tree, const TreeState& state, double size, VectorX& g, RowMatrix& K) {
  CutRow rows[6];
  K.setZero();
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, false, rows);
    const int lengths = length_rows(cut.type);
    const Vector3 p_a = state.n[cut.node_a].p + state.n[cut.node_a].R * cut.in_a.p;
    const Vector3 p_b = state.n[cut.node_b].p + state.n[cut.node_b].R * cut.in_b.p;
    for (int side = 0; side < 2; ++side) {
      const Vector3& point = side == 0 ? p_a : p_b;
      for (int index : side == 0 ? cut.path_a : cut.path_b) {
        const TreeNode& node = tree.nodes[index];
        for (int i = 0; i < velocities(node.kind); ++i) {
          const TwistT<double> t = unit_twist(node, state.n[index], i, point);
          const double column = is_length(node, i) ? size : 1.0;
          for (int r = 0; r < cut.rows; ++r) {
            const double entry =
                side == 0 ? rows[r].m_a.dot(t.w) - rows[r].n.dot(t.v) : rows[r].m_b.dot(t.w) + rows[r].n.dot(t.v);
            K(cut.row + r, node.v + i) += entry * column / (r < lengths ? size : 1.0);
          }
        }
      }
    }
    for (int i = 0; i < cut.rows; ++i) g[cut.row + i] = rows[i].residual / (i < lengths ? size : 1.0);
  }
}

void closure_bias(const SpanningTree& tree, const TreeState& state, double size, VectorX& bias) {
  CutRow rows[6];
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, true, rows);
    const int lengths = length_rows(cut.type);
    const NodeMotion<double>& a = state.n[cut.node_a];
    const NodeMotion<double>& b = state.n[cut.node_b];
    const Vector3 change =
        point_acceleration(b, b.p + b.R * cut.in_b.p) - point_acceleration(a, a.p + a.R * cut.in_a.p);
    for (int r = 0; r < cut.rows; ++r) {
      const double rate = rows[r].n.dot(change) + rows[r].m_b.dot(b.dw) + rows[r].m_a.dot(a.dw) + rows[r].bias;
      bias[cut.row + r] = rate / (r < lengths ? size : 1.0);
    }
  }
}

void scale_columns(const SpanningTree& tree, double size, VectorX& v) {
  for (const TreeNode& node : tree.nodes) {
    for (int i = 0; i < velocities(node.kind); ++i) {
      if (is_length(node, i)) v[node.v + i] *= size;
    }
  }
}

void unscale_columns(const SpanningTree& tree, double size, VectorX& v) {
  for (const TreeNode& node : tree.nodes) {
    for (int i = 0; i < velocities(node.kind); ++i) {
      if (is_length(node, i)) v[node.v + i] /= size;
    }
  }
}

}  // namespace jourdain
