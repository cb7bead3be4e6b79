// Units of parameters, for tables.
#pragma once

#include "jourdain/linear_form/linear_form.hpp"

#include <string>

namespace jourdain {

// "kg m^2", "N", "N m s": of a column of a linear form.
std::string parameter_unit(const LinearForm& form, int column);

}  // namespace jourdain
