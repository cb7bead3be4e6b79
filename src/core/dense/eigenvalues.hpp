// Eigenvalues of matrices that need not be symmetric. They allocate: not for a control loop.
#pragma once

#include <Eigen/Core>

#include <complex>
#include <vector>

namespace jourdain::dense {

// In no order; empty if they were not found.
std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A);

}  // namespace jourdain::dense
