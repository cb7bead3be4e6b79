// How far two histories of motor forces are apart.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <cstddef>
#include <span>

namespace jourdain {

struct ForceDifference {
  double relative = 0;       // largest difference of all over the largest force of the reference
  VectorX largest;           // largest difference of each motor
  VectorX relative_by_each;  // the same over the largest reference force of this motor
  std::size_t row = 0;       // where the largest difference is
  int motor = 0;
};

// Row by row, of which none is kept. Where the reference is zero throughout, a relative difference is 0 or infinite.
class ForceComparison {
 public:
  // Throws Error(usage) if there is another number of forces than before, or in one of them.
  void add(std::span<const double> reference, std::span<const double> forces);
  // Throws Error(usage) if there are no rows.
  ForceDifference result() const;
  // Of the largest difference so far.
  std::size_t row() const { return row_; }

 private:
  VectorX largest_, scale_;
  double worst_ = -1;
  std::size_t rows_ = 0, row_ = 0;
  int motor_ = 0;
};

}  // namespace jourdain
