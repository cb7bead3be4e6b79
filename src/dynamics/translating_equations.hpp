// The mass matrix and the forward dynamics of a platform that only translates on three arms with bars: three equations.
#pragma once

#include "dynamics/translating_plan.hpp"

namespace jourdain {

// The mass matrix of the motors' rates, in the order of actuators.
template <typename T>
Matrix3T<T> mass_matrix_translating(const RobotData& robot, const TranslatingPlan& plan,
                                    const TreeParameters<T>& parameters, bool payload, const Vector3T<T>& position,
                                    Guard<T>& guard);

// Changes of all actuators' rates from the forces of all actuators, one each in their order. The motion's acceleration
// is left out of account.
template <typename T>
void forward_dynamics_translating(const RobotData& robot, const TranslatingPlan& plan,
                                  const TreeParameters<T>& parameters, bool friction, bool payload,
                                  const PlatformMotion<T>& motion, const DeadBands<T>& bands, const T* forces,
                                  Guard<T>& guard, T* changes);

}  // namespace jourdain
