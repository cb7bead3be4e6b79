// What least squares needs of a log, gathered in one pass: triangular factors of [Y b] for every motor over consecutive
// stretches of the log (blocks). Any weights of the motors, any choice of columns, the residual of every motor and the
// variance between blocks follow from them without another pass.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <memory>
#include <vector>

namespace jourdain {

class BlockFactors {
 public:
  // At most 2 * `blocks` blocks, at least `blocks` if the log is long enough: two neighbours become one when there are
  // more. Memory does not depend on the length of the log.
  BlockFactors(int motors, int columns, int blocks);
  ~BlockFactors();
  BlockFactors(BlockFactors&&) noexcept;
  BlockFactors& operator=(BlockFactors&&) noexcept;

  // Y p = b of one instant, each row times the root of its weight. The rows of long logs are folded into the factors by
  // another thread, in their order: the answer does not depend on it.
  void add(const MatrixX& Y, const VectorX& b, const VectorX& weights);
  // With equal weights.
  void add(const MatrixX& Y, const VectorX& b);

  // Ends the block in progress; no more is added.
  void finish();

  int motors() const { return motors_; }
  int columns() const { return columns_; }
  int blocks() const { return static_cast<int>(blocks_.size()); }
  long instants() const { return instants_; }
  // Rows of a motor with any weight.
  long rows(int motor) const { return used_[motor]; }

  // Factor of all rows of a motor: (columns + 1) square.
  const MatrixX& of_motor(int motor) const { return totals_[motor]; }
  const MatrixX& of_block_and_motor(int block, int motor) const { return blocks_[block][motor]; }
  // Factor of all motors with these weights, in one block or in all.
  MatrixX of_block(int block, const VectorX& weights) const;
  MatrixX of_all(const VectorX& weights) const;
  // Sum of squares of b - Y p of a motor.
  double squares(int motor, const VectorX& p) const;

 private:
  using Block = std::vector<MatrixX>;  // a factor per motor
  class Folding;
  class FoldingThread;
  void hand_over();

  int motors_, columns_;
  long instants_ = 0;
  std::vector<long> used_;            // rows with any weight, by motor
  std::vector<double> rows_;          // of the last instants, motor by motor
  std::unique_ptr<Folding> folding_;  // until the end
  std::unique_ptr<FoldingThread> thread_;
  std::vector<Block> blocks_;
  std::vector<MatrixX> totals_;
};

}  // namespace jourdain
