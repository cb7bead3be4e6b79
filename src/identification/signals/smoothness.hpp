// How much noise positions have: encoders step, set-points do not.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {

// Sixth differences of consecutive values: white noise of size 1 gives them size sqrt(924), motions hardly anything.
class Smoothness {
 public:
  void add(const Eigen::Ref<const VectorX>& values, bool first) {
    if (low_.size() == 0) low_ = high_ = values, squares_ = VectorX::Zero(values.size());
    low_ = low_.cwiseMin(values);
    high_ = high_.cwiseMax(values);
    if (first) held_ = 0;
    for (VectorX& before : last_) {
      if (before.size() != values.size()) before = VectorX::Zero(values.size());
    }
    // differences of order 0 to 5 of the last values become those of the new ones
    VectorX difference = values;
    for (int order = 0; order < 6; ++order) {
      const VectorX next = difference - last_[order];
      last_[order] = difference;
      difference = next;
    }
    if (++held_ <= 6) return;
    squares_ += difference.cwiseAbs2();
    ++count_;
  }

  // Over the range, of the noisiest; 0: not known.
  double noise() const {
    double largest = 0;
    for (int i = 0; count_ > 0 && i < squares_.size(); ++i)
      if (high_[i] > low_[i])
        largest =
            std::max(largest, std::sqrt(squares_[i] / (924.0 * static_cast<double>(count_))) / (high_[i] - low_[i]));
    return largest;
  }

 private:
  std::array<VectorX, 6> last_;
  VectorX low_, high_, squares_;
  int held_ = 0;
  long count_ = 0;
};

}  // namespace jourdain
