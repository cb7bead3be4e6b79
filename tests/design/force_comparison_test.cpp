#include "design/force_comparison.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jourdain::force_comparison_test {
namespace {

ForceDifference compared(std::span<const VectorX> reference, std::span<const VectorX> forces) {
  ForceComparison comparison;
  const auto all = [](const VectorX& x) { return std::span(x.data(), static_cast<std::size_t>(x.size())); };
  for (std::size_t row = 0; row < reference.size(); ++row) comparison.add(all(reference[row]), all(forces[row]));
  return comparison.result();
}

TEST(ForceComparison, FindsTheLargestDifferenceOfAllAndOfEach) {
  const std::vector<VectorX> reference{Eigen::Vector2d(10, 1), Eigen::Vector2d(-20, 2)};
  const std::vector<VectorX> forces{Eigen::Vector2d(10.5, 1), Eigen::Vector2d(-19, 2.5)};
  const ForceDifference d = compared(reference, forces);
  EXPECT_DOUBLE_EQ(d.relative, 1.0 / 20);
  EXPECT_EQ(d.largest, VectorX(Eigen::Vector2d(1, 0.5)));
  EXPECT_EQ(d.relative_by_each, VectorX(Eigen::Vector2d(0.05, 0.25)));
  EXPECT_EQ(d.row, 1u);
  EXPECT_EQ(d.motor, 0);
}

TEST(ForceComparison, EqualForcesDifferByNothing) {
  const std::vector<VectorX> zero{VectorX::Zero(3)};
  EXPECT_EQ(compared(zero, zero).relative, 0);
}

TEST(ForceComparison, RefusesOtherSizes) {
  const std::vector<VectorX> two{VectorX::Zero(2)}, three{VectorX::Zero(3)}, none;
  EXPECT_THROW(compared(two, three), Error);
  EXPECT_THROW(compared(none, none), Error);
}

}  // namespace
}  // namespace jourdain::force_comparison_test
