#include "identification/block_factors.hpp"

#include "core/dense/decompositions.hpp"

#include <cmath>

namespace jourdain {
namespace {

// R of two factors on top of each other.
MatrixX merged(const MatrixX& upper, const MatrixX& lower) {
  MatrixX stack(upper.rows() + lower.rows(), upper.cols());
  stack << upper, lower;
  return dense::upper_triangle(stack);
}

}  // namespace

BlockFactors::BlockFactors(int motors, int columns, int blocks)
    : motors_(motors), columns_(columns), most_(2 * blocks), row_(1, columns + 1) {
  open_.assign(static_cast<std::size_t>(motors), TriangularFactor(columns + 1));
}

void BlockFactors::add(const MatrixX& Y, const VectorX& b) { add(Y, b, VectorX::Ones(motors_)); }

void BlockFactors::add(const MatrixX& Y, const VectorX& b, const VectorX& weights) {
  for (int k = 0; k < motors_; ++k) {
    const double root = std::sqrt(weights[k]);
    row_.leftCols(columns_) = root * Y.row(k);
    row_(0, columns_) = root * b[k];
    open_[static_cast<std::size_t>(k)].add(row_);
  }
  ++instants_;
  if (++in_progress_ == length_) close();
}

void BlockFactors::close() {
  Block block;
  for (TriangularFactor& factor : open_) {
    block.push_back(factor.factor());
    factor = TriangularFactor(columns_ + 1);
  }
  blocks_.push_back(std::move(block));
  in_progress_ = 0;
  if (blocks() < most_) return;
  // Two neighbours become one.
  std::vector<Block> halves;
  for (std::size_t i = 0; i + 1 < blocks_.size(); i += 2) {
    Block pair;
    for (std::size_t k = 0; k < static_cast<std::size_t>(motors_); ++k)
      pair.push_back(merged(blocks_[i][k], blocks_[i + 1][k]));
    halves.push_back(std::move(pair));
  }
  blocks_ = std::move(halves);
  length_ *= 2;
}

void BlockFactors::finish() {
  if (in_progress_ > 0) {
    // A short rest belongs to the block before it.
    const bool short_rest = 2 * in_progress_ < length_ && !blocks_.empty();
    if (short_rest) {
      for (std::size_t k = 0; k < open_.size(); ++k) {
        MatrixX& last = blocks_.back()[k];
        last = merged(last, open_[k].factor());
      }
    } else {
      close();
    }
    in_progress_ = 0;
  }
  const int size = columns_ + 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(motors_); ++k) {
    MatrixX stack = MatrixX::Zero(size * std::max(blocks(), 1), size);
    for (int i = 0; i < blocks(); ++i) stack.middleRows(i * size, size) = blocks_[static_cast<std::size_t>(i)][k];
    totals_.push_back(dense::upper_triangle(stack));
  }
}

MatrixX BlockFactors::of_block(int block, const VectorX& weights) const {
  const int size = columns_ + 1;
  MatrixX stack(size * motors_, size);
  for (int k = 0; k < motors_; ++k)
    stack.middleRows(k * size, size) =
        std::sqrt(weights[k]) * blocks_[static_cast<std::size_t>(block)][static_cast<std::size_t>(k)];
  return dense::upper_triangle(stack);
}

MatrixX BlockFactors::of_all(const VectorX& weights) const {
  const int size = columns_ + 1;
  MatrixX stack(size * motors_, size);
  for (int k = 0; k < motors_; ++k) stack.middleRows(k * size, size) = std::sqrt(weights[k]) * of_motor(k);
  return dense::upper_triangle(stack);
}

double BlockFactors::squares(int motor, const VectorX& p) const {
  const MatrixX& R = of_motor(motor);
  return (R.leftCols(columns_) * p - R.col(columns_)).squaredNorm();
}

}  // namespace jourdain
