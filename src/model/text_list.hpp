// Lists of quantities as users write them: "0.1, 0, -400 mm", "x=0.1, z=-400 mm", "16.6 deg 10 deg 5 deg".
#pragma once

#include "model/quantity.hpp"

#include <string>
#include <vector>

namespace jourdain {

// One entry of a list; the name is empty unless written "name=value".
struct ListEntry {
  std::string name;
  std::string text;
};

// Entries separated by commas, or by blanks if there is no comma; a unit stays with its number. Throws Error(usage).
std::vector<ListEntry> split_list(const std::string& option, const std::string& text);

// The value of an expression with units. Throws Error(usage).
double quantity(const std::string& option, const std::string& text, const Dimension& dimension);

// The same for the frequency of an oscillation, in Hz or rad/s; a bare number is in `dimension`. Throws Error(usage).
double oscillation(const std::string& option, const std::string& text, const Dimension& dimension);

// A list of exactly `count` plain numbers.
std::vector<double> numbers(const std::string& option, const std::string& text, std::size_t count);

}  // namespace jourdain
