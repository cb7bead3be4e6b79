// A rewrite for time: divisions by roots.
#pragma once

#include "expression/program.hpp"

namespace jourdain {

// a / sqrt(x) as a sqrt(x) (1 / x) where the program has 1 / x anyway: products instead of a division. The result is
// off by one rounding more.
Program reciprocal_roots(const Program& program);

}  // namespace jourdain
