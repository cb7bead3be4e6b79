// Rotations in the forms that users write: Cardan angles, quaternions (scalar first), rotation vectors.
#pragma once

#include "jourdain/spatial/types.hpp"

namespace jourdain {

// R = Rx(a) Ry(b) Rz(c); angles in rad.
Matrix3 rotation_from_cardan(const Vector3& angles);

// The Cardan angles of R with b in [-pi/2, pi/2]; at b = +-pi/2 the angle c is taken as 0.
Vector3 cardan_from_rotation(const Matrix3& R);

// The angle plus as many whole turns as bring it nearest to `near`. A control loop may call it.
inline double nearest_turn(double angle, double near) {
  return angle + 2 * M_PI * std::round((near - angle) / (2 * M_PI));
}

// Rates of the Cardan angles from the angular velocity in base axes: rates = cardan_rates(angles) * w.
// Infinite at b = +-pi/2.
Matrix3 cardan_rates(const Vector3& angles);

// R from a unit quaternion (w, x, y, z), and back with w >= 0.
Matrix3 rotation_from_quaternion(const Eigen::Vector4d& wxyz);
Eigen::Vector4d quaternion_from_rotation(const Matrix3& R);

// Rotation by the angle |r| about r, and its inverse with |r| <= pi.
Matrix3 rotation_from_vector(const Vector3& r);
Vector3 vector_from_rotation(const Matrix3& R);

// s(a): s(a) b = a x b.
Matrix3 cross_matrix(const Vector3& a);

}  // namespace jourdain
