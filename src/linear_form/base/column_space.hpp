// Which columns of a regressor depend on which, from its triangular factor.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <span>
#include <vector>

namespace jourdain {

// Columns of equal length without those that are zero, and their singular values.
struct ColumnSpace {
  MatrixX R;      // scaled columns, triangular factor's rows x columns; zero columns are all zero
  VectorX scale;  // R.col(j) = scale[j] * the given column
  std::vector<bool> zero;
  VectorX singular_values;  // falling; without the zero columns
  int rank = 0;
  double gap = 0;        // last kept over first dropped singular value
  double threshold = 0;  // between the two
};

// `units`: what a column's entries are worth, so that columns of one kind can be compared; `kinds`: which columns can.
ColumnSpace column_space(const MatrixX& R, const VectorX& units, std::span<const int> kinds);

// A choice of independent columns and the others in terms of them: column_j = sum_i kept_i K(i, j).
struct ColumnChoice {
  std::vector<int> kept;     // in the order of preference
  std::vector<int> dropped;  // the other columns that are not zero
  MatrixX K;                 // kept x dropped, for the columns as given
};

// Goes through the columns in this order and keeps each that does not depend on those kept before it.
ColumnChoice choose_columns(const ColumnSpace& space, std::span<const int> preference);

// The coefficients of one column in terms of some others, in least squares; for the columns as given.
VectorX dependence(const ColumnSpace& space, int column, std::span<const int> others);

}  // namespace jourdain
