// What can only be judged once the whole model is read.
#pragma once

#include "model/reading.hpp"

namespace jourdain {

// Reports bodies that hang on nothing, rods without length, legs that differ although declared identical, declared
// zeros and relations that the values break, numbers out of range; warns of suspicious sizes.
void validate(Reading& reading);

}  // namespace jourdain
