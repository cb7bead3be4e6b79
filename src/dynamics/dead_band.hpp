// The dead band of dry friction: rates up to which it grows in proportion, so that it goes through zero without a jump
// and nothing is divided by a rate. Beyond the band it is that of Coulomb.
#pragma once

#include "expression/scalar.hpp"
#include "kinematics/robot_data.hpp"

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

template <typename T>
inline DeadBands<T> dead_bands(const RobotData& robot, bool single_precision = false) {
  const double turn = (single_precision ? dead_band_float : dead_band_double) * robot.slow_rate;
  const double slide = turn * robot.size;
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

}  // namespace jourdain
