// The mass matrix and the forward dynamics of a platform on legs that end in ball joints: each leg gives its inertia at
// its ball joint, 3 x 3. The same numbers as the general engine, in far fewer operations.
#pragma once

#include "dynamics/leg_plan.hpp"

namespace jourdain {

// The mass matrix of the motors' rates, 6 x 6 in the order of actuators: that of the platform's twist between the
// inverse Jacobians. What only a motor's rate sees never goes through them.
template <typename T>
Matrix6T<T> mass_matrix_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                bool payload, const PlacementT<T>& pose, Guard<T>& guard);

// Changes of all actuators' rates from the forces of all actuators, one each in their order. The motion's acceleration
// is left out of account. In the platform's axes arms to ball joints are constant; one symmetric system of six.
template <typename T>
void forward_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const DeadBands<T>& bands,
                              const T* forces, Guard<T>& guard, T* changes);

// The same as accelerations (a, dw) of the platform's origin, for legs that are not in pairs.
template <typename T>
void platform_acceleration_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                   bool friction, bool payload, const PlatformMotion<T>& motion,
                                   const DeadBands<T>& bands, const T* forces, Guard<T>& guard, T* acceleration);

}  // namespace jourdain
