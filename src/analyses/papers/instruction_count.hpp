// How many machine instructions generated C comes to.
#pragma once

#include "codegen/library.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Instructions of each function of a library as the system's compiler makes them with -O2 for its plain target, counted
// in the listing of objdump: generated functions are straight on but for their guards, so that this is what one call
// executes, calls of sin, cos and the like being one instruction each. Nothing where there is no compiler or no
// objdump; the note says why.
std::optional<std::vector<int>> instruction_counts(const GeneratedLibrary& library, std::string& note);

}  // namespace jourdain
