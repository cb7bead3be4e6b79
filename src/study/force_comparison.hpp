// How far two histories of actuator forces are apart.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <cstddef>
#include <span>

namespace jourdain {

struct ForceDifference {
  double relative = 0;       // largest difference of all over the largest force of the reference
  VectorX largest;           // largest difference of each actuator
  VectorX relative_by_each;  // the same over the largest reference force of this actuator
  std::size_t row = 0;       // where the largest difference is
  int actuator = 0;
};

// Compares row by row; both have the same rows and sizes. Where the reference is zero throughout, a relative difference
// is 0 or infinite. Throws Error(usage) if the sizes differ or there are no rows.
ForceDifference compare_forces(std::span<const VectorX> reference, std::span<const VectorX> forces);

}  // namespace jourdain
