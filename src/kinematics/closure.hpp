// Closure equations of the cuts: residuals, Jacobian K and velocity-product terms, K a + bias = 0.
// Rows that are lengths are divided by the robot's size and length coordinates are counted in sizes, so that every
// entry is a plain number: K y with v = scale_columns(y).
#pragma once

#include "kinematics/state.hpp"

namespace jourdain {

// One scalar equation: its rate is n.(v_B - v_A) + m_b.w_B + m_a.w_A, with v of the joint points.
struct CutRow {
  Vector3 n = Vector3::Zero();
  Vector3 m_a = Vector3::Zero();
  Vector3 m_b = Vector3::Zero();
  double residual = 0;
  double bias = 0;  // change of n, m_a, m_b times the velocities; filled if velocities are wanted
};

// The equations of one cut at the state's positions; the count is cut.rows.
void cut_rows(const Cut& cut, const TreeState& state, bool with_bias, CutRow rows[6]);

// g, one entry per row, lengths divided by size.
void closure_residual(const SpanningTree& tree, const TreeState& state, double size, VectorX& g);

// Residual and K (rows x nv) together.
void closure_jacobian(const SpanningTree& tree, const TreeState& state, double size, VectorX& g, RowMatrix& K);

// Bias of the accelerations: derivative of the row rates with all velocity coordinates constant. Needs node
// accelerations computed with state.a = 0.
void closure_bias(const SpanningTree& tree, const TreeState& state, double size, VectorX& bias);

// Velocity coordinates between SI and plain numbers (lengths in sizes).
void scale_columns(const SpanningTree& tree, double size, VectorX& v);
void unscale_columns(const SpanningTree& tree, double size, VectorX& v);

// True for velocity coordinates that are lengths.
bool is_length(const TreeNode& node, int i);

}  // namespace jourdain
