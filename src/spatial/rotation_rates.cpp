#include "spatial/rotation_rates.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {
namespace {

// w = rate + b r x rate + c r x (r x rate) with b = (1 - cos t)/t^2 and c = (t - sin t)/t^3, t = |r|; and the
// derivatives of b and c by t^2.
struct LeftJacobian {
  double b, c, db, dc;
};

LeftJacobian left_jacobian(double t2) {
  LeftJacobian k{0, 0, 0, 0};
  if (t2 > 1) {
    const double t = std::sqrt(t2), sine = std::sin(t), versine = 1 - std::cos(t);
    k.b = versine / t2;
    k.c = (t - sine) / (t2 * t);
    k.db = (t * sine - 2 * versine) / (2 * t2 * t2);
    k.dc = (t * versine - 3 * (t - sine)) / (2 * t2 * t2 * t);
    return k;
  }
  // b = sum (-t2)^n / (2n + 2)!, c = sum (-t2)^n / (2n + 3)!
  double power = 1, before = 0;  // (-t2)^n and its derivative by t2, over n
  double factorial = 2;          // (2n + 2)!
  for (int n = 0; n < 10; ++n) {
    k.b += power / factorial;
    k.db += n * before / factorial;
    factorial *= 2 * n + 3;
    k.c += power / factorial;
    k.dc += n * before / factorial;
    factorial *= 2 * n + 4;
    before = -power;
    power *= -t2;
  }
  return k;
}

Matrix3 matrix_of(const LeftJacobian& k, const Vector3& r) {
  const Matrix3 S = cross_matrix(r);
  return Matrix3::Identity() + k.b * S + k.c * S * S;
}

// dw without the part of the second derivatives of r.
Vector3 turning_part(const LeftJacobian& k, const Vector3& r, const Vector3& rate) {
  const Vector3 once = r.cross(rate);
  const double dt2 = 2 * r.dot(rate);
  return k.db * dt2 * once + k.dc * dt2 * r.cross(once) + k.c * rate.cross(once);
}

// w = da x + db y' + dc z', the axes of the three angles in turn.
struct CardanAxes {
  Vector3 x, y, z;
};

CardanAxes cardan_axes(const Vector3& angles) {
  const double ca = std::cos(angles[0]), sa = std::sin(angles[0]);
  const double cb = std::cos(angles[1]), sb = std::sin(angles[1]);
  return {Vector3::UnitX(), {0, ca, sa}, {sb, -sa * cb, ca * cb}};
}

Vector3 turning_part(const CardanAxes& axes, const Vector3& rates) {
  return rates[1] * (rates[0] * axes.x).cross(axes.y) +
         rates[2] * (rates[0] * axes.x + rates[1] * axes.y).cross(axes.z);
}

}  // namespace

RotationMotion rotation_vector_motion(const Vector3& r, const Vector3& rate, const Vector3& acceleration) {
  const LeftJacobian k = left_jacobian(r.squaredNorm());
  const Matrix3 J = matrix_of(k, r);
  return {rotation_from_vector(r), J * rate, J * acceleration + turning_part(k, r, rate)};
}

RotationMotion cardan_motion(const Vector3& angles, const Vector3& rates, const Vector3& accelerations) {
  const CardanAxes axes = cardan_axes(angles);
  return {
      rotation_from_cardan(angles), rates[0] * axes.x + rates[1] * axes.y + rates[2] * axes.z,
      accelerations[0] * axes.x + accelerations[1] * axes.y + accelerations[2] * axes.z + turning_part(axes, rates)};
}

CoordinateRates rotation_vector_rates(const Vector3& r, const Vector3& w, const Vector3& dw) {
  const LeftJacobian k = left_jacobian(r.squaredNorm());
  const Matrix3 inverse = matrix_of(k, r).inverse();
  const Vector3 rate = inverse * w;
  return {rate, inverse * (dw - turning_part(k, r, rate))};
}

CoordinateRates cardan_rates(const Vector3& angles, const Vector3& w, const Vector3& dw) {
  const Matrix3 E = cardan_rates(angles);
  const Vector3 rate = E * w;
  return {rate, E * (dw - turning_part(cardan_axes(angles), rate))};
}

}  // namespace jourdain
