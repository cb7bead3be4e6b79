// What can only be judged once the whole model is read.
#pragma once

#include "model/reading.hpp"

namespace jourdain {

// Reports bodies that hang on nothing, rods without length, legs that differ although declared identical, declared
// zeros and relations that the values break, numbers out of range; warns of suspicious sizes.
void validate(Reading& reading);

// Warns of values that are possible and hardly meant.
void warn_of_implausible(Reading& reading);

// Largest extent, along a frame axis, of the joints of one body.
double size_of(const Mechanism& mechanism);

}  // namespace jourdain
