// The scalar for which this object file instantiates the numerical templates. Their sources are compiled once for each:
// both in one unit would exhaust the compiler's inlining budget. Kernels of legs run on the other one: two legs at once
// on numbers.
#pragma once

#include "core/lanes.hpp"
#include "core/part.hpp"

#ifdef JOURDAIN_TRACED
#include "expression/guard.hpp"
#endif

#include <cmath>
#include <type_traits>

namespace jourdain {

#ifdef JOURDAIN_TRACED
using Scalar = Expression;
using LegScalar = Expression;
#else
using Scalar = double;
using LegScalar = Lanes;
#endif

// Values that only scale numbers for a good conditioning, such as lengths over the robot's size, are left out of traced
// functions: they would cost operations, and pivots are not compared there.
template <typename T>
inline constexpr bool is_traced = !std::is_same_v<T, double>;

}  // namespace jourdain
