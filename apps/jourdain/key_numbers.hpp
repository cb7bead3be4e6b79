// What is worth comparing of a verb's answer: numbers found in its JSON.
#pragma once

#include "robot_text.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

struct KeyNumber {
  std::string group;  // such as "largest force"; numbers of one group and unit share a panel
  std::string name;   // within the group, such as a motor; may be empty
  std::string unit;   // may be empty
  double value = 0;
};

// In the order of the answer; what is not there, or null, is left out.
std::vector<KeyNumber> key_numbers(const std::string& verb, const Json& answer);

// The verbs that have some.
std::vector<std::string> verbs_with_key_numbers();

}  // namespace jourdain::cli
