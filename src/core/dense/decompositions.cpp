#include "core/dense/decompositions.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <numeric>

namespace jourdain::dense {
namespace {

constexpr double round_off = -1;

// Columns x of least norm with A x nearest to those of B; pivots below `share` of the largest, or at round-off, count
// as zero.
template <typename Columns>
Columns shortest(const Matrix& A, const Columns& B, double share) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
  if (share != round_off) decomposition.setThreshold(share);
  decomposition.compute(A);
  return decomposition.solve(B);
}

}  // namespace

int SingularFactors::rank(double share) const {
  int rank = 0;
  while (rank < s.size() && s[rank] > share * s[0]) ++rank;
  return rank;
}

Vector SingularFactors::solve(const Vector& b, int rank) const {
  const Vector y = (U.leftCols(rank).transpose() * b).cwiseQuotient(s.head(rank));
  return V.leftCols(rank) * y;
}

SingularFactors singular_factors(const Matrix& A, Vectors vectors) {
  unsigned options = 0;
  if (vectors == Vectors::left || vectors == Vectors::both) options |= Eigen::ComputeThinU;
  if (vectors == Vectors::right || vectors == Vectors::both) options |= Eigen::ComputeFullV;
  const Eigen::JacobiSVD<Matrix> svd(A, options);
  SingularFactors factors{svd.singularValues(), {}, {}};
  if (options & Eigen::ComputeThinU) factors.U = svd.matrixU();
  if (options & Eigen::ComputeFullV) factors.V = svd.matrixV();
  return factors;
}

Matrix upper_triangle(const Matrix& A) {
  const Eigen::HouseholderQR<Matrix> qr(A);
  Matrix R = Matrix::Zero(A.cols(), A.cols());
  R.triangularView<Eigen::Upper>() = qr.matrixQR().topRows(A.cols());
  return R;
}

Matrix orthogonal_complement(const Matrix& A) {
  if (A.cols() == 0) return Matrix::Identity(A.rows(), A.rows());
  const Matrix Q = Eigen::HouseholderQR<Matrix>(A).householderQ();
  return Q.rightCols(A.rows() - A.cols());
}

Matrix least_squares(const Matrix& A, const Matrix& B) {
  if (A.cols() == 0 || B.cols() == 0) return Matrix::Zero(A.cols(), B.cols());
  return A.householderQr().solve(B);
}

Vector least_norm(const Matrix& A, const Vector& b, double share) { return shortest(A, b, share); }

Solutions solutions(const Matrix& A, const Vector& b, double share) {
  const Eigen::Index n = A.cols();
  if (A.size() == 0) return {Vector::Zero(n), Matrix::Identity(n, n)};
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(share);
  qr.compute(A.transpose());
  const Eigen::Index rank = qr.rank();
  const Matrix Q = qr.householderQ();
  // A^T P = Q (R; 0): the first equations in the order of pivots say R^T y = b for x = Q_1 y.
  Vector y(rank);
  for (Eigen::Index i = 0; i < rank; ++i) y[i] = b[qr.colsPermutation().indices()[i]];
  qr.matrixQR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solveInPlace(y);
  return {Q.leftCols(rank) * y, Q.rightCols(n - rank)};
}

Matrix pseudo_inverse(const Matrix& A) { return shortest<Matrix>(A, Matrix::Identity(A.rows(), A.rows()), round_off); }

Matrix solve_square(const Matrix& A, const Matrix& B) { return A.partialPivLu().solve(B); }

double determinant(const Matrix& A) { return A.determinant(); }

PivotedQr::PivotedQr(const Matrix& A, double share) : QR_(A) {
  if (A.size() == 0) {
    order_.resize(A.cols());
    std::iota(order_.begin(), order_.end(), 0);
    return;
  }
  Eigen::ColPivHouseholderQR<Matrix> qr;
  if (share >= 0) qr.setThreshold(share);
  qr.compute(A);
  QR_ = qr.matrixQR();
  tau_ = qr.hCoeffs();
  rank_ = static_cast<int>(qr.rank());
  order_.assign(qr.colsPermutation().indices().begin(), qr.colsPermutation().indices().end());
  if (qr.maxPivot() > 0) conditioning_ = QR_.diagonal().cwiseAbs().minCoeff() / qr.maxPivot();
}

std::vector<int> PivotedQr::leading_columns(int count) const {
  std::vector<int> columns(order_.begin(), order_.begin() + count);
  std::sort(columns.begin(), columns.end());
  return columns;
}

Matrix PivotedQr::solve(const Matrix& B) const {
  if (rank_ == 0) return Matrix::Zero(QR_.cols(), B.cols());
  Matrix C = B;
  C.applyOnTheLeft(Eigen::householderSequence(QR_, tau_).setLength(rank_).adjoint());
  const Matrix Y = QR_.topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solve(C.topRows(rank_));
  Matrix X = Matrix::Zero(QR_.cols(), B.cols());
  for (int i = 0; i < rank_; ++i) X.row(order_[i]) = Y.row(i);
  return X;
}

}  // namespace jourdain::dense
