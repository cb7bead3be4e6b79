// Dense decompositions of set-up and analysis code. Eigen's are slow to compile: this folder alone
// instantiates them, and nobody else includes Eigen's headers for them. They allocate: not for a control loop.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace jourdain::dense {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Which singular vectors are wanted: thin U, square V.
enum class Vectors { none, left, right, both };

// A = U diag(s) V^T, s falling.
struct SingularFactors {
  Vector s;
  Matrix U, V;

  // How many singular values are above `share` of the largest.
  int rank(double share) const;
  // The last columns of V, from `rank` on.
  Matrix null_space(int rank) const { return V.rightCols(V.cols() - rank); }
  // x of least norm with A x nearest to b, in the span of the first `rank` singular vectors.
  Vector solve(const Vector& b, int rank) const;
};
// By Jacobi's rotations, so that small singular values keep their digits; Eigen's divide and conquer loses many for
// rare matrices, and takes long to compile.
SingularFactors singular_factors(const Matrix& A, Vectors vectors);

// Eigenvalues, rising, of a symmetric matrix, and its eigenvectors where wanted. NaN if they were not found.
struct SymmetricFactors {
  Vector values;
  Matrix vectors;
};
SymmetricFactors symmetric_factors(const Matrix& A, bool vectors = true);

// R of A = Q R for a matrix with at least as many rows as columns: square, zeros below the diagonal.
Matrix upper_triangle(const Matrix& A);

// Orthonormal basis of what is perpendicular to the independent columns of A.
Matrix orthogonal_complement(const Matrix& A);

// X of least |A X - B| for independent columns of A.
Matrix least_squares(const Matrix& A, const Matrix& B);

// x of least norm with A x nearest to b; pivots below `share` of the largest count as zero.
Vector least_norm(const Matrix& A, const Vector& b, double share);

// All x with A x = b, of equations that agree: one of least norm, and the orthonormal columns N that A takes to zero.
// Equations whose pivots are below `share` of the largest follow from the others, and are not looked at.
struct Solutions {
  Vector x;
  Matrix N;
};
Solutions solutions(const Matrix& A, const Vector& b, double share);

// X of least norm with A X A = A: Moore's and Penrose's inverse, pivots at round-off being zero.
Matrix pseudo_inverse(const Matrix& A);

// X with A X = B for a regular square matrix.
Matrix solve_square(const Matrix& A, const Matrix& B);

// Of a square matrix.
double determinant(const Matrix& A);

// A P = Q R with the longest of the remaining columns taken first.
class PivotedQr {
 public:
  // Pivots below `share` of the largest count as zero; a negative share is round-off.
  explicit PivotedQr(const Matrix& A, double share = -1);

  int rank() const { return rank_; }
  // Smallest pivot over the largest.
  double conditioning() const { return conditioning_; }
  // The first `count` columns in the order of their pivots, sorted.
  std::vector<int> leading_columns(int count) const;
  // X of least |A X - B| on the leading columns, zero on the others.
  Matrix solve(const Matrix& B) const;

 private:
  Matrix QR_;
  Vector tau_;
  std::vector<int> order_;
  int rank_ = 0;
  double conditioning_ = 0;
};

}  // namespace jourdain::dense
