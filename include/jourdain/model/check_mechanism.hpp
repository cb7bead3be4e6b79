// What every Mechanism must satisfy, however it was made. The reader checks more, and says where in the file.
#pragma once

#include "jourdain/model/mechanism.hpp"

namespace jourdain {

// Throws Error(input) that names the first item with an index out of range, a number that is not finite, a frame that
// is no rotation, a count that does not fit the joint's type, a motor on a joint without exactly one freedom, or a body
// without connection to the base.
void check_mechanism(const Mechanism& mechanism);

}  // namespace jourdain
