// The units of the model format, and what a dimension is called.
#pragma once

#include "jourdain/answer/measure.hpp"
#include "model/quantity.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Dimensions of units and of the fields of a model file.
namespace dimension {
inline constexpr Dimension number{};
inline constexpr Dimension length{.length = 1};
inline constexpr Dimension mass{.mass = 1};
inline constexpr Dimension time{.time = 1};
inline constexpr Dimension angle{.angle = 1};
inline constexpr Dimension frequency{.time = -1};
inline constexpr Dimension angular_speed{.time = -1, .angle = 1};
inline constexpr Dimension force{.mass = 1, .length = 1, .time = -2};
inline constexpr Dimension torque{.mass = 1, .length = 2, .time = -2};
inline constexpr Dimension power{.mass = 1, .length = 2, .time = -3};
inline constexpr Dimension pressure{.mass = 1, .length = -1, .time = -2};
inline constexpr Dimension inertia{.mass = 1, .length = 2};
inline constexpr Dimension acceleration{.length = 1, .time = -2};
}  // namespace dimension

// One unit is numerator / denominator SI units; kept apart so that 45 mm is the same number as 0.045.
struct Unit {
  std::string_view name;
  double numerator;
  double denominator;
  Dimension dimension;
};

// The unit of this name, or nullptr.
const Unit* find_unit(std::string_view name);

// All names, for suggestions.
const std::vector<std::string>& unit_names();

// That of the quantity's unit.
const Dimension& dimension_of(Measure measure);

// The dimension in SI units: "kg m^2/s".
std::string unit_text(const Dimension& dimension);

// True if one may stand for the other; see value_as about angles.
bool same_dimension(const Dimension& a, const Dimension& b);

}  // namespace jourdain
