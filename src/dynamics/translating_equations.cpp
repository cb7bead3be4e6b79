#include "dynamics/translating_equations.hpp"

#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"

namespace jourdain {

template <typename T>
Matrix3T<T> mass_matrix_translating(const RobotData& robot, const TranslatingPlan& plan,
                                    const TreeParameters<T>& parameters, bool payload, const Vector3T<T>& position,
                                    Guard<T>& guard) {
  PartScope<T> part(Part::leg_dynamics);
  ArmPlace<T> at[3];
  Vector3T<T> momentum[3], velocity[3];
  T turning[3];
  for (int k = 0; k < 3; ++k) {
    const ArmMasses<T> masses = arm_masses(plan.legs[k], parameters);
    at[k] = place_arm(plan.legs[k], position, guard);
    momentum[k] = elbow_motion(plan.legs[k], at[k], masses.CB);
    turning[k] = masses.turning;
  }
  part.enter(Part::solve);
  // The platform's velocity per rate of a motor is across the two other bars: d.v = lever q'.
  for (int k = 0; k < 3; ++k) {
    const Vector3T<T> across = cross<T>(at[(k + 1) % 3].d, at[(k + 2) % 3].d);
    velocity[k] = at[k].lever / at[k].d.dot(across) * across;
  }
  const T moved = translating_mass(robot, plan, parameters, payload).moved;
  Matrix3T<T> M;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      T entry = (moved * velocity[i] + momentum[i]).dot(velocity[j]) + momentum[j].dot(velocity[i]);
      if (i == j) entry += turning[i];
      const int row = plan.legs[i].actuator, column = plan.legs[j].actuator;
      M(row, column) = M(column, row) = entry;
    }
  }
  return M;
}

template <typename T>
void forward_dynamics_translating(const RobotData& robot, const TranslatingPlan& plan,
                                  const TreeParameters<T>& parameters, bool friction, bool payload,
                                  const PlatformMotion<T>& motion, const DeadBands<T>& bands, const T* forces,
                                  Guard<T>& guard, T* changes) {
  PlatformMotion<T> unchanged = motion;
  unchanged.acceleration = {};
  const TranslatingMass<T> mass = translating_mass(robot, plan, parameters, payload);
  PartScope<T> part(Part::platform);
  Matrix3T<T> M = mass.moved * Matrix3T<T>::Identity();
  Vector3T<T> a = mass.carried * parameters.gravity;
  part.enter(Part::leg_dynamics);
  ArmForce<T> legs[3];
  for (int k = 0; k < 3; ++k) {
    const ArmLeg& leg = plan.legs[k];
    const ArmMasses<T> masses = arm_masses(leg, parameters);
    legs[k] = arm_force(robot, leg, parameters, friction, unchanged, bands, guard);
    const ArmPlace<T>& at = legs[k].at;
    // With q'' = d.a / lever the motor's inertia and the elbow's momentum act on the platform.
    const Vector3T<T> row = at.d / at.lever, momentum = elbow_motion(leg, at, masses.CB);
    const Vector3T<T> driven = momentum + masses.turning * row;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) M(i, j) += row[i] * driven[j] + momentum[i] * row[j];
    }
    a += (forces[leg.actuator] - legs[k].load) * row - legs[k].f;
  }
  part.enter(Part::solve);
  solve_symmetric(M, a.data());
  for (int k = 0; k < 3; ++k) {
    changes[plan.legs[k].actuator] = legs[k].change + legs[k].at.d.dot(a) / legs[k].at.lever;
  }
}

template Matrix3T<Scalar> mass_matrix_translating(const RobotData&, const TranslatingPlan&,
                                                  const TreeParameters<Scalar>&, bool, const Vector3T<Scalar>&,
                                                  Guard<Scalar>&);
template void forward_dynamics_translating(const RobotData&, const TranslatingPlan&, const TreeParameters<Scalar>&,
                                           bool, bool, const PlatformMotion<Scalar>&, const DeadBands<Scalar>&,
                                           const Scalar*, Guard<Scalar>&, Scalar*);

}  // namespace jourdain
