// Elimination against known solutions and against Eigen.
#include "core/elimination.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace jourdain::elimination_test {
namespace {

constexpr unsigned seed = 300;
constexpr double round_off = 1e-15;  // per row and entry: backward error of elimination with row pivoting

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

class Eliminations : public testing::Test {
 protected:
  Matrix random_matrix(int n) {
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(n, n, [&] { return normal(random); });
  }
  std::mt19937_64 random{seed};
};

TEST_F(Eliminations, SolvesAndSolvesTransposed) {
  for (int n : {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 33, 66}) {
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(fmt::format("seed {}, size {}, number {}", seed, n, i));
      const Matrix A = random_matrix(n);
      const Vector x = random_matrix(n).col(0);
      Elimination elimination(n);
      elimination.matrix() = A;
      ASSERT_GT(elimination.factor(), 0);
      // The residual is small whatever the condition.
      Vector b = A * x;
      elimination.solve(b.data());
      EXPECT_LT((A * b - A * x).norm(), 10 * n * round_off * A.norm() * b.norm());
      Vector c = A.transpose() * x;
      elimination.solve_transposed(c.data());
      EXPECT_LT((A.transpose() * (c - x)).norm(), 10 * n * round_off * A.norm() * c.norm());
    }
  }
}

TEST_F(Eliminations, DeterminantSignIsThatOfTheMatrix) {
  for (int n = 1; n <= 12; ++n) {
    for (int i = 0; i < 50; ++i) {
      SCOPED_TRACE(fmt::format("seed {}, size {}, number {}", seed, n, i));
      const Matrix A = random_matrix(n);
      Elimination elimination(n);
      elimination.matrix() = A;
      ASSERT_GT(elimination.factor(), 0);
      EXPECT_EQ(elimination.determinant_sign(), A.determinant() > 0 ? 1 : -1);
      // Two rows exchanged.
      if (n == 1) continue;
      Matrix swapped = A;
      swapped.row(0).swap(swapped.row(n - 1));
      const int sign = elimination.determinant_sign();
      elimination.matrix() = swapped;
      ASSERT_GT(elimination.factor(), 0);
      EXPECT_EQ(elimination.determinant_sign(), -sign);
    }
  }
}

TEST_F(Eliminations, PivotRatioIsThatOfADiagonalMatrix) {
  Elimination elimination(3);
  elimination.matrix().setZero();
  elimination.matrix().diagonal() << 4, -1e-3, 2;
  EXPECT_DOUBLE_EQ(elimination.factor(), 1e-3 / 4);
  EXPECT_EQ(elimination.determinant_sign(), -1);
}

// Zeros on the diagonal, as in every system of closure equations.
TEST_F(Eliminations, PermutationsAreSolved) {
  const int n = 7;
  Eigen::PermutationMatrix<Eigen::Dynamic> P(n);
  P.indices() << 3, 5, 0, 6, 1, 4, 2;
  const Matrix A = P.toDenseMatrix().cast<double>();
  Elimination elimination(n);
  elimination.matrix() = A;
  EXPECT_EQ(elimination.factor(), 1);
  Vector b = Vector::LinSpaced(n, 1, n);
  const Vector x = A.transpose() * b;
  elimination.solve(b.data());
  EXPECT_EQ(b, x);
}

TEST_F(Eliminations, SingularMatricesAreSeen) {
  for (int n : {1, 2, 6, 20}) {
    SCOPED_TRACE(n);
    Elimination elimination(n);
    elimination.matrix().setZero();
    EXPECT_EQ(elimination.factor(), 0);
    if (n == 1) continue;
    // A column, and a row, of zeros; two equal rows.
    Matrix A = random_matrix(n);
    A.col(n / 2).setZero();
    elimination.matrix() = A;
    EXPECT_EQ(elimination.factor(), 0);
    A = random_matrix(n);
    A.row(n / 2).setZero();
    elimination.matrix() = A;
    EXPECT_EQ(elimination.factor(), 0);
    A = random_matrix(n);
    A.row(n - 1) = A.row(0);
    elimination.matrix() = A;
    EXPECT_LT(elimination.factor(), 1e-13);
  }
}

TEST_F(Eliminations, NumbersThatAreNotFiniteAreSeen) {
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (int n : {1, 3, 6, 12}) {
      for (int i = 0; i < n * n; ++i) {
        SCOPED_TRACE(fmt::format("{} in entry {} of size {}", bad, i, n));
        Elimination elimination(n);
        elimination.matrix() = random_matrix(n);
        elimination.matrix().data()[i] = bad;
        EXPECT_EQ(elimination.factor(), 0);
      }
    }
  }
}

TEST_F(Eliminations, NothingToSolve) {
  Elimination elimination;
  EXPECT_EQ(elimination.size(), 0);
  EXPECT_GE(elimination.factor(), 0);
  elimination.solve(nullptr);
  elimination.solve_transposed(nullptr);
}

// Factors are made anew each time.
TEST_F(Eliminations, CanBeUsedAgain) {
  Elimination elimination(5);
  for (int i = 0; i < 5; ++i) {
    const Matrix A = random_matrix(5);
    const Vector x = Vector::Ones(5);
    elimination.matrix() = A;
    ASSERT_GT(elimination.factor(), 0);
    Vector b = A * x;
    elimination.solve(b.data());
    EXPECT_LT((A * (b - x)).norm(), 1e-13 * A.norm());
  }
}

}  // namespace
}  // namespace jourdain::elimination_test
