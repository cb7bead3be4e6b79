// What the parameters of a robot's programs mean.
#pragma once

#include "codegen/library.hpp"
#include "jourdain/model/mechanism.hpp"

#include <string>

namespace jourdain {

// Meaning and unit of a parameter by its name (see traced_parameters): "Ixx.platform", "coulomb.leg1.slide".
ParameterNote parameter_note(const Mechanism& mechanism, const std::string& name);

}  // namespace jourdain
