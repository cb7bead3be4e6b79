// Base parameters of the bodies by rank and by rule, side by side.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct RuleComparison {
  int by_rank = 0;                     // inertial base parameters; rotors, friction and payload left out
  int by_rule = 0;                     // an upper bound
  std::vector<std::string> only_rank;  // groupings that the rules do not find, as many as the counts differ
};

// For the form's choice of identical legs and of declared zeros and relations. Set-up code; throws as
// find_base_parameters.
RuleComparison compare_with_rules(const LinearForm& form, const BaseOptions& options = {});

// The same where the form's base parameters are known: not searched again if the form has nothing but bodies.
RuleComparison compare_with_rules(const BaseParameters& base, const BaseOptions& options = {});

}  // namespace jourdain
