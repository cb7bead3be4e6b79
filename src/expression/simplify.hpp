// Programs that compute the same with fewer operations.
#pragma once

#include "expression/count.hpp"

namespace jourdain {

// An equal program, up to round-off, that costs no more: sums and products are seen as sets of terms and factors, in
// which common factors are pulled out and pairs that occur in several sets are computed once, the most frequent first;
// what depends on parameters only is gathered into load-time values; with CostModel::time, several divisions by one
// value become one reciprocal. Deterministic. x / x is not simplified, since x may be 0. Inputs and parameters keep
// their places. Set-up code; some tenths of a second for 10^4 nodes.
Program simplify(const Program& program, CostModel model);

}  // namespace jourdain
