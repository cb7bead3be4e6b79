// How many random states a law is tried at: few in ./check, many in ./check --full.
#pragma once

#include <cstdlib>

namespace jourdain {

inline int draws(int few, int many) { return std::getenv("JOURDAIN_FULL_TESTS") ? many : few; }

}  // namespace jourdain
