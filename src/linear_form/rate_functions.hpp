// Elemental functions of a joint rate, for any scalar that has sign(x, band), sqrt, max, exp and tanh.
#pragma once

#include "expression/scalar.hpp"

#include "jourdain/linear_form/parameters.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

// w / |w|, 0 within the dead band.
template <typename T>
inline Vector3T<T> unit_above(const Vector3T<T>& w, const T& band) {
  using std::max;
  using std::sqrt;
  constexpr double smallest_speed = 1e-150;  // keeps the quotient finite
  const T speed = sqrt(w.squaredNorm());
  return w * (sign(speed, band) / max(speed, T(smallest_speed)));
}

// Value of a declared function; `sign` is that of the rate.
template <typename T>
inline T rate_function(RateFunction function, const T& rate, const T& sign, double scale) {
  using std::exp;
  using std::tanh;
  const T x = rate * T(1 / scale);
  switch (function) {
    case RateFunction::tanh: return tanh(x);
    case RateFunction::stribeck: return exp(-x * x) * sign;
    case RateFunction::exponential: return exp(-x * sign) * sign;
    case RateFunction::square: return x * x * sign;
    case RateFunction::cube: return x * x * x;
  }
  return T(0);
}

}  // namespace jourdain
