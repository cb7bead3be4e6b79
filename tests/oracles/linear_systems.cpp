#include "oracles/linear_systems.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include <stdexcept>

namespace oracle {

using Qr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;

Eigen::VectorXd row_scale(const Eigen::MatrixXd& A) {
  const Eigen::VectorXd norms = A.rowwise().norm();
  return (norms.array() > independent * norms.maxCoeff()).select(norms.cwiseInverse(), 0.0);
}

Solutions solutions(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::Index n = A.cols();
  if (A.rows() == 0) return {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Identity(n, n)};
  // Units must not matter to the rank.
  const Eigen::VectorXd scale = row_scale(A);
  Qr qr(n, A.rows());
  qr.setThreshold(independent);
  qr.compute((scale.asDiagonal() * A).transpose());
  const Eigen::Index r = qr.rank();
  const Eigen::MatrixXd Q = qr.householderQ();
  // A^T P = Q (R; 0): the first r equations in the order of pivots say R^T Q_1^T x = b.
  const Eigen::VectorXd ordered = qr.colsPermutation().transpose() * scale.cwiseProduct(b);
  const auto R = qr.matrixR().topLeftCorner(r, r).triangularView<Eigen::Upper>();
  return {Q.leftCols(r) * R.transpose().solve(ordered.head(r)), Q.rightCols(n - r)};
}

Eigen::MatrixXd solve(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return Qr(A).solve(B); }

Eigen::VectorXd nearest(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::VectorXd scale = row_scale(A);
  Qr qr(A.rows(), A.cols());
  qr.setThreshold(independent);
  qr.compute(scale.asDiagonal() * A);
  if (qr.rank() < A.cols()) throw std::runtime_error("the drivers do not determine the motion");
  return qr.solve(Eigen::MatrixXd(scale.cwiseProduct(b)));
}

Principal principal(const Eigen::Matrix3d& inertia) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  Principal result{solver.eigenvalues(), solver.eigenvectors()};
  if (result.axes.determinant() < 0) result.axes.col(0) *= -1;
  return result;
}

}  // namespace oracle
