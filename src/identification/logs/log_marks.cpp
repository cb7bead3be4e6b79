#include "identification/logs/log_marks.hpp"

#include <algorithm>
#include <bit>

namespace jourdain {
namespace {

constexpr std::size_t most_marks = 20000;
constexpr std::size_t fewest_marks = 20;

std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53ULL;
  return value ^ (value >> 33);
}

}  // namespace

void MarkedSamples::rewind() {
  source_.rewind();
  marking_ = !complete_;
  if (marking_) marks_.clear(), limit_ = ~std::uint64_t{0};
}

bool MarkedSamples::seek(double share) {
  marking_ = false;
  return source_.seek(share);
}

bool MarkedSamples::next(Sample& sample) {
  if (!source_.next(sample)) {
    complete_ = complete_ || marking_;
    marking_ = false;
    return false;
  }
  if (marking_) keep(sample);
  return true;
}

// Noise makes measured forces as good as unique.
void MarkedSamples::keep(const Sample& sample) {
  std::uint64_t mark = 0;
  for (const double force : sample.forces) mark = mixed(mark + std::bit_cast<std::uint64_t>(force));
  if (mark >= limit_) return;
  marks_.insert(mark);
  if (marks_.size() <= most_marks) return;
  limit_ /= 2;
  marks_.erase(marks_.lower_bound(limit_), marks_.end());
}

double MarkedSamples::share_in(const MarkedSamples& other) const {
  const auto end = marks_.lower_bound(std::min(limit_, other.limit_));
  const auto count = static_cast<std::size_t>(std::distance(marks_.begin(), end));
  if (count < fewest_marks) return 0;
  const auto found =
      std::count_if(marks_.begin(), end, [&](std::uint64_t mark) { return other.marks_.contains(mark); });
  return static_cast<double>(found) / static_cast<double>(count);
}

}  // namespace jourdain
