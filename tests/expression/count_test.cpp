#include "expression/count.hpp"

#include <gtest/gtest.h>

namespace jourdain::count_test {
namespace {

TEST(Count, FollowsTheRule) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y"), p = graph.parameter("p", 1), q = graph.parameter("q", 2);
  const Expression friction = p * sign(x, q);             // a transfer of a sign and a selection
  const Expression root = sqrt(x * x + y * y);            // 2 products, 1 sum, 1 root
  const Expression ratio = -(p * q + 1) * x / root;       // 1 product, 1 quotient; at load time 1 product, 1 sum
  const Expression outputs[] = {friction - ratio,         // 1 sum
                                sin(x) * (x * x),         // 1 product, 1 sine; x x is shared
                                -root, sqrt(q), abs(y)};  // 1 root at load time, 1 selection
  const ProgramCount result = count(make_program(graph, outputs));
  EXPECT_EQ(result.call, (OperationCount{.additions = 2,
                                         .multiplications = 4,
                                         .divisions = 1,
                                         .square_roots = 1,
                                         .trigonometric = 1,
                                         .selections = 3}));
  EXPECT_EQ(result.load, (OperationCount{.additions = 1, .multiplications = 1, .square_roots = 1}));
  EXPECT_EQ(result.call.total(), 7);
}

TEST(Cost, OfTimeWeighsDivisionsAndRoots) {
  EXPECT_LT(cost(Op::divide, CostModel::operations), 2 * cost(Op::add, CostModel::operations));
  EXPECT_GT(cost(Op::divide, CostModel::time), 3 * cost(Op::multiply, CostModel::time));
  EXPECT_GT(cost(Op::sqrt, CostModel::time), 3 * cost(Op::multiply, CostModel::time));
}

}  // namespace
}  // namespace jourdain::count_test
