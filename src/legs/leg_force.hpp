// What leg kernels take and give: the motion of a leg's ball joint on the platform, and the force that the leg needs
// there.
#pragma once

#include "legs/dropped_sums.hpp"
#include "legs/joint_friction.hpp"

#include <tuple>

namespace jourdain {

// Kernels divide by the part of a leg or rod along the axial axis: it is at least this share of the length at home.
constexpr double smallest_stretch = 0.3;

// Motion of the ball joint against the leg's centre, in base axes; gravity is apart.
template <typename T>
struct TipMotion {
  Vector3T<T> r, v, a;
};

// What all legs see alike.
template <typename T>
struct LegSurroundings {
  Vector3T<T> w;        // angular velocity of the platform
  Vector3T<T> gravity;  // in base axes
  bool friction;
  DeadBands<T> bands;  // of dry friction
  bool axial_force =
      false;  // forces may have axial components, so that those of single parameters take fewest operations
};

// Force that a leg needs at its ball joint, modulo the line along which its motor pushes: f - t line, where the motor's
// force is scale t + offset and its acceleration is `acceleration`; and the moment that its ball joint needs there.
template <typename T>
struct LegForce {
  Vector3T<T> f, line;
  T scale, offset, acceleration;
  Vector3T<T> moment = Vector3T<T>::Zero();
  T elbow_cos = T(1), elbow_sin = T(0);  // of a turning arm: where its elbow is, about the motor's axis, times the arm

  auto members() { return std::tie(f, line, scale, offset, acceleration, moment); }
};

// The inertia of a leg at its ball joint, a quadratic form of that joint's velocity v in base axes: v.M v + driven (the
// motor's rate)^2 is twice the leg's energy; masses that are counted with the platform are not in it. What stands in
// `driven` needs no Jacobian in the mass matrix of the motors' rates.
template <typename T>
struct LegInertia {
  Matrix3T<T> M;
  T driven = T(0);
};

// Masses at the ball joint that are counted with the platform: what it accelerates, and what gravity pulls at beyond
// that.
template <typename T>
struct BallMass {
  T moved, gravity_only = T(0);
};

}  // namespace jourdain
