// Vectors, rotations and placements. Frames are written R_BP, p_BP_B: the rotation from P to B, the position of P's
// origin from B's origin in B's axes.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace jourdain {

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
struct MotionT {
  PlacementT<T> pose;
  TwistT<T> twist;
  AccelerationT<T> acceleration;
};
using Motion = MotionT<double>;

}  // namespace jourdain
