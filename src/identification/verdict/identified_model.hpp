// Identified parameters as a model that every other command takes.
#pragma once

#include "jourdain/identification/identify.hpp"
#include "jourdain/model/mechanism.hpp"

namespace jourdain {

// The mechanism with other inertias, rotors, friction and payload: `standard` in the order of form.standard(). Joints
// of a shared friction set share it. Throws Error(numerical) for a mass that is negative, or zero with a moment.
Mechanism with_parameters(const Mechanism& mechanism, const LinearForm& form, const VectorX& standard);

}  // namespace jourdain
