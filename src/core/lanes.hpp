// Two numbers that take the same operations, side by side in one register: a scalar for algorithms that run on two legs
// at once. No comparisons, as for a traced scalar; conditions are told to a Guard.
#pragma once

#include "core/guard.hpp"

#include <Eigen/Core>

#include <cmath>

namespace jourdain {

struct Lanes {
  using Register = double __attribute__((vector_size(16)));

  Register x;

  Lanes() = default;
  explicit Lanes(double both) : x{both, both} {}
  Lanes(double first, double second) : x{first, second} {}
  explicit Lanes(Register lanes) : x(lanes) {}

  double operator[](int lane) const { return x[lane]; }
  // Sum of both numbers.
  double sum() const { return x[0] + x[1]; }

  Lanes operator-() const { return Lanes(-x); }
  Lanes& operator+=(const Lanes& b) { return x += b.x, *this; }
  Lanes& operator-=(const Lanes& b) { return x -= b.x, *this; }
  Lanes& operator*=(const Lanes& b) { return x *= b.x, *this; }
  Lanes& operator/=(const Lanes& b) { return x /= b.x, *this; }
  friend Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.x + b.x); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.x - b.x); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.x * b.x); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.x / b.x); }
};

inline Lanes sqrt(const Lanes& a) { return {std::sqrt(a[0]), std::sqrt(a[1])}; }
inline Lanes max(const Lanes& a, const Lanes& b) { return Lanes(a.x > b.x ? a.x : b.x); }
inline Lanes min(const Lanes& a, const Lanes& b) { return Lanes(a.x < b.x ? a.x : b.x); }

inline Lanes clamp(const Lanes& a, const Lanes& limit) {
  const Lanes::Register below = a.x > limit.x ? limit.x : a.x;
  return Lanes(below < -limit.x ? -limit.x : below);
}

// Both numbers must fulfil a condition.
template <>
struct Guard<Lanes> {
  void require_above(const Lanes& a, double bound, Status failure) {
    if (!(a[0] > bound && a[1] > bound) && status == Status::ok) status = failure;
  }
  void require_positive(const Lanes& a, Status failure) { require_above(a, 0, failure); }

  Status status = Status::ok;
};

}  // namespace jourdain

namespace Eigen {

template <>
struct NumTraits<jourdain::Lanes> : GenericNumTraits<double> {
  using Real = jourdain::Lanes;
  using NonInteger = jourdain::Lanes;
  using Nested = jourdain::Lanes;
  enum { RequireInitialization = 0 };
};

}  // namespace Eigen
