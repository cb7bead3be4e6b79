// The last samples of some signals in one piece of memory.
#pragma once

#include "jourdain/spatial/types.hpp"

#include <algorithm>
#include <vector>

namespace jourdain {

// Holds 2 * half + 1 samples of every signal.
class SlidingWindow {
 public:
  SlidingWindow() = default;
  SlidingWindow(int signals, int half)
      : length_(2 * half + 1),
        data_(MatrixX::Zero(signals, 2 * length_)),
        times_(static_cast<std::size_t>(2 * length_)),
        rows_(static_cast<std::size_t>(2 * length_)) {}

  void clear() { begin_ = end_ = 0, added_ = 0; }

  void add(const VectorX& values, double time, long row) {
    // At the end of the memory the window goes back to its beginning.
    if (end_ == 2 * length_) {
      const int kept = length_ - 1;
      data_.leftCols(kept) = data_.middleCols(end_ - kept, kept).eval();
      for (int i = 0; i < kept; ++i) {
        times_[static_cast<std::size_t>(i)] = times_[static_cast<std::size_t>(end_ - kept + i)];
        rows_[static_cast<std::size_t>(i)] = rows_[static_cast<std::size_t>(end_ - kept + i)];
      }
      end_ = kept;
      begin_ = 0;
    }
    data_.col(end_) = values;
    times_[static_cast<std::size_t>(end_)] = time;
    rows_[static_cast<std::size_t>(end_)] = row;
    ++end_;
    begin_ = std::max(begin_, end_ - length_);
    ++added_;
  }

  bool full() const { return end_ - begin_ == length_; }
  // True for the first full window after clear().
  bool fresh() const { return added_ == length_; }
  double time(int i) const { return times_[static_cast<std::size_t>(begin_ + i)]; }
  long row(int i) const { return rows_[static_cast<std::size_t>(begin_ + i)]; }
  // Some of the signals, oldest sample first.
  auto rows(int first, int count) const { return data_.block(first, begin_, count, end_ - begin_); }

 private:
  int length_ = 1;
  int begin_ = 0, end_ = 0;
  long added_ = 0;
  MatrixX data_;
  std::vector<double> times_;
  std::vector<long> rows_;
};

}  // namespace jourdain
