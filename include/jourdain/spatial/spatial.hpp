// Vectors, rotations, placements and screws.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace jourdain {

// Vectors, rotations and placements. Frames are written R_BP, p_BP_B: the rotation from P to B, the position of P's
// origin from B's origin in B's axes.

template <typename T>
using Vector3T = Eigen::Matrix<T, 3, 1>;
template <typename T>
using Vector6T = Eigen::Matrix<T, 6, 1>;
template <typename T>
using Matrix3T = Eigen::Matrix<T, 3, 3>;
template <typename T>
using Matrix6T = Eigen::Matrix<T, 6, 6>;

using Vector3 = Vector3T<double>;
using Vector6 = Vector6T<double>;
using Matrix3 = Matrix3T<double>;
using Matrix6 = Matrix6T<double>;
using Quaternion = Eigen::Quaterniond;
using VectorX = Eigen::VectorXd;
using MatrixX = Eigen::MatrixXd;

// Position and orientation of a frame in another one: x_outer = R x_inner + p.
template <typename T>
struct PlacementT {
  Matrix3T<T> R = Matrix3T<T>::Identity();
  Vector3T<T> p = Vector3T<T>::Zero();

  PlacementT operator*(const PlacementT& inner) const { return {R * inner.R, p + R * inner.p}; }
  Vector3T<T> operator*(const Vector3T<T>& point) const { return p + R * point; }
  PlacementT inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};
using Placement = PlacementT<double>;

// Velocity of a body: of its origin (v) and angular (w), in base axes.
template <typename T>
struct TwistT {
  Vector3T<T> v = Vector3T<T>::Zero();
  Vector3T<T> w = Vector3T<T>::Zero();
};
using Twist = TwistT<double>;

// Acceleration of a body: of its origin (a) and angular (dw), in base axes.
template <typename T>
struct AccelerationT {
  Vector3T<T> a = Vector3T<T>::Zero();
  Vector3T<T> dw = Vector3T<T>::Zero();
};
using Acceleration = AccelerationT<double>;

// Pose, twist and acceleration of a frame, in base axes.
template <typename T>
struct PlatformStateT {
  PlacementT<T> pose;
  TwistT<T> twist;
  AccelerationT<T> acceleration;
};
using PlatformState = PlatformStateT<double>;

// Rotations in the forms that users write: Cardan angles, quaternions (scalar first), rotation vectors.

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

// Screws as in [Gallardo03]: primary part (direction, angular velocity) and dual part (moment, velocity of the body
// point at the representation point O).

struct Screw {
  Vector3 primary = Vector3::Zero();
  Vector3 dual = Vector3::Zero();

  Screw operator+(const Screw& o) const { return {primary + o.primary, dual + o.dual}; }
  Screw operator-(const Screw& o) const { return {primary - o.primary, dual - o.dual}; }
  friend Screw operator*(double factor, const Screw& s) { return {factor * s.primary, factor * s.dual}; }
};

// The screw of an axis with direction s through point r, seen from O = 0: [Gallardo03] (1), (2).
Screw axis_screw(const Vector3& direction, const Vector3& point, double pitch = 0);

// The screw of a slide along s: (0; s).
Screw slide_screw(const Vector3& direction);

// The same screw seen from another point at r from the old one: D + P x r, [Gallardo03] (5), (21) with its dual part
// put right.
Screw moved(const Screw& screw, const Vector3& r);

// Klein form of two screws: P1.D2 + D1.P2, [Gallardo03] (60).
double klein(const Screw& left, const Screw& right);

// Lie product of two screws: (s1 x s2; s1 x sO2 - s2 x sO1), [Gallardo03] (13).
Screw lie(const Screw& left, const Screw& right);

// Velocity state (w; v_O) at the base origin of a body with twist (v, w) at point p: [Gallardo03] (3), (5).
Screw velocity_state(const Twist& twist, const Vector3& p);

// Reduced acceleration state (dw; a_O - w x v_O) at the base origin: [Gallardo03] (9), (11).
Screw acceleration_state(const Acceleration& acceleration, const Twist& twist, const Vector3& p);

}  // namespace jourdain
