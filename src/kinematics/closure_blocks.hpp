// The closure Jacobian of large mechanisms, limb by limb: K = [diag(J_k), P], where J_k is what limb k's coordinates do
// to its own equations and P what the platform does to all. Only blocks of the size of a limb are decomposed.
#pragma once

#include "structure/tree_state.hpp"

#include <vector>

namespace jourdain {

// Whether the blocks pay: decompositions of the whole K take the cube of its size.
bool is_large(const SpanningTree& tree);

class ClosureBlocks {
 public:
  // Singular values below the tolerance times the largest count as zero.
  ClosureBlocks(const SpanningTree& tree, const RowMatrix& K, double tolerance);

  int rank() const { return rank_; }
  double gap() const { return largest_dropped_ > 0 ? smallest_kept_ / largest_dropped_ : 0; }

  // Orthonormal basis of the null space of K, nv x (nv - rank).
  const MatrixX& null_space() const { return null_space_; }

  // The shortest x that makes |K x + g| least.
  VectorX step(const VectorX& g) const;

  // As many rows of K as its rank, independent, in rising order.
  std::vector<int> independent_rows(const RowMatrix& K) const;

 private:
  // J = U S V^T with the singular values that count.
  struct Factors {
    MatrixX range, left_null;  // of the equations
    MatrixX row_space, null;   // of the coordinates
    VectorX values;
    MatrixX solve(const MatrixX& b) const;  // shortest x with |J x - b| least
  };

  Factors factors_of(const MatrixX& J);
  void find_null_space();

  const SpanningTree& tree_;
  double tolerance_;
  double scale_ = 0;   // the largest singular value of a block
  int platform_ = -1;  // first coordinate of the platform
  std::vector<Factors> limbs_;
  std::vector<MatrixX> by_platform_;  // P, limb by limb
  Factors platform_factors_;          // of what the limbs' equations leave for the platform
  MatrixX null_space_;
  int rank_ = 0;
  double smallest_kept_ = 0, largest_dropped_ = 0;
};

}  // namespace jourdain
