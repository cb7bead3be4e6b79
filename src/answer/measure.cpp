#include "jourdain/answer/measure.hpp"

#include <array>
#include <cmath>

namespace jourdain {
namespace {

constexpr double per_degree = 180 / M_PI;

// In the order of the enumeration.
constexpr std::array measures{
    MeasureWords{"number", "", "", 1},
    MeasureWords{"count", "", "", 1},
    MeasureWords{"share", "", "%", 100},
    MeasureWords{"time", "s", "s", 1},
    MeasureWords{"frequency", "Hz", "Hz", 1},
    MeasureWords{"length", "m", "mm", 1000},
    MeasureWords{"angle", "rad", "deg", per_degree},
    MeasureWords{"speed", "m/s", "m/s", 1},
    MeasureWords{"turn rate", "rad/s", "rad/s", 1},
    MeasureWords{"acceleration", "m/s^2", "m/s^2", 1},
    MeasureWords{"turn acceleration", "rad/s^2", "rad/s^2", 1},
    MeasureWords{"force", "N", "N", 1},
    MeasureWords{"torque", "N m", "N m", 1},
    MeasureWords{"power", "W", "W", 1},
    MeasureWords{"energy", "J", "J", 1},
    MeasureWords{"mass", "kg", "kg", 1},
    MeasureWords{"moment", "kg m", "kg m", 1},
    MeasureWords{"inertia", "kg m^2", "kg m^2", 1},
    MeasureWords{"area", "m^2", "cm^2", 1e4},
    MeasureWords{"volume", "m^3", "litres", 1000},
    MeasureWords{"stiffness", "N/m", "N/m", 1},
    MeasureWords{"turn stiffness", "N m/rad", "N m/rad", 1},
    MeasureWords{"stiffness rate", "N/m/s", "N/m/s", 1},
    MeasureWords{"turn stiffness rate", "N m/rad/s", "N m/rad/s", 1},
    MeasureWords{"viscosity", "N s/m", "N s/m", 1},
    MeasureWords{"turn viscosity", "N m s/rad", "N m s/rad", 1},
    MeasureWords{"momentum", "N s", "N s", 1},
    MeasureWords{"turn momentum", "N m s", "N m s", 1},
    MeasureWords{"jerk", "m/s^3", "m/s^3", 1},
    MeasureWords{"turn jerk", "rad/s^3", "rad/s^3", 1},
    MeasureWords{"pitch", "m/rad", "m/rad", 1},
    MeasureWords{"gear of a slide", "rad/m", "rad/m", 1},
    MeasureWords{"bytes", "B", "B", 1},
};
static_assert(measures.size() == static_cast<std::size_t>(Measure::bytes) + 1);

}  // namespace

const MeasureWords& words_of(Measure measure) { return measures[static_cast<std::size_t>(measure)]; }

Measure motion_measure(bool slides, int order) {
  constexpr Measure sliding[] = {Measure::length, Measure::speed, Measure::acceleration};
  constexpr Measure turning[] = {Measure::angle, Measure::turn_rate, Measure::turn_acceleration};
  return slides ? sliding[order] : turning[order];
}

Measure force_measure(bool slides) { return slides ? Measure::force : Measure::torque; }

}  // namespace jourdain
