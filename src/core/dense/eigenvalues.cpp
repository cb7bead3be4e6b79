#include "core/dense/eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace jourdain::dense {

std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
  if (solver.info() != Eigen::Success) return {};
  const Eigen::VectorXcd values = solver.eigenvalues();
  return {values.begin(), values.end()};
}

}  // namespace jourdain::dense
