// Programs that never divide by values that are too small.
#pragma once

#include "expression/staged.hpp"

#include <span>
#include <vector>

namespace jourdain {

// The program with guards on all its divisors that depend on inputs: the magnitude of each must be above `share` of its
// median over the samples, or the result is the status. The program's own guards come first. Divisors that cannot
// vanish while the others keep their bounds, such as sums of squares of which one is bounded, get none, if what follows
// for them is at least share^3 of their median. Nothing is added that the counting rule counts: apply it after
// simplification. Each sample has one value per input; without samples divisors must only differ from 0. Set-up code:
// it allocates, and throws Error for samples of the wrong size.
Program bound_divisors(Program program, std::span<const std::vector<double>> samples, double share,
                       Status failure = Status::singular);

// The same for the main program and for all rows of each part: the median is that over samples and rows.
StagedProgram bound_divisors(StagedProgram staged, std::span<const std::vector<double>> samples, double share,
                             Status failure = Status::singular);

}  // namespace jourdain
