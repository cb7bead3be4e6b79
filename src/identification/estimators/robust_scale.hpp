// Robust statistics of residuals that are not stored.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <array>
#include <cmath>

namespace jourdain {

// The median of |r| from a histogram whose bins grow by 2 %: exact to 1 %.
class RobustScale {
 public:
  void add(double residual) {
    const double size = std::abs(residual);
    const int bin = size > smallest ? static_cast<int>(std::log(size / smallest) / step) + 1 : 0;
    ++bins_[bin < bins ? bin : bins - 1];
    ++count_;
  }
  // Standard deviation of normal residuals with this median, 1.4826 times the median of |r|.
  double deviation() const {
    long below = 0;
    for (int i = 0; i < bins; ++i) {
      below += bins_[i];
      if (2 * below >= count_) return i == 0 ? 0.0 : 1.4826 * smallest * std::exp((i - 0.5) * step);
    }
    return 0;
  }

 private:
  static constexpr double smallest = 1e-12, step = 0.02;
  static constexpr int bins = 3000;  // up to 1e14
  std::array<long, bins> bins_{};
  long count_ = 0;
};

// Weight of a residual in standard deviations.
inline double robust_weight(RobustWeight weight, double r) {
  const double size = std::abs(r);
  if (weight == RobustWeight::huber) return size <= 1.345 ? 1.0 : 1.345 / size;
  const double u = r / 4.685;
  return size < 4.685 ? (1 - u * u) * (1 - u * u) : 0.0;
}

}  // namespace jourdain
