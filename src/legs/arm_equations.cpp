#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/plan_steps.hpp"

namespace jourdain {
namespace {

template <typename T>
std::pair<const ArmLeg&, const ArmParameters<T>&> arm_of(const Plan& plan, const PlanParameters<T>& parameters, int k) {
  return {*std::get_if<ArmLeg>(&plan.legs[k].kernel), *std::get_if<ArmParameters<T>>(&parameters.legs[k])};
}

template <typename T>
void note_arm([[maybe_unused]] const Plan& plan, [[maybe_unused]] int k, [[maybe_unused]] const ArmPlace<T>& at,
              [[maybe_unused]] PlanMargins& margins) {
  if constexpr (!is_traced<T>) {
    const RobotLeg& leg = plan.legs[k];
    if (leg.motor_turns) margins.motor_angles[k] = std::atan2(at.Cu, at.Co) - leg.zero_angle;
    const double unit2 = leg.motor_unit * leg.motor_unit;
    margins.lever = std::min(margins.lever, at.lever * at.lever / (at.d.squaredNorm() * unit2));
  }
}

// The volume that the three bars' directions span.
template <typename T>
void note_volume([[maybe_unused]] const T& volume, [[maybe_unused]] const ArmPlace<T>* at,
                 [[maybe_unused]] PlanMargins& margins) {
  if constexpr (!is_traced<T>) {
    margins.pivots =
        std::abs(volume) / std::sqrt(at[0].d.squaredNorm() * at[1].d.squaredNorm() * at[2].d.squaredNorm());
  }
}

}  // namespace

template <typename T>
PlanMargins mass_matrix_of_arms(const Plan& plan, const PlanParameters<T>& parameters, const Vector3T<T>& position,
                                Guard<T>& guard, T* matrix) {
  PartScope<T> part(Part::leg_dynamics);
  ArmPlace<T> at[3];
  PlanMargins margins;
  Vector3T<T> momentum[3], velocity[3];
  T turning[3];
  for (int k = 0; k < 3; ++k) {
    const auto& [leg, k_leg] = arm_of(plan, parameters, k);
    at[k] = place_arm<T>(leg, position, guard);
    momentum[k] = elbow_motion<T>(leg, at[k], k_leg.CB);
    turning[k] = k_leg.turning;
    note_arm<T>(plan, k, at[k], margins);
  }
  part.enter(Part::solve);
  // The platform's velocity per rate of a motor is across the two other bars: d.v = lever q'.
  for (int k = 0; k < 3; ++k) {
    const Vector3T<T> across = cross<T>(at[(k + 1) % 3].d, at[(k + 2) % 3].d);
    const T volume = at[k].d.dot(across);
    note_volume<T>(volume, at, margins);
    velocity[k] = at[k].lever / volume * across;
  }
  const T& moved = parameters.platform.moved.m;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      T entry = (moved * velocity[i] + momentum[i]).dot(velocity[j]) + momentum[j].dot(velocity[i]);
      if (i == j) entry += turning[i];
      const int row = plan.legs[i].actuator, column = plan.legs[j].actuator;
      matrix[3 * row + column] = matrix[3 * column + row] = entry;
    }
  }
  finish(margins);
  return margins;
}

template <typename T>
PlanMargins forward_dynamics_of_arms(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                     const MotionT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                                     AccelerationT<T>& platform) {
  PartScope<T> part(Part::platform);
  const LoadedPlatform<T>& loaded = parameters.platform;
  Matrix3T<T> M = loaded.moved.m * Matrix3T<T>::Identity();
  Vector3T<T> a = (loaded.moved.m + loaded.more) * parameters.gravity;
  part.enter(Part::leg_dynamics);
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands};
  const TipMotion<T> coasting{motion.pose.p, motion.twist.v, Vector3T<T>::Zero()};
  PlanMargins margins;
  ArmForce<T> legs[3];
  for (int k = 0; k < 3; ++k) {
    const auto& [leg, masses] = arm_of(plan, parameters, k);
    legs[k] = arm_force<T>(leg, masses, surroundings, coasting, guard);
    const ArmPlace<T>& at = legs[k].at;
    note_arm<T>(plan, k, at, margins);
    // With q'' = d.a / lever the motor's inertia and the elbow's momentum act on the platform.
    const Vector3T<T> row = at.d / at.lever, momentum = elbow_motion<T>(leg, at, masses.CB);
    const Vector3T<T> driven = momentum + masses.turning * row;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) M(i, j) += row[i] * driven[j] + momentum[i] * row[j];
    }
    a += (forces[plan.legs[k].actuator] - legs[k].load) * row - legs[k].f;
  }
  part.enter(Part::solve);
  solve_symmetric(M, a.data());
  for (int k = 0; k < 3; ++k) {
    accelerations[plan.legs[k].actuator] = legs[k].acceleration + legs[k].at.d.dot(a) / legs[k].at.lever;
  }
  platform = {a, Vector3T<T>::Zero()};
  finish(margins);
  return margins;
}

template PlanMargins mass_matrix_of_arms(const Plan&, const PlanParameters<Scalar>&, const Vector3T<Scalar>&,
                                         Guard<Scalar>&, Scalar*);
template PlanMargins forward_dynamics_of_arms(const Plan&, const PlanParameters<Scalar>&, bool, const MotionT<Scalar>&,
                                              const Scalar*, Guard<Scalar>&, Scalar*, AccelerationT<Scalar>&);

}  // namespace jourdain
