// Row echelon form with the columns taken in a given order: the one elimination behind groupings and choices.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <vector>

namespace jourdain {

// Independent rows: in its pivot column each row has 1 and the others have 0. Entries below `echelon_zero` are 0.
struct Echelon {
  MatrixX rows;
  std::vector<int> pivots;  // column of each row, in the order in which they were taken
};

inline constexpr double echelon_zero = 1e-10;  // of the largest entry of a row; what is computed is exact to 1e-14

// Columns earlier in `order` become pivots first; columns not listed never do. Rows are expected in like units.
Echelon echelon(MatrixX rows, const std::vector<int>& order);

}  // namespace jourdain
