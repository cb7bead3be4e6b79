// The point of an affine space nearest to a given one, within bounds on its coordinates.
#pragma once

#include "jourdain/core/status.hpp"

#include <Eigen/Core>

namespace jourdain {

// Moves f along the columns of Z (orthonormal, at most `largest_dimension`) by the least amount that brings every
// |f_i| <= bound_i (positive, may be infinite). Dual active set method of Goldfarb and Idnani for the Hessian 1: starts
// from f and adds one violated bound after the other. No allocation, bounded work. Status: limit if there is no such
// point; then f is the best that was reached. not_converged cannot happen but for round-off.
constexpr int largest_dimension = 16;
Status nearest_in_box(const Eigen::Ref<const Eigen::MatrixXd>& Z, const Eigen::Ref<const Eigen::VectorXd>& bound,
                      Eigen::Ref<Eigen::VectorXd> f);

}  // namespace jourdain
