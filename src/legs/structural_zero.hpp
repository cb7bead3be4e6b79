// Entries of inertia that vanish in the model.
#pragma once

#include <cmath>

namespace jourdain {

inline constexpr double structural_zero = 1e-12;  // of masses, times size or size squared

// Entries that vanish in the model are structural zeros: they cost nothing when traced.
template <typename T>
T unless_zero(const T& x, double value, double scale) {
  return std::abs(value) <= structural_zero * scale ? T(0) : x;
}

}  // namespace jourdain
