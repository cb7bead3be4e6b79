// What the equations of a plan share.
#pragma once

#include "legs/plan_dynamics.hpp"
#include "legs/wrench.hpp"
#include "structure/node_motion.hpp"

#include <cmath>

namespace jourdain {

template <typename T>
using LegLines = std::array<Vector3T<T>, most_legs>;

// The wrench that the loaded platform needs for its motion, about the point that its origin is at `arm` from.
template <typename T>
Wrench<T> platform_wrench(const PlatformMasses<T>& platform, const Matrix3T<T>& R, const Matrix3T<T>& WR,
                          const AccelerationT<T>& acceleration, const Vector3T<T>& gravity, const Vector3T<T>& arm);

// Lowers the margins to those of a leg.
template <typename T>
inline void note_leg([[maybe_unused]] const Plan& plan, [[maybe_unused]] int k,
                     [[maybe_unused]] const LegForce<T>& force, [[maybe_unused]] PlanMargins& margins) {
  if constexpr (!is_traced<T>) {
    const RobotLeg& leg = plan.legs[k];
    const double line2 = force.line.squaredNorm();
    if (!plan.translates()) margins.stretch = std::min(margins.stretch, 1 / line2);
    margins.lever = std::min(margins.lever, force.scale * force.scale / (line2 * leg.motor_unit * leg.motor_unit));
    if (leg.motor_turns) margins.motor_angles[k] = std::atan2(force.elbow_sin, force.elbow_cos) - leg.zero_angle;
  }
}

// After all legs: until then margins are squares.
inline void finish(PlanMargins& margins) {
  margins.stretch = std::sqrt(margins.stretch);
  margins.lever = std::sqrt(margins.lever);
}

// Three equations, of a platform that only translates.
template <typename T>
PlanMargins mass_matrix_of_arms(const Plan& plan, const PlanParameters<T>& parameters, const Vector3T<T>& position,
                                Guard<T>& guard, T* matrix);
template <typename T>
PlanMargins forward_dynamics_of_arms(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                     const MotionT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                                     AccelerationT<T>& platform);

// Pairs of legs whose tips are mirrored, in the platform's axes: there arms are constant, and pairs have only sums and
// differences.
template <typename T>
PlanMargins forward_dynamics_of_pairs(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                      const MotionT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                                      AccelerationT<T>& platform);

}  // namespace jourdain
