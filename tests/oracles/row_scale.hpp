// How the oracles weigh equations of different units.
#pragma once

#include <Eigen/Dense>

namespace oracle {

// Redundant equations have relative size 1e-14, real ones near a singularity 1e-4.
inline constexpr double independent = 1e-8;

// Factors that give the rows length one. Rows of nothing but rounding, such as what a planar loop says about motions
// out of its plane, get 0.
inline Eigen::VectorXd row_scale(const Eigen::MatrixXd& A) {
  const Eigen::VectorXd norms = A.rowwise().norm();
  return (norms.array() > independent * norms.maxCoeff()).select(norms.cwiseInverse(), 0.0);
}

}  // namespace oracle
