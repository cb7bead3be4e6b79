// The triangular factor R of a tall matrix that is never stored: A^T A = R^T R, rows arrive in blocks.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

class TriangularFactor {
 public:
  explicit TriangularFactor(int columns);

  // Adds rows, at most as many at once as there are columns or 64.
  void add(const MatrixX& rows);

  // R of all rows so far, columns x columns.
  const MatrixX& factor();

 private:
  void fold();

  int columns_;
  int waiting_ = 0;  // rows below R that are not yet folded into it
  MatrixX stack_;    // R on top
  MatrixX R_;
};

}  // namespace jourdain
