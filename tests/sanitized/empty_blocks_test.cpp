// Of sanitized builds alone: cmake/sanitizers.ignore names the headers of Eigen that are compiled.
#include <gtest/gtest.h>
#include <Eigen/Core>

namespace jourdain {
namespace {

TEST(EmptyBlocks, AreNoFinding) {
  const Eigen::MatrixXd without_columns(3, 0);
  EXPECT_EQ(without_columns.data(), nullptr);
  EXPECT_EQ(without_columns.row(1).size(), 0);
}

}  // namespace
}  // namespace jourdain
