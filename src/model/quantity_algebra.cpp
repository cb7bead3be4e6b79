#include "model/quantity_algebra.hpp"

#include "model/units.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace jourdain {
namespace {

using Knowledge = Quantity::Knowledge;

constexpr int largest_dimension = 100;

Quantity finite(Quantity result, std::size_t at) {
  if (std::isfinite(result.value)) return result;
  throw QuantityError("the result is too large for a number", at, "check the values and their units");
}

// Dimension and knowledge of a sum of two, or of the larger of them; the value is left at 0.
Quantity common(const Quantity& a, const Quantity& b, std::string_view verb, std::size_t at) {
  const bool a_checked = a.knowledge == Knowledge::checked;
  const bool b_checked = b.knowledge == Knowledge::checked;
  if (a_checked && b_checked && !same_dimension(a.dimension, b.dimension)) {
    throw QuantityError(fmt::format("cannot {} {} and {}", verb, describe(a.dimension), describe(b.dimension)), at,
                        "both sides must have the same kind of unit");
  }
  if (a_checked) return {0, a.dimension, Knowledge::checked};
  if (b_checked) return {0, b.dimension, Knowledge::checked};
  return {0, {}, std::max(a.knowledge, b.knowledge)};
}

// Dimension and knowledge of a * b^exponent.
Quantity product(const Quantity& a, const Quantity& b, int exponent, std::size_t at) {
  if (a.knowledge == Knowledge::loose || b.knowledge == Knowledge::loose) return {0, {}, Knowledge::loose};
  return {0, combine(a.dimension, b.dimension, exponent, at), std::max(a.knowledge, b.knowledge)};
}

void require(bool holds, std::string_view function, const Quantity& x, const char* expected, std::size_t at) {
  if (holds || x.knowledge != Knowledge::checked) return;
  throw QuantityError(fmt::format("{} expects {}, but this is {}", function, expected, describe(x.dimension)), at,
                      "check the units in the brackets");
}

Quantity square_root(const Quantity& x, std::size_t at) {
  if (x.value < 0) throw QuantityError("square root of a negative number", at, "check the signs in the brackets");
  const auto even = [](int exponent) { return exponent % 2 == 0; };
  const Dimension& d = x.dimension;
  require(even(d.mass) && even(d.length) && even(d.time) && even(d.angle), "sqrt", x, "a square such as an area", at);
  return {std::sqrt(x.value), {d.mass / 2, d.length / 2, d.time / 2, d.angle / 2}, x.knowledge};
}

Quantity trigonometric(std::string_view name, const Quantity& x, std::size_t at) {
  require(x.dimension == dimension::angle || x.dimension == Dimension{}, name, x, "an angle", at);
  const double value = name == "sin" ? std::sin(x.value) : name == "cos" ? std::cos(x.value) : std::tan(x.value);
  return finite({value, {}, Knowledge::pure}, at);
}

Quantity inverse_trigonometric(std::string_view name, const Quantity& x, std::size_t at) {
  require(x.dimension == Dimension{}, name, x, "a number without unit", at);
  if (name == "atan") return {std::atan(x.value), dimension::angle, Knowledge::checked};
  if (std::abs(x.value) > 1) {
    throw QuantityError(fmt::format("{} of {}, which is not between -1 and 1", name, x.value), at,
                        "check the value in the brackets");
  }
  return {name == "asin" ? std::asin(x.value) : std::acos(x.value), dimension::angle, Knowledge::checked};
}

Quantity arc_tangent(const Quantity& y, const Quantity& x, std::size_t at) {
  common(y, x, "compare", at);
  if (y.value == 0 && x.value == 0) throw QuantityError("atan2(0, 0) has no value", at, "check both values");
  return {std::atan2(y.value, x.value), dimension::angle, Knowledge::checked};
}

Quantity extreme(bool largest, const std::vector<Quantity>& arguments, std::size_t at) {
  Quantity result = arguments[0];
  for (const Quantity& x : arguments) {
    const double value = largest ? std::max(result.value, x.value) : std::min(result.value, x.value);
    result = common(result, x, "compare", at);
    result.value = value;
  }
  return result;
}

}  // namespace

Dimension combine(const Dimension& a, const Dimension& b, int exponent, std::size_t at) {
  const Dimension sum{a.mass + exponent * b.mass, a.length + exponent * b.length, a.time + exponent * b.time,
                      a.angle + exponent * b.angle};
  for (const int e : {sum.mass, sum.length, sum.time, sum.angle}) {
    if (std::abs(e) > largest_dimension) {
      throw QuantityError("the units have too large exponents", at, "check the powers");
    }
  }
  return sum;
}

Quantity add(const Quantity& a, const Quantity& b, std::size_t at) {
  Quantity sum = common(a, b, "add", at);
  sum.value = a.value + b.value;
  return finite(sum, at);
}

Quantity subtract(const Quantity& a, const Quantity& b, std::size_t at) {
  Quantity difference = common(a, b, "subtract", at);
  difference.value = a.value - b.value;
  return finite(difference, at);
}

Quantity multiply(const Quantity& a, const Quantity& b, std::size_t at) {
  Quantity result = product(a, b, 1, at);
  result.value = a.value * b.value;
  return finite(result, at);
}

Quantity divide(const Quantity& a, const Quantity& b, std::size_t at) {
  if (b.value == 0) throw QuantityError("division by zero", at, "check the value after '/'");
  Quantity result = product(a, b, -1, at);
  result.value = a.value / b.value;
  return finite(result, at);
}

Quantity raise(const Quantity& base, int exponent, std::size_t at) {
  if (base.value == 0 && exponent < 0) throw QuantityError("division by zero", at, "zero has no negative power");
  Quantity result{1, combine({}, base.dimension, exponent, at), base.knowledge};
  for (int i = 0; i < std::abs(exponent); ++i) result.value *= base.value;
  if (exponent < 0) {
    finite(result, at);
    result.value = 1 / result.value;
  }
  return finite(result, at);
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = {"sin",   "cos",  "tan", "asin", "acos", "atan",
                                                 "atan2", "sqrt", "abs", "min",  "max"};
  return names;
}

bool is_function(std::string_view name) {
  return std::find(function_names().begin(), function_names().end(), name) != function_names().end();
}

Quantity call_function(std::string_view name, const std::vector<Quantity>& arguments, std::size_t at) {
  const bool is_extreme = name == "min" || name == "max";
  const std::size_t expected = is_extreme || name == "atan2" ? 2 : 1;
  if (is_extreme ? arguments.size() < expected : arguments.size() != expected) {
    throw QuantityError(
        fmt::format("{} takes {}{} value{}, but {} given", name, expected, is_extreme ? " or more" : "",
                    expected == 1 ? "" : "s", arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())),
        at, expected == 1 ? "write a decimal point, not a comma" : "separate the values by commas");
  }
  if (is_extreme) return extreme(name == "max", arguments, at);
  if (name == "atan2") return arc_tangent(arguments[0], arguments[1], at);
  if (name == "sqrt") return square_root(arguments[0], at);
  if (name == "abs") return {std::abs(arguments[0].value), arguments[0].dimension, arguments[0].knowledge};
  if (name.starts_with('a')) return inverse_trigonometric(name, arguments[0], at);
  return trigonometric(name, arguments[0], at);
}

}  // namespace jourdain
