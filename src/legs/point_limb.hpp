// Rates of a limb that is tied to the platform by one ball joint and has three coordinates (U-P-S, R-U-S, P-U-S ...):
// the velocity of the ball's centre gives all three by a 3 x 3 system, which is solved with cross products.
#pragma once

#include "structure/tree_state.hpp"

namespace jourdain {

// Whether a limb is of this kind, and where its ball joint is.
struct PointLimb {
  bool applies = false;
  int last = 0;                       // node that carries the ball joint
  Vector3 in_last = Vector3::Zero();  // its centre there
  Vector3 on_platform = Vector3::Zero();
};

// Rows of the inverse of J_k, kept between rates and accelerations.
template <typename T>
struct PointLimbSolve {
  Vector3T<T> row[3];
  Vector3T<T> centre = Vector3T<T>::Zero();
};

PointLimb recognise_point_limb(const SpanningTree& tree, const Limb& limb);

// Centre and rows of the inverse of J_k at the state's positions. Returns the conditioning: the volume spanned by the
// unit columns of J_k, 0 if singular; 1 for a traced scalar.
template <typename T>
double point_rows(const SpanningTree& tree, const Limb& limb, const PointLimb& point, const TreeStateT<T>& state,
                  PointLimbSolve<T>& solve);

// Rates and node velocities of the limb from the platform's motion, after point_rows.
template <typename T>
void solve_point_rates(const SpanningTree& tree, const Limb& limb, TreeStateT<T>& state,
                       const PointLimbSolve<T>& solve);

// Accelerations likewise, after solve_point_rates.
template <typename T>
void solve_point_accelerations(const SpanningTree& tree, const Limb& limb, const PointLimb& point, TreeStateT<T>& state,
                               const PointLimbSolve<T>& solve);

}  // namespace jourdain
