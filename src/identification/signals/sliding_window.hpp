// The last samples of some signals in one piece of memory.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <vector>

namespace jourdain {

// Holds 2 * half + 1 samples of every signal.
class SlidingWindow {
 public:
  SlidingWindow() = default;
  SlidingWindow(int signals, int half)
      : length_(2 * half + 1),
        capacity_(2 * length_ + 512),
        data_(MatrixX::Zero(capacity_, signals)),
        times_(static_cast<std::size_t>(capacity_)),
        rows_(static_cast<std::size_t>(capacity_)) {}

  void clear() { begin_ = end_ = 0, added_ = 0; }

  void add(const VectorX& values, double time, long row) {
    // At the end of the memory the window goes back to its beginning.
    if (end_ == capacity_) {
      const int kept = length_ - 1;
      for (int i = 0; i < data_.cols(); ++i)
        std::copy(data_.col(i).data() + end_ - kept, data_.col(i).data() + end_, data_.col(i).data());
      for (int i = 0; i < kept; ++i) {
        times_[i] = times_[end_ - kept + i];
        rows_[i] = rows_[end_ - kept + i];
      }
      end_ = kept;
      begin_ = 0;
    }
    data_.row(end_) = values.transpose();
    times_[end_] = time;
    rows_[end_] = row;
    ++end_;
    begin_ = std::max(begin_, end_ - length_);
    ++added_;
  }

  bool full() const { return end_ - begin_ == length_; }
  // True for the first full window after clear().
  bool fresh() const { return added_ == length_; }
  double time(int i) const { return times_[begin_ + i]; }
  long row(int i) const { return rows_[begin_ + i]; }
  // A signal, oldest sample first.
  const double* signal(int i) const { return data_.col(i).data() + begin_; }
  // Some of the signals at one place.
  auto at(int first, int count, int place) const { return data_.row(begin_ + place).segment(first, count).transpose(); }

 private:
  int length_ = 1, capacity_ = 2;
  int begin_ = 0, end_ = 0;
  long added_ = 0;
  MatrixX data_;  // a column per signal
  std::vector<double> times_;
  std::vector<long> rows_;
};

}  // namespace jourdain
