// Rotations along curves of three coordinates: angular velocity and acceleration, exact for any rates.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

// A rotation on its way: R, angular velocity and acceleration in the outer axes.
struct RotationMotion {
  Matrix3 R = Matrix3::Identity();
  Vector3 w = Vector3::Zero();
  Vector3 dw = Vector3::Zero();
};

// R = exp(r) on a curve with r, its rates and accelerations; smooth for every r, whole turns included. A control loop
// may call this.
RotationMotion rotation_vector_motion(const Vector3& r, const Vector3& rate, const Vector3& acceleration);

// R = Rx(a) Ry(b) Rz(c) on a curve of the three angles. A control loop may call this.
RotationMotion cardan_motion(const Vector3& angles, const Vector3& rates, const Vector3& accelerations);

// Rates and accelerations of r for an angular velocity and acceleration at R = exp(r): the inverse of the first
// function. Not defined at |r| = 2 pi, 4 pi ...
struct CoordinateRates {
  Vector3 rate;
  Vector3 acceleration;
};
CoordinateRates rotation_vector_rates(const Vector3& r, const Vector3& w, const Vector3& dw);

// The same for Cardan angles; infinite at b = +-pi/2.
CoordinateRates cardan_rates(const Vector3& angles, const Vector3& w, const Vector3& dw);

}  // namespace jourdain
