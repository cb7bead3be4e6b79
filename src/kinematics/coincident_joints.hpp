// Links without length, in words. Set-up code.
#pragma once

#include "jourdain/kinematics/diagnosis.hpp"

namespace jourdain {

// All of them in one line, the first ones by name; empty if there are none.
std::string coincidences_text(const Mechanism& mechanism);

}  // namespace jourdain
