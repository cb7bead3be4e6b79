// Eigenvalues of 4 x 4 symmetric matrices without allocation: the one decomposition that a control loop may call.
#pragma once

#include <Eigen/Core>

namespace jourdain::dense {

// A = V diag(values) V^T by Jacobi's rotations; a bounded number of sweeps.
void symmetric_factors4(const Eigen::Matrix4d& A, Eigen::Vector4d& values, Eigen::Matrix4d& V) noexcept;

}  // namespace jourdain::dense
