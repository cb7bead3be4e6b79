// Equations of forces that were measured behind a filter: L(b) = L(Y) p with the filter's own lag L on the regressor,
// which is exact and amplifies no noise.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {

// First order, x' = (u - x) / lag with its own lag for every row, u straight between instants.
class ForceLags {
 public:
  // Seconds, one per row; empty or zeros: none.
  explicit ForceLags(const VectorX& lags) : lags_(lags), longest_(lags.size() > 0 ? lags.maxCoeff() : 0.0) {}

  bool any() const { return longest_ > 0; }
  // Nothing is known of what was before the next instant.
  void reset() { started_ = false; }

  // Replaces the rows of an instant by those behind the lags; false while what was before the first one still counts.
  bool apply(double time, MatrixX& rows) {
    if (!started_) {
      started_ = true;
      start_ = time;
      output_ = rows;
    } else {
      for (Eigen::Index k = 0; k < rows.rows(); ++k) {
        if (!(lags_[k] > 0)) {
          output_.row(k) = rows.row(k);
          continue;
        }
        const double r = (time - last_) / lags_[k], e = std::exp(-r), mean = r > 0 ? (1 - e) / r : 1;
        output_.row(k) = e * output_.row(k) + (1 - mean) * rows.row(k) + (mean - e) * input_.row(k);
      }
    }
    input_ = rows;
    rows = output_;
    last_ = time;
    return time - start_ >= forgotten * longest_;
  }

 private:
  static constexpr double forgotten = 5;  // lags after which the start does not count

  VectorX lags_;
  double longest_, start_ = 0, last_ = 0;
  bool started_ = false;
  MatrixX input_, output_;
};

}  // namespace jourdain
