// Angular velocity and acceleration along curves of coordinates, against finite differences, and their inverses.
#include "spatial/rotation_rates.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <gtest/gtest.h>

namespace jourdain::rotation_rates_test {
namespace {

// A curve of three coordinates through r with these derivatives.
struct Curve {
  Vector3 r, rate, acceleration;
  Vector3 at(double t) const { return r + t * rate + t * t / 2 * acceleration; }
  Vector3 rate_at(double t) const { return rate + t * acceleration; }
};

template <typename Function>
auto derivative(Function f, double h) {
  using Value = decltype(f(0.0));
  return Value((45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h));
}

template <typename Of>
void expect_exact(const Curve& c, Of of) {
  const RotationMotion now = of(c.r, c.rate, c.acceleration);
  const double h = 1e-3;
  const Matrix3 W =
      derivative([&](double t) { return of(c.at(t), c.rate_at(t), c.acceleration).R; }, h) * now.R.transpose();
  const Vector3 dw = derivative([&](double t) { return of(c.at(t), c.rate_at(t), c.acceleration).w; }, h);
  EXPECT_LE((Vector3(W(2, 1), W(0, 2), W(1, 0)) - now.w).norm(), 1e-11 * (1 + now.w.norm())) << c.r.transpose();
  EXPECT_LE((dw - now.dw).norm(), 1e-10 * (1 + now.dw.norm())) << c.r.transpose();
}

const Vector3 rate(0.7, -0.4, 0.9), acceleration(-1.1, 0.3, 0.8), axis = Vector3(1, -2, 0.5).normalized();

// From no turn at all, over the border of the series at |r| = 1, to beyond two turns.
TEST(RotationRates, OfRotationVectorsAreExact) {
  for (double angle : {0.0, 1e-9, 1e-4, 0.1, 0.999, 1.0, 1.001, 2.0, 3.14159, 6.2, 2 * M_PI, 9.0, 13.0}) {
    expect_exact({angle * axis, rate, acceleration}, rotation_vector_motion);
  }
}

TEST(RotationRates, AreContinuousWhereTheSeriesEnds) {
  const RotationMotion below = rotation_vector_motion((1 - 1e-13) * axis, rate, acceleration);
  const RotationMotion above = rotation_vector_motion((1 + 1e-13) * axis, rate, acceleration);
  EXPECT_LE((below.w - above.w).norm(), 1e-12);
  EXPECT_LE((below.dw - above.dw).norm(), 1e-12);
}

TEST(RotationRates, OfCardanAnglesAreExact) {
  for (const Vector3& angles :
       {Vector3(0, 0, 0), Vector3(0.4, -0.7, 1.1), Vector3(-2, 1.4, 3), Vector3(1, M_PI / 2, 0)}) {
    expect_exact({angles, rate, acceleration}, cardan_motion);
  }
}

TEST(RotationRates, HaveTheirInverses) {
  for (double angle : {0.0, 0.01, 0.99, 1.5, 4.0}) {
    const Vector3 r = angle * axis;
    const RotationMotion m = rotation_vector_motion(r, rate, acceleration);
    const CoordinateRates back = rotation_vector_rates(r, m.w, m.dw);
    EXPECT_LE((back.rate - rate).norm(), 1e-13);
    EXPECT_LE((back.acceleration - acceleration).norm(), 1e-12);
  }
  const Vector3 angles(0.4, -0.7, 1.1);
  const RotationMotion m = cardan_motion(angles, rate, acceleration);
  const CoordinateRates back = cardan_rates(angles, m.w, m.dw);
  EXPECT_LE((back.rate - rate).norm(), 1e-13);
  EXPECT_LE((back.acceleration - acceleration).norm(), 1e-12);
}

}  // namespace
}  // namespace jourdain::rotation_rates_test
