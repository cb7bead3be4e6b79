// Elemental functions of a joint rate. Those with tanh and exp are for numbers only.
#pragma once

#include "legs/joint_friction.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/parameters.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

// Value of a declared function; `side` is the direction of the rate.
template <typename T>
inline T rate_function(RateFunction function, const T& rate, const T& side, double scale) {
  const T x = rate * T(1 / scale);
  if (function == RateFunction::square) return x * x * side;
  if (function == RateFunction::cube) return x * x * x;
  if constexpr (is_traced<T>) {
    throw Error(ErrorKind::usage, "friction functions with tanh or exp cannot be traced; square and cube can");
  } else {
    if (function == RateFunction::tanh) return std::tanh(x);
    if (function == RateFunction::stribeck) return std::exp(-x * x) * side;
    return std::exp(-x * side) * side;
  }
}

}  // namespace jourdain
