#include "design/force_comparison.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jourdain::force_comparison_test {
namespace {

TEST(ForceComparison, FindsTheLargestDifferenceOfAllAndOfEach) {
  const std::vector<VectorX> reference{Eigen::Vector2d(10, 1), Eigen::Vector2d(-20, 2)};
  const std::vector<VectorX> forces{Eigen::Vector2d(10.5, 1), Eigen::Vector2d(-19, 2.5)};
  const ForceDifference d = compare_forces(reference, forces);
  EXPECT_DOUBLE_EQ(d.relative, 1.0 / 20);
  EXPECT_EQ(d.largest, VectorX(Eigen::Vector2d(1, 0.5)));
  EXPECT_EQ(d.relative_by_each, VectorX(Eigen::Vector2d(0.05, 0.25)));
  EXPECT_EQ(d.row, 1u);
  EXPECT_EQ(d.motor, 0);
}

TEST(ForceComparison, EqualForcesDifferByNothing) {
  const std::vector<VectorX> zero{VectorX::Zero(3)};
  EXPECT_EQ(compare_forces(zero, zero).relative, 0);
}

TEST(ForceComparison, RefusesOtherSizes) {
  const std::vector<VectorX> two{VectorX::Zero(2)}, three{VectorX::Zero(3)}, none;
  EXPECT_THROW(compare_forces(two, three), Error);
  EXPECT_THROW(compare_forces(two, none), Error);
  EXPECT_THROW(compare_forces(none, none), Error);
}

}  // namespace
}  // namespace jourdain::force_comparison_test
