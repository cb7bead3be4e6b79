// Numbers with units, and arithmetic on named parameters: "120 deg", "La/2 + 5 mm", "m*L^2/12".
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace jourdain {

// Exponents of kg, m, s and rad.
struct Dimension {
  int mass = 0;
  int length = 0;
  int time = 0;
  int angle = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// In words for messages: "a length", "an inertia", "kg m^2/s".
std::string describe(const Dimension& dimension);

// A value in SI units and what is known about its dimension.
struct Quantity {
  enum class Knowledge {
    pure,     // a plain number: fits every field, keeps the dimension of what it is multiplied with
    loose,    // a bare parameter took part: the dimension is not checked
    checked,  // units were given
  };
  double value = 0;
  Dimension dimension;
  Knowledge knowledge = Knowledge::pure;
};

// Names that an expression may use.
using QuantityScope = std::map<std::string, Quantity, std::less<>>;

// What is wrong with an expression, and at which character (from 0).
struct QuantityError : std::runtime_error {
  QuantityError(const std::string& message, std::size_t at, std::string advice = {})
      : std::runtime_error(message), offset(at), hint(std::move(advice)) {}
  std::size_t offset;
  std::string hint;
};

// Value of an expression. Throws QuantityError; the result is always finite.
Quantity evaluate_quantity(std::string_view text, const QuantityScope& scope);

// The value for a field of this dimension. Throws QuantityError if units say otherwise. Angle exponents count only
// between pure lengths, pure angles and pure numbers, so N m/rad and N m are both a torsional stiffness.
double value_as(const Quantity& quantity, const Dimension& expected);

}  // namespace jourdain
