// Private parts of the Simbody oracle: moving frames, equations on them, and their least-squares solution.
#pragma once

#include "oracles/simbody_oracle.hpp"

#include <Simbody.h>

#include <cmath>

namespace oracle {

using namespace SimTK;  // included by one source only

inline Vec3 to_vec(const double (&x)[3]) { return {x[0], x[1], x[2]}; }

inline Mat33 to_mat(const double (&m)[3][3]) {
  return {m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]};
}

inline Transform to_transform(const Frame& frame) { return {Rotation(to_mat(frame.R)), to_vec(frame.p)}; }

inline void copy(const Vec3& from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

// A frame with velocity and acceleration, (angular, linear) as Simbody has them.
struct MovingFrame {
  Transform X;
  SpatialVec V;
  SpatialVec A;
};

inline MovingFrame fixed_in(const MovingFrame& body, const Transform& place) {
  const Vec3 r = body.X.R() * place.p();
  return {body.X * place, shiftVelocityBy(body.V, r), shiftAccelerationBy(body.A, body.V[0], r)};
}

inline MovingFrame seen_from(const MovingFrame& a, const MovingFrame& b) {
  return {~a.X * b.X, findRelativeVelocity(a.X, a.V, b.X, b.V), findRelativeAcceleration(a.X, a.V, a.A, b.X, b.V, b.A)};
}

inline PlatformState to_motion(const MovingFrame& frame) {
  PlatformState m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m.pose.R[i][j] = frame.X.R().asMat33()(i, j);
  copy(frame.X.p(), m.pose.p);
  copy(frame.V[1], m.v);
  copy(frame.V[0], m.w);
  copy(frame.A[1], m.a);
  copy(frame.A[0], m.dw);
  return m;
}

inline double wrapped(double angle) { return std::remainder(angle, 2 * Pi); }

// An equation on the place of one frame seen from another: a driver, or the coupling of a helical joint.
struct Row {
  int a = 0;
  int b = 0;
  Transform in_a;
  Transform in_b;
  int coordinate = 0;  // of Coordinate; 6: slide along z less pitch times the angle about z
  double pitch = 0;
  double value = 0;
  double rate = 0;
  double acceleration = 0;

  // How far the place is from the wanted one.
  double error(const Transform& X) const {
    if (coordinate < 3) return X.p()[coordinate] - value;
    const Vec3 angles = X.R().convertRotationToBodyFixedXYZ();
    if (coordinate < 6) return wrapped(angles[coordinate - 3] - value);
    // Of all turns of the screw, the one that is nearest to the slide.
    return -pitch * wrapped(angles[2] - X.p()[2] / pitch);
  }

  // Derivative of error() by the velocity of B in A.
  SpatialVec gradient(const Transform& X) const {
    SpatialVec g(Vec3(0), Vec3(0));
    const Mat33 N = Rotation::calcNForBodyXYZInParentFrame(X.R().convertRotationToBodyFixedXYZ());
    if (coordinate < 3)
      g[1][coordinate] = 1;
    else if (coordinate < 6)
      g[0] = ~N[coordinate - 3];
    else
      g = {-pitch * ~N[2], Vec3(0, 0, 1)};
    return g;
  }

  // The component of the velocity of B in A that has the given rate.
  SpatialVec component() const {
    SpatialVec g(Vec3(0), Vec3(0));
    if (coordinate < 6)
      g[coordinate < 3 ? 1 : 0][coordinate % 3] = 1;
    else
      g = {Vec3(0, 0, -pitch), Vec3(0, 0, 1)};
    return g;
  }
};

inline double dot(const SpatialVec& x, const SpatialVec& y) { return SimTK::dot(x[0], y[0]) + SimTK::dot(x[1], y[1]); }

// A x = b by least squares, rows scaled to norm one, linear velocities in units of `length`.
class ScaledSystem {
 public:
  ScaledSystem(const SimTK::Matrix& A, double length) : A_(A), norm_(A_.nrow()), length_(length) {
    for (int i = 0; i < A_.nrow(); ++i) {
      double sum = 0;
      for (int j = 0; j < A_.ncol(); ++j) {
        A_(i, j) *= column(j);
        sum += A_(i, j) * A_(i, j);
      }
      norm_[i] = std::sqrt(sum);
      A_[i] /= norm_[i];
    }
  }

  // Equations that follow from others up to `tolerance` are left out.
  void factor(double tolerance) { factor_.factor(A_, tolerance); }
  int rank() const { return factor_.getRank(); }

  Vector solve(const Vector& b) const {
    Vector scaled(b), x(A_.ncol());
    for (int i = 0; i < b.size(); ++i) scaled[i] /= norm_[i];
    factor_.solve(scaled, x);
    for (int j = 0; j < x.size(); ++j) x[j] *= column(j);
    return x;
  }

  // Infinite if any of them is not a number.
  double largest(const Vector& error) const {
    double result = 0;
    for (int i = 0; i < error.size(); ++i) {
      const double e = std::abs(error[i]) / norm_[i];
      if (!(e <= result)) result = std::isnan(e) ? Infinity : e;
    }
    return result;
  }

 private:
  // The speeds of a free body are three angular and three linear ones.
  double column(int j) const { return j % 6 < 3 ? 1 : length_; }

  SimTK::Matrix A_;
  Vector norm_;
  double length_;
  FactorQTZ factor_;
};

}  // namespace oracle
