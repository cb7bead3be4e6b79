#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {

Matrix3 cross_matrix(const Vector3& a) {
  Matrix3 S;
  S << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return S;
}

Matrix3 rotation_from_cardan(const Vector3& angles) {
  const double ca = std::cos(angles[0]), sa = std::sin(angles[0]);
  const double cb = std::cos(angles[1]), sb = std::sin(angles[1]);
  const double cc = std::cos(angles[2]), sc = std::sin(angles[2]);
  Matrix3 R;
  R << cb * cc, -cb * sc, sb,                                    //
      ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -sa * cb,  //
      sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb;
  return R;
}

Vector3 cardan_from_rotation(const Matrix3& R) {
  const double b = std::atan2(R(0, 2), std::hypot(R(1, 2), R(2, 2)));
  // At gimbal lock only a combination of a and c is defined.
  if (std::hypot(R(1, 2), R(2, 2)) < 1e-12) return {std::atan2(R(2, 1), R(1, 1)), b, 0};
  return {std::atan2(-R(1, 2), R(2, 2)), b, std::atan2(-R(0, 1), R(0, 0))};
}

Matrix3 cardan_rates(const Vector3& angles) {
  // w = da x + db Rx y + dc Rx Ry z.
  const double ca = std::cos(angles[0]), sa = std::sin(angles[0]);
  const double cb = std::cos(angles[1]), sb = std::sin(angles[1]);
  Matrix3 E;
  E << 1, sa * sb / cb, -ca * sb / cb,  //
      0, ca, sa,                        //
      0, -sa / cb, ca / cb;
  return E;
}

Matrix3 rotation_from_quaternion(const Eigen::Vector4d& wxyz) {
  return Quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
}

Eigen::Vector4d quaternion_from_rotation(const Matrix3& R) {
  Quaternion q(R);
  q.normalize();
  const double sign = q.w() < 0 ? -1 : 1;
  return {sign * q.w(), sign * q.x(), sign * q.y(), sign * q.z()};
}

Matrix3 rotation_from_vector(const Vector3& r) {
  const double t2 = r.squaredNorm();
  // sin(t)/t and (1 - cos t)/t^2, by series where the quotients lose digits.
  double a = 1 - t2 / 6 * (1 - t2 / 20 * (1 - t2 / 42));
  double b = 0.5 - t2 / 24 * (1 - t2 / 30);
  if (t2 > 1e-4) {
    const double t = std::sqrt(t2);
    const double h = std::sin(t / 2) / t;
    a = std::sin(t) / t;
    b = 2 * h * h;
  }
  const Matrix3 S = cross_matrix(r);
  return Matrix3::Identity() + a * S + b * S * S;
}

Vector3 vector_from_rotation(const Matrix3& R) {
  Quaternion q(R);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double s = q.vec().norm();
  const double factor = s > 1e-12 ? 2 * std::atan2(s, q.w()) / s : 2.0;
  return factor * q.vec();
}

}  // namespace jourdain
