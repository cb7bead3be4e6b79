// Weighted least squares on gathered factors: values, what cannot be told, and the covariance between blocks.
#pragma once

#include "identification/estimators/block_factors.hpp"

#include "jourdain/identification/estimate.hpp"

namespace jourdain {

struct LinearFit {
  std::vector<Outcome> outcomes;
  VectorX values;
  MatrixX covariance;  // delete-one-block jackknife; zero for what is held
  VectorX plain;       // variances if residuals were uncorrelated and all of one variance
  VectorX singular_values;
  double condition = 0;
  double squares = 0;  // weighted sum of squares
};

// Root mean square of every column over random states of the robot: what a rich motion would give.
VectorX usual_columns(const LinearForm& form);

// `model` are values for what the data cannot tell; `usual` as above; columns marked in `drop` are zero; values that
// are no NaN in `given`, which may be empty, are held. The covariance, most of the work, only where it is wanted.
LinearFit fit(const BlockFactors& factors, const VectorX& weights, const VectorX& model, const VectorX& usual,
              const std::vector<bool>& drop, const VectorX& given, bool covariance);

// 1/variance of each motor's residual at p, and its standard deviation. A motor without residual gets a bound from the
// rounding of its forces.
VectorX motor_deviations(const BlockFactors& factors, const VectorX& p, int estimated);

}  // namespace jourdain
