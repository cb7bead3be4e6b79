// Apart from the others: it is all that the reader needs of them.
#include "core/dense/decompositions.hpp"

#include <Eigen/Eigenvalues>

#include <limits>

namespace jourdain::dense {

SymmetricFactors symmetric_factors(const Matrix& A, bool vectors) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(A, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {Vector::Constant(A.rows(), nan), Matrix::Constant(A.rows(), A.cols(), nan)};
  }
  return {solver.eigenvalues(), vectors ? solver.eigenvectors() : Matrix()};
}

}  // namespace jourdain::dense
