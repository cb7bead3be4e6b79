#include "legs/arm_equations.hpp"

#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/plan_steps.hpp"

namespace jourdain {

template <typename T>
void mass_matrix_of_arms(const Plan& plan, const PlanParameters<T>& parameters, const Vector3T<T>& position,
                         Guard<T>& guard, T* matrix) {
  PartScope<T> part(Part::leg_dynamics);
  ArmsAtRest<T> arms;
  for (int k = 0; k < 3; ++k) {
    const auto& [leg, masses] = std::get<3>(parameters.legs[k]);
    const ArmPlace<T> at = place_arm<T>(leg, position, guard);
    arms.d[k] = at.d;
    arms.lever[k] = at.lever;
    arms.momentum[k] = elbow_motion<T>(leg, at, masses.CB);
    arms.turning[k] = masses.turning;
  }
  part.enter(Part::solve);
  arms.mass_matrix(plan, parameters.platform.moved.m, matrix);
}

template <typename T>
void forward_dynamics_of_arms(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                              AccelerationT<T>& platform) {
  PartScope<T> part(Part::platform);
  Matrix3T<T> M = parameters.platform.moved.m * Matrix3T<T>::Identity();
  Vector3T<T> a = (parameters.platform.moved.m + parameters.platform.gravity_only) * parameters.gravity;
  part.enter(Part::leg_dynamics);
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands};
  const TipMotion<T> coasting{motion.pose.p, motion.twist.v, Vector3T<T>::Zero()};
  ArmForce<T> legs[3];
  for (int k = 0; k < 3; ++k) {
    const auto& [leg, masses] = std::get<3>(parameters.legs[k]);
    legs[k] = arm_force<T>(leg, masses, surroundings, coasting, guard);
    add_arm<T>(leg, masses, legs[k], forces[plan.legs[k].index], M, a);
  }
  part.enter(Part::solve);
  solve_symmetric(M, a.data());
  for (int k = 0; k < 3; ++k) {
    accelerations[plan.legs[k].index] = legs[k].acceleration + legs[k].at.d.dot(a) / legs[k].at.lever;
  }
  platform = {a, Vector3T<T>::Zero()};
}

template void mass_matrix_of_arms(const Plan&, const PlanParameters<Scalar>&, const Vector3T<Scalar>&, Guard<Scalar>&,
                                  Scalar*);
template void forward_dynamics_of_arms(const Plan&, const PlanParameters<Scalar>&, bool, const PlatformStateT<Scalar>&,
                                       const Scalar*, Guard<Scalar>&, Scalar*, AccelerationT<Scalar>&);

}  // namespace jourdain
