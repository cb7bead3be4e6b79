#include "core/dense/selection.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jourdain::dense {
namespace {

// Entry (i, j) is 10 i + j.
Eigen::MatrixXd counted(int rows, int columns) {
  Eigen::MatrixXd A(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) A(i, j) = 10 * i + j;
  return A;
}

TEST(Selection, TakesRowsAndColumnsInTheOrderOfTheirPlaces) {
  const Eigen::MatrixXd A = counted(4, 3);
  const std::vector<int> some{3, 0}, one{2};
  EXPECT_EQ(rows(A, some), (Eigen::MatrixXd(2, 3) << 30, 31, 32, 0, 1, 2).finished());
  EXPECT_EQ(columns(A, one), (Eigen::MatrixXd(4, 1) << 2, 12, 22, 32).finished());
  EXPECT_EQ(block(A, some, one), (Eigen::MatrixXd(2, 1) << 32, 2).finished());
  EXPECT_EQ(entries(A.col(1), some), (Eigen::VectorXd(2) << 31, 1).finished());
}

TEST(Selection, OfNothingKeepsTheOtherSize) {
  const Eigen::MatrixXd A = counted(4, 3);
  EXPECT_EQ(rows(A, {}).cols(), 3);
  EXPECT_EQ(columns(A, {}).rows(), 4);
  EXPECT_EQ(entries(A.col(0), {}).size(), 0);
}

TEST(Selection, PutsBackWhatItTook) {
  const std::vector<int> some{2, 0}, others{1, 3};
  const Eigen::MatrixXd A = counted(4, 4);
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(4, 4);
  set_block(B, some, others, block(A, some, others));
  EXPECT_EQ(block(B, some, others), block(A, some, others));
  EXPECT_EQ(B.sum(), block(A, some, others).sum());
  add_block(B, some, others, block(A, some, others));
  EXPECT_EQ(block(B, some, others), 2 * block(A, some, others));

  B.setZero();
  set_rows(B, some, rows(A, some));
  EXPECT_EQ(rows(B, some), rows(A, some));
  EXPECT_EQ(B.sum(), rows(A, some).sum());

  Eigen::VectorXd x = Eigen::VectorXd::Zero(4);
  set_entries(x, some, entries(A.col(3), some));
  add_entries(x, some, Eigen::VectorXd::Ones(2));
  EXPECT_EQ(x, (Eigen::VectorXd(4) << 4, 0, 24, 0).finished());
}

}  // namespace
}  // namespace jourdain::dense
