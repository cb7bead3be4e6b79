// What the equations of a plan share.
#pragma once

#include "legs/plan_dynamics.hpp"
#include "legs/wrench.hpp"
#include "structure/node_motion.hpp"

namespace jourdain {

template <typename T>
using LegLines = std::array<Vector3T<T>, most_legs>;

// Three equations, of a platform that only translates.
template <typename T>
void mass_matrix_of_arms(const Plan& plan, const PlanParameters<T>& parameters, const Vector3T<T>& position,
                         Guard<T>& guard, T* matrix);
template <typename T>
void forward_dynamics_of_arms(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                              AccelerationT<T>& platform);

// Pairs of legs whose tips are mirrored, in the platform's axes: there arms are constant, and pairs have only sums and
// differences.
template <typename T>
void forward_dynamics_of_pairs(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                               const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                               AccelerationT<T>& platform);

}  // namespace jourdain
