// Forces of joints at rest: friction takes the value, within its bound, that keeps the joint at rest if any does.
#pragma once

#include <Eigen/Core>

namespace jourdain {

// Finds f, |f_i| <= bound_i, with free - A f = 0 where |f_i| < bound_i, else of the sign of f_i; A is symmetric and
// positive semidefinite. By Gauss and Seidel's sweeps from f, projected; what A f is then is unique. Returns the
// largest change of a last sweep relative to the bounds. No allocation, bounded work.
double solve_box_problem(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                         const Eigen::Ref<const Eigen::VectorXd>& bound, Eigen::Ref<Eigen::VectorXd> f);

}  // namespace jourdain
