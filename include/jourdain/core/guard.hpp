// Conditions on values that the numerical templates meet on their way. They never return early: a failure is recorded,
// and the caller looks at it when the work is done.
#pragma once

#include "jourdain/core/status.hpp"

namespace jourdain {

// One specialisation per scalar; that of the traced scalar writes the conditions into its graph.
template <typename T>
struct Guard;

template <>
struct Guard<double> {
  Status status = Status::ok;  // of the first condition that failed
  double value = 0;            // what was not positive

  // NaN is not positive.
  void require_positive(double x, Status otherwise) {
    if (x > 0 || status != Status::ok) return;
    status = otherwise;
    value = x;
  }
};

}  // namespace jourdain
