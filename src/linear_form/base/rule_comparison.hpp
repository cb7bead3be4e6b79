// Base parameters of the bodies by rank and by rule, side by side.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct RuleComparison {
  int by_rank = 0;                     // inertial base parameters; rotors, friction and payload left out
  int by_rule = 0;                     // what the exchanges of joints leave, an upper bound
  std::vector<std::string> only_rank;  // groupings that the rules do not find, as many as the counts differ
};

// For the form's choice of identical legs and of declared zeros and relations. Set-up code.
RuleComparison compare_with_rules(const BaseParameters& base);

}  // namespace jourdain
