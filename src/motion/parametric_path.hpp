// Paths over a parameter of their own, made paths over their length.
#pragma once

#include "motion/timed_path.hpp"

namespace jourdain {

// A curve over a parameter u: at() gives r, dr/du and d2r/du2.
class ParametricCurve {
 public:
  virtual ~ParametricCurve() = default;
  // Ends, and places between which the curve is smooth.
  virtual const std::vector<double>& pieces() const noexcept = 0;
  virtual void at(double u, Jet jet) const noexcept = 0;
};

// The curve over its length in a metric: |dr/du|^2 = sum of (weight_i dr_i/du)^2. Lengths by Gauss' quadrature of a
// table of u, the inverse by Newton's method: exact to rounding. Throws Error(usage) where the curve stands still.
std::unique_ptr<const Path> over_length(std::unique_ptr<const ParametricCurve> curve, const VectorX& weights);

}  // namespace jourdain
