// Which argument an input of a robot's program belongs to.
#pragma once

#include "trace/traced_motion.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace jourdain {

enum class InputGroup { pose, joints, rates, accelerations, forces };

template <std::size_t N>
bool is_one_of(const std::string& name, const char* const (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// An entry R11 ... R33 of the output's rotation matrix.
inline bool is_rotation_entry(const std::string& name) {
  return name.size() == 3 && name[0] == 'R' && std::isdigit(static_cast<unsigned char>(name[1]));
}

// By the names that trace_dynamics.hpp lists.
inline InputGroup input_group(const std::string& name) {
  if (name.starts_with("force.")) return InputGroup::forces;
  if (is_one_of(name, rate_names) || name.ends_with("_d")) return InputGroup::rates;
  if (is_one_of(name, change_names) || name.ends_with("_dd")) return InputGroup::accelerations;
  return is_rotation_entry(name) || is_one_of(name, position_names) ? InputGroup::pose : InputGroup::joints;
}

}  // namespace jourdain
