#include "model/units.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <numbers>
#include <utility>

namespace jourdain {
namespace {

constexpr double pi = std::numbers::pi;

constexpr Dimension number{};
constexpr Dimension length{.length = 1};
constexpr Dimension mass{.mass = 1};
constexpr Dimension time{.time = 1};
constexpr Dimension angle{.angle = 1};
constexpr Dimension frequency{.time = -1};
constexpr Dimension angular_speed{.time = -1, .angle = 1};
constexpr Dimension force{.mass = 1, .length = 1, .time = -2};
constexpr Dimension torque{.mass = 1, .length = 2, .time = -2};
constexpr Dimension power{.mass = 1, .length = 2, .time = -3};
constexpr Dimension pressure{.mass = 1, .length = -1, .time = -2};

constexpr Unit units[] = {
    {"m", 1, 1, length},      {"mm", 1, 1000, length},
    {"cm", 1, 100, length},   {"um", 1, 1e6, length},
    {"km", 1000, 1, length},  {"in", 254, 1e4, length},
    {"kg", 1, 1, mass},       {"g", 1, 1000, mass},
    {"t", 1000, 1, mass},     {"s", 1, 1, time},
    {"ms", 1, 1000, time},    {"us", 1, 1e6, time},
    {"min", 60, 1, time},     {"h", 3600, 1, time},
    {"rad", 1, 1, angle},     {"deg", pi, 180, angle},
    {"mrad", 1, 1000, angle}, {"rev", 2 * pi, 1, angle},
    {"N", 1, 1, force},       {"kN", 1000, 1, force},
    {"mN", 1, 1000, force},   {"Pa", 1, 1, pressure},
    {"J", 1, 1, torque},      {"W", 1, 1, power},
    {"Hz", 1, 1, frequency},  {"rpm", 2 * pi, 60, angular_speed},
};

constexpr std::pair<Dimension, const char*> dimension_names[] = {
    {number, "a number"},
    {length, "a length"},
    {mass, "a mass"},
    {time, "a time"},
    {angle, "an angle"},
    {frequency, "a frequency"},
    {angular_speed, "an angular speed"},
    {force, "a force"},
    {torque, "a torque"},
    {power, "a power"},
    {pressure, "a pressure"},
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
  const bool geometric = a.mass == 0 && a.time == 0;
  return !geometric || a.angle == b.angle;
}

std::string describe(const Dimension& dimension) {
  if (const char* name = name_of(dimension)) return name;
  // Where a mass takes part, an angle is a mere remark: 2 N m/rad^2 is still a torque.
  Dimension without_angle = dimension;
  without_angle.angle = 0;
  const char* name = dimension.mass != 0 ? name_of(without_angle) : nullptr;
  return name ? name : unit_text(dimension);
}

double value_as(const Quantity& quantity, const Dimension& expected) {
  if (quantity.knowledge != Quantity::Knowledge::checked || same_dimension(quantity.dimension, expected)) {
    return quantity.value;
  }
  const std::string advice = expected == Dimension{}
                                 ? std::string("write it without a unit")
                                 : fmt::format("write it in {}, or without a unit", unit_text(expected));
  throw QuantityError(fmt::format("expected {}, but this is {}", describe(expected), describe(quantity.dimension)), 0,
                      advice);
}

}  // namespace jourdain
