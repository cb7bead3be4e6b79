#include "model/inertia_shapes.hpp"

namespace jourdain {
namespace {

Matrix3 axially_symmetric(double along, double across, int axis) {
  Vector3 moments(across, across, across);
  moments[axis] = along;
  return moments.asDiagonal();
}

}  // namespace

Matrix3 rod_inertia(double mass, double length, int axis) {
  return axially_symmetric(0, mass * length * length / 12, axis);
}

Matrix3 box_inertia(double mass, const Vector3& edges) {
  const Vector3 squares = edges.cwiseAbs2();
  const Vector3 moments(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
  return (mass / 12 * moments).asDiagonal();
}

Matrix3 tube_inertia(double mass, double outer, double inner, double length, int axis) {
  const double along = mass * (outer * outer + inner * inner) / 2;
  return axially_symmetric(along, along / 2 + mass * length * length / 12, axis);
}

Matrix3 sphere_inertia(double mass, double radius) { return 0.4 * mass * radius * radius * Matrix3::Identity(); }

Matrix3 inertia_about_com(const Matrix3& about_frame, double mass, const Vector3& com) {
  return about_frame - mass * (com.squaredNorm() * Matrix3::Identity() - com * com.transpose());
}

}  // namespace jourdain
