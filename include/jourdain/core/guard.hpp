// Conditions that a computation needs, recorded rather than branched on, so that one algorithm runs on any scalar.
#pragma once

#include "jourdain/core/status.hpp"

#include <limits>

namespace jourdain {

// Collects the conditions of one computation on numbers: the computation goes on after a failure, and the caller asks
// for the status at the end. A control loop may call everything. Traced scalars specialise it (expression/guard.hpp).
template <typename T>
struct Guard {
  // Requires x > 0; NaN fails. The status of the first failure is kept.
  void require_positive(const T& x, Status failure) {
    if (!(x >= -std::numeric_limits<T>::infinity())) smallest = -std::numeric_limits<T>::infinity();
    if (x < smallest) smallest = x;
    if (!(x > T(0)) && status == Status::ok) status = failure;
  }

  Status status = Status::ok;
  T smallest = std::numeric_limits<T>::infinity();  // value seen; NaN counts as -infinity
};

// 0 where |x| <= band, else the sign of x. A control loop may call it.
template <typename T>
requires std::numeric_limits<T>::is_iec559 T sign(T x, T band) { return static_cast<T>((x > band) - (x < -band)); }

}  // namespace jourdain
