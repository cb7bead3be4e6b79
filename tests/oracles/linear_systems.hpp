// Linear equations of the oracles, by Eigen alone: they share no code with the library.
#pragma once

#include <Eigen/Core>

namespace oracle {

// Redundant equations have relative size 1e-14, real ones near a singularity 1e-4.
inline constexpr double independent = 1e-8;

// Factors that give the rows length one. Rows of nothing but rounding, such as what a planar loop says about motions
// out of its plane, get 0.
Eigen::VectorXd row_scale(const Eigen::MatrixXd& A);

// All x with A x = b, of equations that agree: x_0 + N y, x_0 the shortest.
struct Solutions {
  Eigen::VectorXd x_0;
  Eigen::MatrixXd N;
};
Solutions solutions(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// X with A X = B, A square and regular.
Eigen::MatrixXd solve(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// The one x with A x nearest to b, rows taken at length one; throws if it is not the only one.
Eigen::VectorXd nearest(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// Principal moments and axes of a body, the axes right-handed.
struct Principal {
  Eigen::Vector3d moments;
  Eigen::Matrix3d axes;
};
Principal principal(const Eigen::Matrix3d& inertia);

}  // namespace oracle
