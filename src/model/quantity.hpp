// Numbers with units, and arithmetic on named parameters: "120 deg", "La/2 + 5 mm", "m*L^2/12".
//
//   sum     = product {("+" | "-") product}
//   product = signed {("*" | "/") signed}
//   signed  = {"+" | "-"} power                          -2^2 is -4
//   power   = value ["^" integer]                        2^3^2 needs brackets
//   value   = number [units] | name | function "(" sum {"," sum} ")" | "(" sum ")"
//   units   = unit ["^" integer] {[" " | "*" | "/"] unit ["^" integer]}
//
// Units follow a number and belong to it: "10 mm * 2" is 20 mm, "La * 2 mm" is La times 2 mm, "2 N m / 3" is a third of
// 2 N m, "10 mm^2" is ten square millimetres, "1/2 m" is 1/(2 m). After "*" or "/" the units go on as long as names of
// units follow. A name that is both a unit and a parameter is the unit there ("2 N*m"), and the parameter anywhere else
// ("m*L^2/12", "2*m"). After "/" the units are joined by "*" or "/" only: "kg/m s" is refused as ambiguous.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace jourdain {

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

// Value of an expression of at most 1000 characters and 64 brackets deep. Throws QuantityError; the result is always
// finite. Sums of checked quantities need equal dimensions; a pure or loose term takes the dimension of a checked one.
// Products with a loose factor are loose. Angles of sin, cos, tan may be pure; sin, cos and tan give a pure number.
Quantity evaluate_quantity(std::string_view text, const QuantityScope& scope);

// The value for a field of this dimension. Throws QuantityError if units say otherwise. Angle exponents count only
// where no mass takes part and no length over a time: N m/rad and N m are both a torsional stiffness, but 5 mm is not
// 5 mm/rad, and 10 Hz, a frequency, is not 10 rad/s, a turn rate.
double value_as(const Quantity& quantity, const Dimension& expected);

// The same for the frequency of an oscillation, which is told both ways: 10 Hz are 62.83 rad/s. `expected`: frequency
// or angular speed, which is also what a bare number means.
double oscillation_as(const Quantity& quantity, const Dimension& expected);

}  // namespace jourdain
