// Sums of parameters that vanish in the model, so that the plan does without them. Who loads other parameters must
// know: traced functions guard all of them.
#pragma once

#include "structure/tree_parameters.hpp"

#include <cmath>
#include <vector>

namespace jourdain {

inline constexpr double structural_zero = 1e-12;  // of masses, times size or size squared

template <typename T>
struct DroppedSum {
  T sum;
  double scale;  // what it is compared with
};
template <typename T>
using DroppedSums = std::vector<DroppedSum<T>>;

// Entries that vanish in the model are structural zeros: they cost nothing when traced.
template <typename T>
T unless_zero(const T& x, double value, double scale, DroppedSums<T>& dropped) {
  if (!(std::abs(value) <= structural_zero * scale)) return x;
  dropped.push_back({x, scale});
  return T(0);
}

// Of a bar whose mass is on its line e, and whose inertia has its axes along e, b and e x b.
template <typename T>
void drop_beside_line(const FrameInertia<T>& bar, const Vector3& along, const Vector3& second, double first_moment,
                      double second_moment, DroppedSums<T>& dropped) {
  const Vector3T<T> e = along.cast<T>(), b = second.cast<T>(), c = along.cross(second).template cast<T>();
  dropped.push_back({bar.s.dot(b), first_moment});
  dropped.push_back({bar.s.dot(c), first_moment});
  dropped.push_back({e.dot(bar.I * b), second_moment});
  dropped.push_back({e.dot(bar.I * c), second_moment});
  dropped.push_back({b.dot(bar.I * c), second_moment});
}

// Of one that is equal about all axes across its line, with `more` about the third.
template <typename T>
void drop_unequal(const FrameInertia<T>& bar, const Vector3& along, const Vector3& second, const T& more,
                  double second_moment, DroppedSums<T>& dropped) {
  const Vector3T<T> b = second.cast<T>(), c = along.cross(second).template cast<T>();
  dropped.push_back({c.dot(bar.I * c) - b.dot(bar.I * b) + more, second_moment});
}

}  // namespace jourdain
