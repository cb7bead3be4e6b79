// Friction and springs of one freedom. Dry friction has a dead band: rates up to which it grows in proportion, so that
// it goes through zero without a jump and nothing is divided by a rate. Beyond the band it is that of Coulomb.
#pragma once

#include "expression/scalar.hpp"
#include "structure/tree_parameters.hpp"

namespace jourdain {

// The band as a share of the robot's slow rate: far above round-off of the rates, far below those that matter.
inline constexpr double dead_band_double = 1e-6;
inline constexpr double dead_band_float = 1e-4;

template <typename T>
struct DeadBand {
  T rate = T(1), inverse = T(1);
};

// The bands of a robot's joints: of turning and of sliding freedoms.
template <typename T>
struct DeadBands {
  DeadBand<T> turn, slide;

  const DeadBand<T>& of(bool slides) const { return slides ? slide : turn; }
};

// From the rate (1/s) and the length that its motion is measured by.
template <typename T>
inline DeadBands<T> dead_bands(double slow_rate, double size, bool single_precision) {
  const double turn = (single_precision ? dead_band_float : dead_band_double) * slow_rate;
  const double slide = turn * size;
  return {{T(turn), T(1 / turn)}, {T(slide), T(1 / slide)}};
}

// The direction of a rate, from -1 to 1.
template <typename T>
inline T dry_direction(const T& rate, const DeadBand<T>& band) {
  return clamp(rate, band.rate) * band.inverse;
}

// One over the speed of an angular velocity, or over the band within it: what makes it its direction.
template <typename T>
inline T dry_direction_factor(const Vector3T<T>& w, const DeadBand<T>& band) {
  using std::max;
  using std::sqrt;
  return T(1) / sqrt(max(T(w.squaredNorm()), T(band.rate * band.rate)));
}

// What one freedom resists its motion with: coulomb dry_direction(rate) + viscous rate + offset, and the spring.
template <typename T>
inline T axis_resistance(const AxisForces<T>& axis, bool friction, bool springs, const T& rate, const T& position,
                         const DeadBand<T>& band) {
  T force = T(0);
  if (friction && axis.has_friction) {
    const PartScope<T> part(Part::friction);
    force += axis.coulomb * band.inverse * clamp(rate, band.rate) + axis.viscous * rate + axis.offset;
  }
  if (springs && axis.has_spring) force += axis.stiffness * (position - T(axis.rest)) + axis.preload;
  return force;
}

// The same of an elevation over its radius rho, from its rate over rho: what a leg kernel adds up.
template <typename T>
inline T elevation_resistance(const AxisForces<T>& axis, const T& offset, const T& rate, const T& rho,
                              const DeadBand<T>& band) {
  return axis.coulomb * band.inverse * clamp(rate, T(band.rate / rho)) + axis.viscous * rate + offset / rho;
}

// A ball joint resists with the moment factor * w against its relative angular velocity w: c w/|w| + d w.
template <typename T>
inline T ball_resistance(const AxisForces<T>& axis, const Vector3T<T>& w, const DeadBand<T>& band) {
  return axis.coulomb * dry_direction_factor(w, band) + axis.viscous;
}

}  // namespace jourdain
