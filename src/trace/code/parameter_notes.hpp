// What the parameters of a robot's programs mean.
#pragma once

#include "codegen/library.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Meaning and unit of each of these parameters of a robot's programs; base parameters are told by their groups.
std::vector<ParameterNote> parameter_notes(const Robot& robot, const std::vector<std::string>& names,
                                           const BaseParameters* base);

}  // namespace jourdain
