// Elemental functions of a joint rate. Those with tanh and exp are for numbers only.
#pragma once

#include "dynamics/joint_forces.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/parameters.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

// w / |w|, 0 within the dead band.
template <typename T>
inline Vector3T<T> unit_above(const Vector3T<T>& w, const T& band) {
  return w * dry_factor(w, band);
}

// Value of a declared function; `sign` is that of the rate.
template <typename T>
inline T rate_function(RateFunction function, const T& rate, const T& sign, double scale) {
  const T x = rate * T(1 / scale);
  if (function == RateFunction::square) return x * x * sign;
  if (function == RateFunction::cube) return x * x * x;
  if constexpr (is_traced<T>) {
    throw Error(ErrorKind::usage, "friction functions with tanh or exp cannot be traced; square and cube can");
  } else {
    if (function == RateFunction::tanh) return std::tanh(x);
    if (function == RateFunction::stribeck) return std::exp(-x * x) * sign;
    return std::exp(-x * sign) * sign;
  }
}

}  // namespace jourdain
