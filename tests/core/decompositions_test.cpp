#include "core/dense/decompositions.hpp"

#include <gtest/gtest.h>

namespace jourdain::dense {
namespace {

constexpr double round_off = 1e-13;  // of matrices with entries near 1

// Some fixed matrix without structure.
Matrix example(int rows, int columns) {
  Matrix A(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) A(i, j) = std::sin(1.0 + 7 * i + 3 * j * j + i * j);
  }
  return A;
}

Matrix of_rank(int rows, int columns, int rank) { return example(rows, rank) * example(rank, columns); }

TEST(SingularFactors, GiveTheMatrixItsRankAndItsNullSpace) {
  for (const int rows : {5, 9, 40}) {
    const Matrix A = of_rank(rows, 8, 3);
    const SingularFactors f = singular_factors(A, Vectors::both);
    EXPECT_LT((f.U * f.s.asDiagonal() * f.V.leftCols(f.s.size()).transpose() - A).norm(), 1e2 * round_off);
    EXPECT_EQ(f.rank(1e-9), 3);
    EXPECT_LT((A * f.null_space(3)).norm(), 1e2 * round_off);
    // Of least norm: nothing in the null space.
    const Vector b = A * Vector::Ones(8), x = f.solve(b, 3);
    EXPECT_LT((A * x - b).norm(), 1e2 * round_off);
    EXPECT_LT((f.null_space(3).transpose() * x).norm(), 1e2 * round_off);
    EXPECT_LT((least_norm(A, b, 1e-9) - x).norm(), 1e2 * round_off);
    const Solutions all = solutions(A, b, 1e-9);
    EXPECT_LT((all.x - x).norm(), 1e2 * round_off);
    EXPECT_EQ(all.N.cols(), A.cols() - 3);
    EXPECT_LT((A * all.N).norm(), 1e2 * round_off);
  }
}

TEST(SymmetricFactors, RiseAndAreNotANumberForWhatIsNone) {
  const Matrix B = example(6, 6), A = B + B.transpose();
  const SymmetricFactors f = symmetric_factors(A);
  for (int i = 1; i < 6; ++i) EXPECT_LE(f.values[i - 1], f.values[i]);
  EXPECT_LT((A * f.vectors - f.vectors * f.values.asDiagonal()).norm(), 1e1 * round_off);
  EXPECT_LT((symmetric_factors(A, false).values - f.values).norm(), 1e1 * round_off);
  EXPECT_FALSE(symmetric_factors(Matrix::Constant(3, 3, std::nan("")), false).values[0] > 0);
}

TEST(UpperTriangle, HasTheSameProductWithItself) {
  const Matrix A = example(9, 4), R = upper_triangle(A);
  EXPECT_LT((R.transpose() * R - A.transpose() * A).norm(), 1e1 * round_off);
  EXPECT_EQ(R(3, 0), 0);
}

TEST(OrthogonalComplement, IsPerpendicularAndCompletes) {
  const Matrix A = example(6, 2), N = orthogonal_complement(A);
  EXPECT_EQ(N.cols(), 4);
  EXPECT_LT((A.transpose() * N).norm(), 1e1 * round_off);
  EXPECT_LT((N.transpose() * N - Matrix::Identity(4, 4)).norm(), 1e1 * round_off);
  EXPECT_EQ(orthogonal_complement(Matrix(3, 0)), Matrix::Identity(3, 3));
}

TEST(PivotedQr, FindsRankLeadingColumnsAndSolutions) {
  const Matrix A = of_rank(7, 5, 3), X = example(5, 2);
  const PivotedQr qr(A, 1e-9);
  EXPECT_EQ(qr.rank(), 3);
  EXPECT_EQ(qr.leading_columns(3).size(), 3U);
  EXPECT_LT((A * qr.solve(A * X) - A * X).norm(), 1e2 * round_off);
  const Matrix square = example(5, 5);
  EXPECT_LT((PivotedQr(square).solve(square * X) - solve_square(square, square * X)).norm(), 1e3 * round_off);
  EXPECT_LT((least_squares(example(7, 5), example(7, 5) * X) - X).norm(), 1e3 * round_off);
}

TEST(LeastSquares, TakesEmptyMatrices) {
  const Matrix none = least_squares(example(7, 5), Matrix(7, 0));
  EXPECT_EQ(none.rows(), 5);
  EXPECT_EQ(none.cols(), 0);
  const Matrix nothing = least_squares(Matrix(7, 0), example(7, 5));
  EXPECT_EQ(nothing.rows(), 0);
  EXPECT_EQ(nothing.cols(), 5);
}

TEST(PivotedQr, TakesEmptyMatrices) {
  for (const auto& [rows, columns] : {std::pair(6, 0), std::pair(0, 3), std::pair(0, 0)}) {
    const PivotedQr qr(Matrix(rows, columns), 1e-9);
    EXPECT_EQ(qr.rank(), 0);
    EXPECT_EQ(qr.solve(Matrix::Ones(rows, 2)), Matrix::Zero(columns, 2));
  }
}

}  // namespace
}  // namespace jourdain::dense
