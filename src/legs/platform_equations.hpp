// The platform's part in the equations of a plan.
#pragma once

#include "legs/plan_parameters.hpp"
#include "legs/wrench.hpp"
#include "structure/node_motion.hpp"

namespace jourdain {

// W q is the acceleration of q by the rotation: W = s(dw) + s(w) s(w).
template <typename T>
Matrix3T<T> rotation_acceleration(const Vector3T<T>& w, const Vector3T<T>& dw) {
  const T xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
  const T xy = w[0] * w[1], xz = w[0] * w[2], yz = w[1] * w[2];
  Matrix3T<T> W;
  W << -(yy + zz), xy - dw[2], xz + dw[1], xy + dw[2], -(xx + zz), yz - dw[0], xz - dw[1], yz + dw[0], -(xx + yy);
  return W;
}

// The wrench that the loaded platform needs for its motion, about the point that its origin is at `arm` from: Newton
// and Euler. The accelerations of dipoles along the platform's axes are the columns of W R.
template <typename T>
Wrench<T> platform_wrench(const PlatformMasses<T>& platform, const Matrix3T<T>& R, const Matrix3T<T>& WR,
                          const AccelerationT<T>& acceleration, const Vector3T<T>& gravity, const Vector3T<T>& arm) {
  Wrench<T> wrench;
  wrench.force = platform.m * acceleration.a - platform.weight * gravity +
                 WR * Vector3T<T>(platform.m * platform.centre + platform.s);
  wrench.moment = platform.ball * acceleration.dw + cross<T>(arm + R * platform.centre, wrench.force);
  wrench.moment += cross<T>(R * platform.s, acceleration.a - gravity) - cross<T>(R * platform.gravity_only_s, gravity);
  for (int i = 0; i < 3; ++i) wrench.moment += cross<T>(R.col(i), WR * platform.L.col(i));
  return wrench;
}

// What moves a platform that only translates.
template <typename T>
Vector3T<T> force_on_platform(const PlanParameters<T>& parameters, const Vector3T<T>& acceleration) {
  const LoadedPlatform<T>& platform = parameters.platform;
  return platform.moved.m * acceleration - (platform.moved.m + platform.gravity_only) * parameters.gravity;
}

// M of the platform alone, in base axes about a point from which its origin is at `arm`. Upper triangle.
template <typename T>
Matrix6T<T> platform_alone(const FrameInertia<T>& platform, int flat_axis, const Matrix3T<T>& R,
                           const Vector3T<T>& arm) {
  const PartScope<T> part(Part::platform);
  // Second moments less an equal part on all axes, which turning does not change.
  Matrix3T<T> L = second_moments(platform);
  const T equal = L(flat_axis, flat_axis);
  for (int i = 0; i < 3; ++i) L(i, i) = i == flat_axis ? T(0) : T(L(i, i) - equal);
  const Matrix3T<T> RL = R * L;
  const Vector3T<T> s = R * platform.s, moved = s + platform.m * arm;
  Matrix3T<T> turned;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      turned(i, j) = turned(j, i) = RL.row(i).dot(R.row(j)) + s[i] * arm[j] + arm[i] * moved[j];
    }
    turned(i, i) += equal;
  }
  Matrix6T<T> M = Matrix6T<T>::Zero();
  for (int i = 0; i < 3; ++i) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    M(i, i) = platform.m;
    M(a, 3 + b) = moved[i];
    M(b, 3 + a) = -moved[i];
    M(3 + i, 3 + i) = turned(a, a) + turned(b, b);
    M(3 + a, 3 + b) = M(3 + b, 3 + a) = -turned(a, b);
  }
  return M;
}

// Adds A^T M A with A = [1, -s(arm)] to the upper triangle.
template <typename T>
void add_at(const Vector3T<T>& arm, const Matrix3T<T>& M, Matrix6T<T>& sum) {
  Matrix3T<T> coupling;
  for (int i = 0; i < 3; ++i) coupling.row(i) = cross<T>(arm, M.row(i).transpose()).transpose();
  for (int i = 0; i < 3; ++i) {
    const Vector3T<T> column = cross<T>(arm, coupling.col(i));
    for (int j = 0; j < 3; ++j) {
      if (j >= i) sum(i, j) += M(i, j);
      sum(i, 3 + j) += coupling(i, j);
      if (j <= i) sum(3 + j, 3 + i) += column[j];
    }
  }
}

}  // namespace jourdain
