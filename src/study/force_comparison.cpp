#include "study/force_comparison.hpp"

#include "jourdain/core/error.hpp"

#include <limits>

namespace jourdain {
namespace {

double ratio(double difference, double reference) {
  if (reference > 0) return difference / reference;
  return difference > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

}  // namespace

ForceDifference compare_forces(std::span<const VectorX> reference, std::span<const VectorX> forces) {
  const auto refuse = [] {
    throw Error(ErrorKind::usage, "forces can be compared only row by row and motor by motor");
  };
  if (reference.empty() || reference.size() != forces.size()) refuse();
  const Eigen::Index count = reference[0].size();
  ForceDifference result;
  result.largest = VectorX::Zero(count);
  VectorX scale = VectorX::Zero(count);
  double worst = -1;
  for (std::size_t row = 0; row < reference.size(); ++row) {
    if (reference[row].size() != count || forces[row].size() != count) refuse();
    const VectorX difference = (forces[row] - reference[row]).cwiseAbs();
    result.largest = result.largest.cwiseMax(difference);
    scale = scale.cwiseMax(reference[row].cwiseAbs());
    for (int k = 0; k < static_cast<int>(count); ++k) {
      if (!(difference[k] > worst)) continue;
      worst = difference[k];
      result.row = row;
      result.actuator = k;
    }
  }
  result.relative_by_each = VectorX::Zero(count);
  for (Eigen::Index k = 0; k < count; ++k) result.relative_by_each[k] = ratio(result.largest[k], scale[k]);
  if (count > 0) result.relative = ratio(result.largest.maxCoeff(), scale.maxCoeff());
  return result;
}

}  // namespace jourdain
