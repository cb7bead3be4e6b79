// Forward dynamics of a platform on pairs of legs whose tips are mirrored, in the platform's axes: there arms are
// constant, and pairs have only sums and differences.
#pragma once

#include "dynamics/leg_plan.hpp"

namespace jourdain {

// Second moments L = integral of x x^T of an inertia I = tr(L) - L.
template <typename T>
Matrix3T<T> second_moments(const FrameInertia<T>& inertia) {
  Matrix3T<T> L = -inertia.I;
  const T half = T(0.5) * inertia.I.trace();
  for (int i = 0; i < 3; ++i) L(i, i) += half;
  return L;
}

// True for pairs of telescopic legs with the inertia of table I.
bool has_paired_legs(const LegPlan& plan);

// As forward_dynamics_by_legs.
template <typename T>
void forward_dynamics_by_pairs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                               bool friction, bool payload, const PlatformMotion<T>& motion, const DeadBands<T>& bands,
                               const T* forces, Guard<T>& guard, T* changes);

}  // namespace jourdain
