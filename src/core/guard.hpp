// Conditions that a computation needs, recorded rather than branched on, so that one algorithm runs on any scalar.
#pragma once

#include "jourdain/core/status.hpp"

#include <limits>

namespace jourdain {

// Collects the conditions of one computation on numbers: the computation goes on after a failure, and the caller asks
// for the status at the end. A control loop may call everything. Traced scalars specialise it (expression/guard.hpp).
template <typename T>
struct Guard {
  // Requires x > bound; NaN fails. The status of the first failure is kept.
  void require_above(const T& x, double bound, Status failure) {
    if (!(x > T(bound)) && status == Status::ok) status = failure;
  }
  void require_positive(const T& x, Status failure) { require_above(x, 0, failure); }

  Status status = Status::ok;
};

// 0 where |x| <= band, else the sign of x. A control loop may call it.
template <typename T>
requires std::numeric_limits<T>::is_iec559 T sign(T x, T band) { return static_cast<T>((x > band) - (x < -band)); }

// The number nearest to x whose magnitude is at most limit; NaN stays. A control loop may call it.
template <typename T>
requires std::numeric_limits<T>::is_iec559 T clamp(T x, T limit) {
  const T below = x > limit ? limit : x;
  return below < -limit ? -limit : below;
}

}  // namespace jourdain
