// Rotations in all their forms.
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jourdain::rotation_test {
namespace {

constexpr double round_off = 1e-14;  // a few roundings of numbers of the order of one
constexpr unsigned seed = 100;

class Rotations : public testing::Test {
 protected:
  double number(double limit) { return std::uniform_real_distribution<double>(-limit, limit)(random); }
  Vector3 vector(double limit) {
    const double x = number(limit), y = number(limit);
    return {x, y, number(limit)};
  }
  std::mt19937_64 random{seed};
};

void expect_rotation(const Matrix3& R) {
  EXPECT_LT((R * R.transpose() - Matrix3::Identity()).norm(), round_off);
  EXPECT_NEAR(R.determinant(), 1, round_off);
}

Matrix3 about(int axis, double angle) { return Eigen::AngleAxisd(angle, Vector3::Unit(axis)).toRotationMatrix(); }

TEST_F(Rotations, CardanAnglesAreRotationsAboutXThenYThenZ) {
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const Vector3 a = vector(3.1);
    const Matrix3 R = rotation_from_cardan(a);
    expect_rotation(R);
    EXPECT_LT((R - about(0, a[0]) * about(1, a[1]) * about(2, a[2])).norm(), round_off);
  }
}

TEST_F(Rotations, CardanAnglesComeBack) {
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const Vector3 a(number(M_PI), number(1.5), number(M_PI));
    // The angles a and c lose the digits of 1 / cos b.
    EXPECT_LT((cardan_from_rotation(rotation_from_cardan(a)) - a).norm(), 10 * round_off / std::cos(a[1]));
  }
}

TEST_F(Rotations, CardanAnglesAtTheirSingularity) {
  for (double b : {M_PI / 2, -M_PI / 2}) {
    for (double a : {0.0, 0.7, -2.5}) {
      const Matrix3 R = rotation_from_cardan({a, b, 0.4});
      const Vector3 angles = cardan_from_rotation(R);
      EXPECT_NEAR(angles[1], b, 1e-7);
      // Whatever the split, the rotation is the same.
      EXPECT_LT((rotation_from_cardan(angles) - R).norm(), 1e-7);
    }
  }
}

TEST_F(Rotations, CardanRatesAreDerivatives) {
  constexpr double h = 1e-6;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const Vector3 a(number(3), number(1.2), number(3)), w = vector(1);
    const Matrix3 R = rotation_from_cardan(a);
    const Vector3 after = cardan_from_rotation(rotation_from_vector(h * w) * R);
    const Vector3 before = cardan_from_rotation(rotation_from_vector(-h * w) * R);
    Vector3 rates = after - before;
    for (double& r : rates) r = std::remainder(r, 2 * M_PI) / (2 * h);
    // Central differences: h^2, and round-off over h, both over cos b.
    EXPECT_LT((cardan_rates(a) * w - rates).norm(), 1e-8);
  }
}

TEST_F(Rotations, QuaternionsComeBackWithPositiveScalar) {
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const Eigen::Vector4d q = Eigen::Vector4d(number(1), number(1), number(1), number(1)).normalized();
    const Matrix3 R = rotation_from_quaternion(q);
    expect_rotation(R);
    const Eigen::Vector4d back = quaternion_from_rotation(R);
    EXPECT_GE(back[0], 0);
    EXPECT_NEAR(back.norm(), 1, round_off);
    EXPECT_LT((back - (q[0] < 0 ? -q : q)).norm(), 10 * round_off);
    EXPECT_LT((Quaternion(q[0], q[1], q[2], q[3]).toRotationMatrix() - R).norm(), round_off);
  }
}

// Half turns: the scalar part is zero and each of the other three may be the largest.
TEST_F(Rotations, QuaternionsOfHalfTurns) {
  for (const Vector3& axis :
       {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 2, 2), Vector3(-2, 1, 2)}) {
    const Vector3 e = axis.normalized();
    for (double angle : {M_PI, M_PI - 1e-9, M_PI - 1e-5}) {
      const Matrix3 R = Eigen::AngleAxisd(angle, e).toRotationMatrix();
      EXPECT_LT((rotation_from_quaternion(quaternion_from_rotation(R)) - R).norm(), 10 * round_off);
      const Vector3 r = vector_from_rotation(R);
      EXPECT_NEAR(r.norm(), angle, 1e-8);
      EXPECT_LT((rotation_from_vector(r) - R).norm(), 1e-8);
    }
  }
}

TEST_F(Rotations, VectorsComeBackForAllAngles) {
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    // From tiny to nearly half a turn.
    const double angle = 3.1 * std::pow(10.0, -std::abs(number(16)));
    const Vector3 r = angle * vector(1).normalized();
    const Matrix3 R = rotation_from_vector(r);
    expect_rotation(R);
    EXPECT_LT((Eigen::AngleAxisd(angle, r.normalized()).toRotationMatrix() - R).norm(), round_off);
    // Near half a turn the axis loses digits like 1 / (pi - angle).
    EXPECT_LT((vector_from_rotation(R) - r).norm(), 20 * round_off * (angle / (M_PI - angle) + angle)) << angle;
  }
  EXPECT_EQ(rotation_from_vector(Vector3::Zero()), Matrix3::Identity());
  EXPECT_EQ(vector_from_rotation(Matrix3::Identity()), Vector3::Zero());
}

TEST_F(Rotations, CrossMatrixIsTheCrossProduct) {
  const Vector3 a = vector(2), b = vector(2);
  EXPECT_LT((cross_matrix(a) * b - a.cross(b)).norm(), round_off);
  EXPECT_EQ(cross_matrix(a), -cross_matrix(a).transpose());
}

TEST_F(Rotations, PlacementsCompose) {
  const Placement A{rotation_from_vector(vector(1)), vector(1)}, B{rotation_from_vector(vector(1)), vector(1)};
  const Vector3 x = vector(1);
  EXPECT_LT(((A * B) * x - A * (B * x)).norm(), round_off);
  EXPECT_LT((A.inverse() * (A * x) - x).norm(), round_off);
  const Placement one = A * A.inverse();
  EXPECT_LT((one.R - Matrix3::Identity()).norm() + one.p.norm(), round_off);
}

}  // namespace
}  // namespace jourdain::rotation_test
