// Where the motor of an elbow limb puts the centre of its rod.
#pragma once

#include "legs/limb_kernel.hpp"

#include <cmath>

namespace jourdain {

// The rod must not be parallel to the centre's motion more exactly than this (a sine).
inline constexpr double smallest_elbow_sine = 1e-9;

// Motor angle as cosine and sine, or slide, of an elbow limb.
template <typename T>
struct ElbowRoot {
  T c = T(1), s = T(0);
  T slide = T(0);
};

// |b - C(q)| = length with b and the centre C in the motor's own frame; of the two roots that of the working mode.
template <typename T>
inline ElbowRoot<T> solve_elbow(const LimbKernel& kernel, double mode, const Rod& rod, const Vector3T<T>& b,
                                double size, Guard<T>& guard) {
  using std::sqrt;
  ElbowRoot<T> root;
  const Vector3T<T> c = rod.centre.template cast<T>();
  if (kernel.motor_slides) {
    const Vector3T<T> r = b - c;
    const T rest = T(rod.length * rod.length) - (r[0] * r[0] + r[1] * r[1]);
    guard.require_positive(rest, Status::unreachable);
    root.slide = r[2] + T(mode) * sqrt(rest);
    return root;
  }
  // P cos q + Q sin q = S.
  const T P = c[0] * b[0] + c[1] * b[1];
  const T Q = c[0] * b[1] - c[1] * b[0];
  const T S = T(0.5) * (b.squaredNorm() + T(rod.centre.squaredNorm() - rod.length * rod.length)) - c[2] * b[2];
  const T rho2 = P * P + Q * Q;
  const double unit = smallest_elbow_sine * size * size;
  guard.require_above(rho2, unit * unit, Status::singular);
  const T rest = rho2 - S * S;
  guard.require_positive(rest, Status::unreachable);
  const T h = T(mode) * sqrt(rest);
  const T inverse = T(1) / rho2;
  root.c = (P * S - Q * h) * inverse;
  root.s = (Q * S + P * h) * inverse;
  return root;
}

// A point of the base frame in the motor node's frame before its motion.
template <typename T>
inline Vector3T<T> in_motor_frame(const TreeNode& motor, const Vector3T<T>& point) {
  const Vector3T<T> r = point - motor.placement.p.template cast<T>();
  return motor.turned ? Vector3T<T>(motor.placement.R.transpose().template cast<T>() * r) : r;
}

}  // namespace jourdain
