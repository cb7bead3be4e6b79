#include "identification/estimators/block_factors.hpp"

#include "core/dense/decompositions.hpp"
#include "linear_form/regressor/triangular_factor.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace jourdain {
namespace {

constexpr std::size_t chunk_instants = 192;     // that are folded at once
constexpr std::size_t most_waiting = 8;         // that wait for the other thread
constexpr long threaded_after = 4096;           // instants: shorter logs do not pay for a thread
constexpr Eigen::Index most_rows_at_once = 64;  // of a factor

// R of two factors on top of each other.
MatrixX merged(const MatrixX& upper, const MatrixX& lower) {
  MatrixX stack(upper.rows() + lower.rows(), upper.cols());
  stack << upper, lower;
  return dense::upper_triangle(stack);
}

}  // namespace

// Rows of instants, folded block by block.
class BlockFactors::Folding {
 public:
  Folding(int motors, int size, int blocks) : motors_(motors), size_(size), most_(2 * blocks) {
    open_.assign(static_cast<std::size_t>(motors), TriangularFactor(size));
  }

  // Rows of `size` entries, motor by motor, instant by instant.
  void fold(const std::vector<double>& rows) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Index stride = motors_ * size_, count = static_cast<Eigen::Index>(rows.size()) / stride;
    for (Eigen::Index done = 0; done < count;) {
      const Eigen::Index now = std::min<Eigen::Index>({count - done, length_ - in_progress_, most_rows_at_once});
      for (int k = 0; k < motors_; ++k)
        open_[k].add(Eigen::Map<const Rows, 0, Eigen::OuterStride<>>(rows.data() + done * stride + k * size_, now,
                                                                     size_, Eigen::OuterStride<>(stride)));
      done += now;
      in_progress_ += now;
      if (in_progress_ == length_) close();
    }
  }

  std::vector<Block> finish() {
    if (in_progress_ > 0) {
      // A short rest belongs to the block before it.
      const bool short_rest = 2 * in_progress_ < length_ && !blocks_.empty();
      if (!short_rest) {
        close();
      } else {
        for (std::size_t k = 0; k < open_.size(); ++k) {
          MatrixX& last = blocks_.back()[k];
          last = merged(last, open_[k].factor());
        }
      }
    }
    return std::move(blocks_);
  }

 private:
  void close() {
    Block block;
    for (TriangularFactor& factor : open_) {
      block.push_back(factor.factor());
      factor = TriangularFactor(size_);
    }
    blocks_.push_back(std::move(block));
    in_progress_ = 0;
    if (static_cast<int>(blocks_.size()) < most_) return;
    // Two neighbours become one.
    std::vector<Block> halves;
    for (std::size_t i = 0; i + 1 < blocks_.size(); i += 2) {
      Block pair;
      for (std::size_t k = 0; k < open_.size(); ++k) pair.push_back(merged(blocks_[i][k], blocks_[i + 1][k]));
      halves.push_back(std::move(pair));
    }
    blocks_ = std::move(halves);
    length_ *= 2;
  }

  int motors_, size_, most_;
  long length_ = 8;  // instants of a block
  long in_progress_ = 0;
  std::vector<TriangularFactor> open_;
  std::vector<Block> blocks_;
};

// Folds chunks of rows in their order.
class BlockFactors::FoldingThread {
 public:
  explicit FoldingThread(Folding& folding) : folding_(folding), thread_([this] { run(); }) {}
  ~FoldingThread() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // Takes the rows, and gives memory for the next ones back; waits while too many are to be folded.
  void take(std::vector<double>& rows) {
    std::vector<double> next;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return waiting_.size() < most_waiting; });
      waiting_.push_back(std::move(rows));
      if (!free_.empty()) {
        next = std::move(free_.back());
        free_.pop_back();
      }
    }
    changed_.notify_all();
    next.clear();
    rows = std::move(next);
  }

 private:
  // Until the end, and all that was taken before it.
  void run() {
    for (;;) {
      std::vector<double> rows;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        rows = std::move(waiting_.front());
        waiting_.pop_front();
      }
      changed_.notify_all();
      folding_.fold(rows);
      const std::lock_guard lock(mutex_);
      free_.push_back(std::move(rows));
    }
  }

  Folding& folding_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<double>> waiting_;
  std::vector<std::vector<double>> free_;
  bool ended_ = false;
  std::thread thread_;  // last: it uses all the others
};

BlockFactors::BlockFactors(int motors, int columns, int blocks)
    : motors_(motors),
      columns_(columns),
      used_(static_cast<std::size_t>(motors), 0),
      folding_(std::make_unique<Folding>(motors, columns + 1, blocks)) {}
BlockFactors::~BlockFactors() = default;
BlockFactors::BlockFactors(BlockFactors&&) noexcept = default;
BlockFactors& BlockFactors::operator=(BlockFactors&&) noexcept = default;

void BlockFactors::add(const MatrixX& Y, const VectorX& b) { add(Y, b, VectorX::Ones(motors_)); }

void BlockFactors::add(const MatrixX& Y, const VectorX& b, const VectorX& weights) {
  const std::size_t size = static_cast<std::size_t>(columns_ + 1), place = rows_.size();
  rows_.resize(place + size * static_cast<std::size_t>(motors_));
  double* row = rows_.data() + place;
  for (int k = 0; k < motors_; ++k, row += size) {
    const double root = std::sqrt(weights[k]);
    for (int j = 0; j < columns_; ++j) row[j] = root * Y(k, j);
    row[columns_] = root * b[k];
    used_[k] += weights[k] > 0;
  }
  ++instants_;
  if (rows_.size() == chunk_instants * size * static_cast<std::size_t>(motors_)) hand_over();
}

void BlockFactors::hand_over() {
  if (!thread_ && instants_ > threaded_after) thread_ = std::make_unique<FoldingThread>(*folding_);
  if (thread_) return thread_->take(rows_);
  folding_->fold(rows_);
  rows_.clear();
}

void BlockFactors::finish() {
  hand_over();
  thread_.reset();
  blocks_ = folding_->finish();
  folding_.reset();
  const int size = columns_ + 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(motors_); ++k) {
    MatrixX stack = MatrixX::Zero(size * std::max(blocks(), 1), size);
    for (int i = 0; i < blocks(); ++i) stack.middleRows(i * size, size) = blocks_[i][k];
    totals_.push_back(dense::upper_triangle(stack));
  }
}

MatrixX BlockFactors::of_block(int block, const VectorX& weights) const {
  const int size = columns_ + 1;
  MatrixX stack(size * motors_, size);
  for (int k = 0; k < motors_; ++k) stack.middleRows(k * size, size) = std::sqrt(weights[k]) * blocks_[block][k];
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
