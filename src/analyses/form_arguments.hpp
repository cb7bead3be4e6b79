// Which parameters of a robot a question about its linear form has, and which of them are the base.
#pragma once

#include "analyses/subject.hpp"
#include "analyses/warnings.hpp"

#include "jourdain/linear_form/base_parameters.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

class OptionVisitor;

// In the order of the enumeration.
std::span<const std::string_view> words(Columns);
std::span<const std::string_view> words(LegSharing);

struct FormArguments {
  std::string simplify;
  bool full = false;
  bool bodies_only = false;
  bool independent_legs = false;
  bool identical_legs = false;
  Columns friction = Columns::declared;
  std::vector<std::string> elemental;  // FUNCTION:SCALE:JOINT[:shared]
  std::string keep, drop;              // names divided by commas
  std::int64_t seed = 1;
};

void show_fields(OptionVisitor& visitor, FormArguments& arguments);

// The robot of a question with these options; warns of idle rods.
Robot form_robot(const Subject& subject, const FormArguments& arguments, Warnings& warnings);

// Throws Error(usage).
LinearFormOptions form_options(const Robot& robot, const FormArguments& arguments);
BaseOptions base_options(const FormArguments& arguments);

}  // namespace jourdain
