// The inertia of a leg at its ball joint: the leg's kinetic energy as a quadratic form of that joint's velocity v.
#pragma once

#include "dynamics/legs/ball_leg.hpp"

namespace jourdain {

// v.M v + driven (the motor's rate)^2 is twice the energy; masses that are counted with the platform are not in it.
// What stands in `driven` needs no Jacobian in the mass matrix of the motors' rates.
template <typename T>
struct LegInertia {
  Matrix3T<T> M;
  T driven = T(0);
};

// In base axes, with the ball joint at r from the leg's centre.
template <typename T>
LegInertia<T> leg_inertia(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                          const Vector3T<T>& r, Guard<T>& guard);

// The formula of a telescopic leg, in the axes that are the columns of R; `seen` is r in these. The motor's rate is
// seen.v / lever.
template <typename T>
struct TelescopicInertia : LegInertia<T> {
  T lever;
};
template <typename T>
TelescopicInertia<T> telescopic_inertia(const RobotData& robot, const TelescopicLeg& leg,
                                        const TreeParameters<T>& parameters, const Vector3T<T>& r, const Matrix3T<T>& R,
                                        const Vector3T<T>& seen);

}  // namespace jourdain
