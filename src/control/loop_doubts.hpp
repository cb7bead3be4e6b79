// Times of a control loop that are hardly meant.
#pragma once

#include "jourdain/control/laws.hpp"

#include <string>

namespace jourdain {

// One sentence on a period or delay as no controller of motors has; empty: none.
std::string doubtful_timing(const LoopTiming& timing);

}  // namespace jourdain
