// Screws of [Gallardo03]: how they move, the Klein form, the Lie product.
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace jourdain::screw_test {
namespace {

constexpr double round_off = 1e-13;  // sums of products of numbers of the order of one
constexpr unsigned seed = 200;

class Screws : public testing::Test {
 protected:
  Vector3 vector() {
    std::uniform_real_distribution<double> unit(-1, 1);
    const double x = unit(random), y = unit(random);
    return {x, y, unit(random)};
  }
  Screw screw() {
    const Vector3 p = vector();
    return {p, vector()};
  }
  std::mt19937_64 random{seed};
};

double difference(const Screw& a, const Screw& b) { return (a.primary - b.primary).norm() + (a.dual - b.dual).norm(); }

TEST_F(Screws, AxisDoesNotDependOnThePointTakenOnIt) {
  const Vector3 s = vector().normalized(), r = vector();
  EXPECT_LT(difference(axis_screw(s, r, 0.3), axis_screw(s, r + 2.5 * s, 0.3)), round_off);
  // Dual part: velocity of the body point at the origin for a unit rate, with the slide of the pitch.
  EXPECT_LT((axis_screw(s, r, 0.3).dual - (s.cross(-r) + 0.3 * s)).norm(), round_off);
  EXPECT_LT(difference(slide_screw(s), {Vector3::Zero(), s}), round_off);
}

TEST_F(Screws, MovedSeesTheVelocityOfTheOtherPoint) {
  const Twist t{vector(), vector()};
  const Vector3 p = vector(), r = vector();
  const Screw at_origin = velocity_state(t, p);
  EXPECT_LT((at_origin.dual - (t.v + t.w.cross(-p))).norm(), round_off);
  // Seen from the point r: its own velocity.
  EXPECT_LT((moved(at_origin, r).dual - (t.v + t.w.cross(r - p))).norm(), round_off);
  EXPECT_LT(difference(moved(moved(at_origin, r), -r), at_origin), round_off);
}

TEST_F(Screws, KleinFormIsPowerAndDoesNotDependOnThePoint) {
  const Screw a = screw(), b = screw();
  const Vector3 r = vector();
  EXPECT_NEAR(klein(a, b), klein(b, a), round_off);
  EXPECT_NEAR(klein(moved(a, r), moved(b, r)), klein(a, b), round_off);
  // Twist (w; v_O) and wrench (f; tau_O): power f . v_O + tau_O . w.
  EXPECT_NEAR(klein(a, b), a.primary.dot(b.dual) + a.dual.dot(b.primary), round_off);
  // Lines that meet are reciprocal.
  const Vector3 point = vector();
  EXPECT_NEAR(klein(axis_screw(vector(), point), axis_screw(vector(), point)), 0, round_off);
}

TEST_F(Screws, LieProductIsALieAlgebra) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const Screw a = screw(), b = screw(), c = screw();
    const Vector3 r = vector();
    EXPECT_LT(difference(lie(a, b), -1 * lie(b, a)), round_off);
    EXPECT_LT(difference(lie(a, a), {}), round_off);
    EXPECT_LT(difference(lie(a, b + 2 * c), lie(a, b) + 2 * lie(a, c)), round_off);
    EXPECT_LT(difference(lie(a, lie(b, c)) + lie(b, lie(c, a)) + lie(c, lie(a, b)), {}), round_off);
    // The product of moved screws is the moved product.
    EXPECT_LT(difference(lie(moved(a, r), moved(b, r)), moved(lie(a, b), r)), round_off);
  }
}

// [a, b] is the change of b when it is carried along by the motion a.
TEST_F(Screws, LieProductIsTheChangeOfACarriedAxis) {
  constexpr double h = 1e-5;
  const Vector3 s = vector().normalized(), p = vector(), w = vector(), v = vector();
  const auto carried = [&](double t) {
    const Matrix3 R = rotation_from_vector(t * w);
    return axis_screw(R * s, R * p + t * v, 0.2);
  };
  const Screw rate = (1 / (2 * h)) * (carried(h) - carried(-h));
  const Screw motion{w, v};
  EXPECT_LT(difference(rate, lie(motion, axis_screw(s, p, 0.2))), 1e-9);
}

// Two hinges in a row: the second moves with the first.
TEST_F(Screws, AccelerationOfATwoHingeChain) {
  const Vector3 s1 = vector().normalized(), p1 = vector(), s2 = vector().normalized(), p2 = vector();
  const double dq1 = 1.3, ddq1 = -0.4, dq2 = -0.9, ddq2 = 2.1;
  const Screw a = axis_screw(s1, p1), b = axis_screw(s2, p2);
  const Screw expected = ddq1 * a + ddq2 * b + lie(dq1 * a, dq2 * b);
  // Body 2 at point x, by hand.
  const Vector3 x = vector();
  const Vector3 w1 = dq1 * s1, w = w1 + dq2 * s2;
  const Vector3 dw1 = ddq1 * s1, dw = dw1 + ddq2 * s2 + w1.cross(dq2 * s2);
  const auto velocity1 = [&](const Vector3& r) { return Vector3(w1.cross(r - p1)); };
  const auto acceleration1 = [&](const Vector3& r) { return Vector3(dw1.cross(r - p1) + w1.cross(w1.cross(r - p1))); };
  const Vector3 v = velocity1(p2) + w.cross(x - p2);
  const Vector3 acc = acceleration1(p2) + dw.cross(x - p2) + w.cross(w.cross(x - p2));
  EXPECT_LT(difference(velocity_state({v, w}, x), dq1 * a + dq2 * b), round_off);
  EXPECT_LT(difference(acceleration_state({acc, dw}, {v, w}, x), expected), round_off);
}

}  // namespace
}  // namespace jourdain::screw_test
