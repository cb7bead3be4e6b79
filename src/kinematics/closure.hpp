// Closure equations of the cuts: residuals, Jacobian K and velocity-product terms, K a + bias = 0.
// Rows that are lengths are divided by the robot's size and length coordinates are counted in sizes, so that every
// entry is a plain number: K y with v = scale_columns(y).
#pragma once

#include "structure/tree_state.hpp"

namespace jourdain {

// True for velocity coordinates that are lengths.
inline bool is_length(const TreeNode& node, int i) {
  return node.kind == NodeKind::prismatic || (node.kind == NodeKind::free && i < 3);
}

// One scalar equation: its rate is n.(v_B - v_A) + m_b.w_B + m_a.w_A, with v of the joint points.
template <typename T>
struct CutRowT {
  Vector3T<T> n = Vector3T<T>::Zero();
  Vector3T<T> m_a = Vector3T<T>::Zero();
  Vector3T<T> m_b = Vector3T<T>::Zero();
  T residual = T(0);
  T bias = T(0);  // change of n, m_a, m_b times the velocities; filled if velocities are wanted
};
using CutRow = CutRowT<double>;

// Rows that fix lengths come first: their number by joint type.
int length_rows(JointType type);

// The equations of one cut at the state's positions; the count is cut.rows.
template <typename T>
void cut_rows(const Cut& cut, const TreeStateT<T>& state, bool with_bias, CutRowT<T> rows[6]);

// g, one entry per row, lengths divided by size.
void closure_residual(const SpanningTree& tree, const TreeState& state, double size, VectorX& g);

// Residual and K (rows x nv) together.
template <typename T>
void closure_jacobian(const SpanningTree& tree, const TreeStateT<T>& state, double size, VectorXT<T>& g,
                      RowMatrixT<T>& K);

// Bias of the accelerations: derivative of the row rates with all velocity coordinates constant. Needs node
// accelerations computed with state.a = 0.
template <typename T>
void closure_bias(const SpanningTree& tree, const TreeStateT<T>& state, double size, VectorXT<T>& bias);

// Velocity coordinates between SI and plain numbers (lengths in sizes).
template <typename T>
void scale_columns(const SpanningTree& tree, double size, VectorXT<T>& v) {
  for (const TreeNode& node : tree.nodes) {
    for (int i = 0; i < velocities(node.kind); ++i) {
      if (is_length(node, i)) v[node.v + i] *= T(size);
    }
  }
}

}  // namespace jourdain
