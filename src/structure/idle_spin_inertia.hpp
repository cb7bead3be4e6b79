// Inertia without the moment about the line of an idle rod. With I = I_t (1 - e e^T) a body has the momentum I_t e x
// e', whatever its spin is.
#pragma once

#include "structure/tree_parameters.hpp"

namespace jourdain {

// The moment of inertia about the line as a sum `moment` of the ten parameters, and what it is in them: p - (moment.p)
// tensor is p without. Zero for bodies that have no such line.
struct SpinInertia {
  Vector10T<double> moment, tensor;

  explicit SpinInertia(const BodyNode& body) {
    const Vector3 &e = body.spin_axis, &c = body.spin_point;
    // Steiner with first moments, c across e.
    moment << c.squaredNorm(), -2 * c, e[0] * e[0], 2 * e[0] * e[1], 2 * e[0] * e[2], e[1] * e[1], 2 * e[1] * e[2],
        e[2] * e[2];
    tensor << 0, Vector3::Zero(), e[0] * e[0], e[0] * e[1], e[0] * e[2], e[1] * e[1], e[1] * e[2], e[2] * e[2];
  }
  bool any() const { return !tensor.isZero(0); }
};

template <typename T>
inline Vector10T<T> without_idle_spin(const BodyNode& body, Vector10T<T> p) {
  const SpinInertia spin(body);
  if (!spin.any()) return p;
  T moment(0);
  for (int i = 0; i < 10; ++i) moment += T(spin.moment[i]) * p[i];
  for (int i = 4; i < 10; ++i) p[i] -= T(spin.tensor[i]) * moment;
  return p;
}

// The same as numbers about the centre of mass.
inline Inertial without_idle_spin(const BodyNode& body, Inertial inertial) {
  const Vector3& e = body.spin_axis;
  const Vector3 beside = (inertial.com - body.spin_point).cross(e);
  const double moment = e.dot(inertial.inertia * e) + inertial.mass * beside.squaredNorm();
  inertial.inertia -= moment * (e * e.transpose());
  return inertial;
}

}  // namespace jourdain
