// The equations of a robot leg by leg, as its plan says: actuator forces, mass matrix, accelerations. The same numbers
// as the recursion over all bodies, in the fewest operations. On numbers a control loop may call everything here.
#pragma once

#include "expression/repeat.hpp"
#include "legs/ball_motions.hpp"
#include "legs/plan_parameters.hpp"

namespace jourdain {

// How far a place is from where the plan's divisors vanish: 1 at best, 0 there. A traced scalar does not tell.
struct PlanMargins {
  double stretch = 1;                            // of a leg or rod along the vertical axis, over its length
  double lever = 1;                              // of a motor, over the best
  double pivots = 1;                             // smallest over the largest of the balance
  std::array<double, most_legs> motor_angles{};  // of turning motors, within half a turn of 0

  // All of them are well away from 0: the recursion would answer, too.
  bool wide() const { return stretch > 0.05 && lever > 1e-2 && pivots > 1e-4; }
};

// Forces of all actuators. Guards: what the legs' kernels need. They are not finite where a leg is horizontal. `repeat`
// runs the legs; in stages each of them finds the motion of its ball joint itself.
template <typename T>
PlanMargins inverse_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                     const MotionT<T>& motion, Guard<T>& guard, T* forces,
                                     const Repeat<T>& repeat = Repeat<T>());

// The mass matrix of the motors' rates, square and row by row in the order of actuators: that of the platform's twist
// between the inverse Jacobians. What only a motor's rate sees never goes through them.
template <typename T>
PlanMargins mass_matrix_by_plan(const Plan& plan, const PlanParameters<T>& parameters, const PlacementT<T>& pose,
                                Guard<T>& guard, T* matrix);

// Accelerations of all actuators from the forces of all actuators, one each in their order, and that of the platform's
// origin in base axes. The motion's own acceleration is left out of account. One symmetric system.
template <typename T>
PlanMargins forward_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                     const MotionT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                                     AccelerationT<T>& platform);

}  // namespace jourdain
