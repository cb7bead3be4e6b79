// Base parameters as a part of an Answer.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

namespace jourdain {

// Number, name, kind, value, unit and expression of each.
Table base_table(const BaseParameters& base, const char* key, const char* title);

}  // namespace jourdain
