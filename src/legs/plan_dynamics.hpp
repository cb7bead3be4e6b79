// The equations of a robot leg by leg, as its plan says: motor forces, mass matrix, accelerations, traced in the
// fewest operations. The same numbers as the recursion over all bodies. On numbers the plan runs in lanes:
// lane_plan.hpp.
#pragma once

#include "expression/repeat.hpp"
#include "legs/ball_motions.hpp"
#include "legs/plan_parameters.hpp"

namespace jourdain {

// Forces of all motors. Guards: what the legs' kernels need. They are not finite where a leg is horizontal. `repeat`
// runs the legs; in stages each of them finds the motion of its ball joint itself.
template <typename T>
void inverse_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, Guard<T>& guard, T* forces,
                              const Repeat<T>& repeat = Repeat<T>());

// The mass matrix of the motors' rates, square and row by row in the order of motors: that of the platform's twist
// between the inverse Jacobians. What only a motor's rate sees never goes through them.
template <typename T>
void mass_matrix_by_plan(const Plan& plan, const PlanParameters<T>& parameters, const PlacementT<T>& pose,
                         Guard<T>& guard, T* matrix);

// Accelerations of all motors from the forces of all motors, one each in their order, and that of the platform's
// origin in base axes. The motion's own acceleration is left out of account. One symmetric system.
template <typename T>
void forward_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                              AccelerationT<T>& platform);

}  // namespace jourdain
