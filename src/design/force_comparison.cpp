#include "design/force_comparison.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

double ratio(double difference, double reference) {
  if (reference > 0) return difference / reference;
  return difference > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

[[noreturn]] void refuse() {
  throw Error(ErrorKind::usage, "forces can be compared only row by row and motor by motor");
}

}  // namespace

void ForceComparison::add(std::span<const double> reference, std::span<const double> forces) {
  if (rows_ == 0) largest_ = scale_ = VectorX::Zero(static_cast<Eigen::Index>(reference.size()));
  const auto count = static_cast<std::size_t>(largest_.size());
  if (reference.size() != count || forces.size() != count) refuse();
  for (std::size_t k = 0; k < count; ++k) {
    const double difference = std::abs(forces[k] - reference[k]);
    const auto i = static_cast<Eigen::Index>(k);
    largest_[i] = std::max(largest_[i], difference);
    scale_[i] = std::max(scale_[i], std::abs(reference[k]));
    if (!(difference > worst_)) continue;
    worst_ = difference;
    row_ = rows_;
    motor_ = static_cast<int>(k);
  }
  ++rows_;
}

ForceDifference ForceComparison::result() const {
  if (rows_ == 0) refuse();
  ForceDifference result{0, largest_, VectorX::Zero(largest_.size()), row_, motor_};
  for (Eigen::Index k = 0; k < largest_.size(); ++k) result.relative_by_each[k] = ratio(largest_[k], scale_[k]);
  if (largest_.size() > 0) result.relative = ratio(largest_.maxCoeff(), scale_.maxCoeff());
  return result;
}

}  // namespace jourdain
