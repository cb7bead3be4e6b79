// The units of the model format, and what a dimension is called.
#pragma once

#include "jourdain/model/quantity.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

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

// The dimension in SI units: "kg m^2/s".
std::string unit_text(const Dimension& dimension);

// True if one may stand for the other; see value_as about angles.
bool same_dimension(const Dimension& a, const Dimension& b);

}  // namespace jourdain
