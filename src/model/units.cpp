#include "model/units.hpp"

#include <fmt/format.h>
#include <numbers>
#include <utility>

namespace jourdain {
namespace {

constexpr double pi = std::numbers::pi;

constexpr Unit units[] = {
    {"m", 1, 1, dimension::length},
    {"mm", 1, 1000, dimension::length},
    {"cm", 1, 100, dimension::length},
    {"um", 1, 1e6, dimension::length},
    {"km", 1000, 1, dimension::length},
    {"in", 254, 1e4, dimension::length},
    {"kg", 1, 1, dimension::mass},
    {"g", 1, 1000, dimension::mass},
    {"t", 1000, 1, dimension::mass},
    {"s", 1, 1, dimension::time},
    {"ms", 1, 1000, dimension::time},
    {"us", 1, 1e6, dimension::time},
    {"min", 60, 1, dimension::time},
    {"h", 3600, 1, dimension::time},
    {"rad", 1, 1, dimension::angle},
    {"deg", pi, 180, dimension::angle},
    {"mrad", 1, 1000, dimension::angle},
    {"rev", 2 * pi, 1, dimension::angle},
    {"N", 1, 1, dimension::force},
    {"kN", 1000, 1, dimension::force},
    {"mN", 1, 1000, dimension::force},
    {"Pa", 1, 1, dimension::pressure},
    {"J", 1, 1, dimension::torque},
    {"W", 1, 1, dimension::power},
    {"Nm", 1, 1, dimension::torque},
    {"mNm", 1, 1000, dimension::torque},
    {"kNm", 1000, 1, dimension::torque},
    {"Ncm", 1, 100, dimension::torque},
    {"Hz", 1, 1, dimension::frequency},
    {"kHz", 1000, 1, dimension::frequency},
    {"rpm", 2 * pi, 60, dimension::angular_speed},
};

constexpr std::pair<Dimension, const char*> dimension_names[] = {
    {dimension::number, "a number"},
    {dimension::length, "a length"},
    {dimension::mass, "a mass"},
    {dimension::time, "a time"},
    {dimension::angle, "an angle"},
    {dimension::frequency, "a frequency"},
    {dimension::angular_speed, "an angular speed"},
    {dimension::force, "a force"},
    {dimension::torque, "a torque"},
    {dimension::power, "a power"},
    {dimension::pressure, "a pressure"},
    {{.length = 2}, "an area"},
    {{.length = 3}, "a volume"},
    {{.length = 1, .time = -1}, "a speed"},
    {{.length = 1, .time = -2}, "an acceleration"},
    {{.time = -2, .angle = 1}, "an angular acceleration"},
    {{.length = 1, .angle = -1}, "a length per angle"},
    {{.mass = 1, .length = 1}, "a first moment"},
    {{.mass = 1, .length = 2}, "an inertia"},
    {{.mass = 1, .time = -2}, "a stiffness"},
    {{.mass = 1, .time = -1}, "a damping"},
    {{.mass = 1, .length = 2, .time = -2, .angle = -1}, "a torsional stiffness"},
    {{.mass = 1, .length = 2, .time = -1, .angle = -1}, "a torsional damping"},
};

const char* name_of(const Dimension& dimension) {
  for (const auto& [known, name] : dimension_names) {
    if (known == dimension) return name;
  }
  return nullptr;
}

}  // namespace

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

const std::vector<std::string>& unit_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Unit& unit : units) list.emplace_back(unit.name);
    return list;
  }();
  return names;
}

std::string unit_text(const Dimension& dimension) {
  const std::pair<const char*, int> factors[] = {
      {"kg", dimension.mass}, {"m", dimension.length}, {"s", dimension.time}, {"rad", dimension.angle}};
  const auto factor = [](const char* name, int exponent) {
    return exponent == 1 ? std::string(name) : fmt::format("{}^{}", name, exponent);
  };
  std::string above;
  std::string below;
  for (const auto& [name, exponent] : factors) {
    if (exponent > 0) above += fmt::format("{}{}", above.empty() ? "" : " ", factor(name, exponent));
    if (exponent < 0) below += fmt::format("/{}", factor(name, -exponent));
  }
  return (above.empty() ? "1" : above) + below;
}

bool same_dimension(const Dimension& a, const Dimension& b) {
  if (a.mass != b.mass || a.length != b.length || a.time != b.time) return false;
  // A speed may be a turn rate times a radius; a turn rate alone is no frequency.
  const bool angle_counts = a.mass == 0 && (a.time == 0 || a.length == 0);
  return !angle_counts || a.angle == b.angle;
}

std::string describe(const Dimension& dimension) {
  if (const char* name = name_of(dimension)) return name;
  // Where a mass takes part, an angle is a mere remark: 2 N m/rad^2 is still a torque.
  Dimension without_angle = dimension;
  without_angle.angle = 0;
  const char* name = dimension.mass != 0 ? name_of(without_angle) : nullptr;
  return name ? name : unit_text(dimension);
}

const Dimension& dimension_of(Measure measure) {
  static const std::vector<Dimension> dimensions = [] {
    std::vector<Dimension> all;
    for (int k = 0; k <= static_cast<int>(Measure::bytes); ++k) {
      const std::string_view unit = words_of(static_cast<Measure>(k)).unit;
      const bool has_one = !unit.empty() && unit != "B";
      all.push_back(has_one ? evaluate_quantity(fmt::format("1 {}", unit), {}).dimension : Dimension{});
    }
    return all;
  }();
  return dimensions[static_cast<std::size_t>(measure)];
}

namespace {

// What to do where a turn rate and a frequency meet.
std::string advice_for(const Dimension& found, const Dimension& expected) {
  if (expected == Dimension{}) return "write it without a unit";
  if (expected == dimension::angular_speed && found == dimension::frequency) {
    return "a turn rate is in rad/s, deg/s, rev/s or rpm: 1 rev/s is one turn in a second";
  }
  if (expected == dimension::frequency && found == dimension::angular_speed) {
    return "a frequency is in Hz: 1 Hz is once in a second";
  }
  return fmt::format("write it in {}, or without a unit", unit_text(expected));
}

}  // namespace

double value_as(const Quantity& quantity, const Dimension& expected) {
  if (quantity.knowledge != Quantity::Knowledge::checked || same_dimension(quantity.dimension, expected)) {
    return quantity.value;
  }
  throw QuantityError(fmt::format("expected {}, but this is {}", describe(expected), describe(quantity.dimension)), 0,
                      advice_for(quantity.dimension, expected));
}

double oscillation_as(const Quantity& quantity, const Dimension& expected) {
  constexpr double turn = 2 * pi;
  if (quantity.knowledge == Quantity::Knowledge::checked) {
    const bool in_hertz = quantity.dimension == dimension::frequency;
    const bool in_radians = quantity.dimension == dimension::angular_speed;
    if (in_hertz && expected == dimension::angular_speed) return turn * quantity.value;
    if (in_radians && expected == dimension::frequency) return quantity.value / turn;
  }
  return value_as(quantity, expected);
}

}  // namespace jourdain
