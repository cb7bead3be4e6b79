// Least squares sample by sample, with forgetting: parameters that follow a robot as it warms up or wears.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <functional>

namespace jourdain {

// Potter's form: the root of the covariance is updated, which stays one however many samples come. Set-up allocates; a
// control loop may call the rest.
class RecursiveLeastSquares {
 public:
  // Values and standard deviations to begin with. Throws Error(usage) unless all deviations are positive.
  RecursiveLeastSquares(const VectorX& values, const VectorX& deviations);

  // One row y p = b with this standard deviation. Refuses what is not finite.
  Status add(const VectorX& y, double b, double deviation);

  // All that came so far counts `share` as much, 0 to 1. No deviation grows beyond that of the beginning: a robot that
  // rests forgets nothing that matters.
  void forget(double share);

  const VectorX& values() const { return values_; }
  // Standard deviation of a value for residuals without correlation.
  double deviation(int i) const { return root_.row(i).norm(); }
  MatrixX covariance() const { return root_ * root_.transpose(); }

 private:
  VectorX values_, first_;  // deviations at the beginning
  MatrixX root_;
  VectorX phi_, gain_;
};

struct RecursiveOptions {
  EstimatorOptions estimator;
  double memory = 0;  // s: after which a sample counts 1/e; 0: for ever
  // Called with time, values and deviations some 200 times over the log.
  std::function<void(double time, const VectorX& values, const VectorX& deviations)> visit;
};

// The values at the end of the log. Weights of the motors and what cannot be told come from weighted least squares over
// the whole log; deviations are those of the recursion times the share by which correlated residuals widen those of
// weighted least squares. Throws as estimate().
Estimate estimate_recursively(const BaseParameters& base, EquationSource& equations,
                              const RecursiveOptions& options = {});

}  // namespace jourdain
