#include "expression/graph.hpp"

#include "expression/expression.hpp"
#include "expression/program.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::graph_test {
namespace {

class GraphTest : public testing::Test {
 protected:
  NodeId id(const Expression& value) { return graph.node(value); }
  double constant(const Expression& value) {
    const GraphNode& node = graph.nodes()[id(value)];
    EXPECT_EQ(node.op, Op::constant);
    return node.value;
  }

  Graph graph;
  Expression x = graph.input("x");
  Expression y = graph.input("y");
  Expression z = graph.input("z");
};

TEST_F(GraphTest, HoldsEachValueOnce) {
  EXPECT_EQ(id(x + y), id(y + x));
  EXPECT_EQ(id(x * y), id(y * x));
  EXPECT_EQ(id(max(x, y)), id(max(y, x)));
  EXPECT_EQ(id(sqrt(x * y + z)), id(sqrt(z + y * x)));
  EXPECT_NE(id(x / y), id(y / x));
  EXPECT_NE(id(atan2(x, y)), id(atan2(y, x)));
}

TEST_F(GraphTest, FoldsConstantsZerosAndOnes) {
  EXPECT_EQ(id(x + 0), id(x));
  EXPECT_EQ(id(0 + x), id(x));
  EXPECT_EQ(id(x - 0), id(x));
  EXPECT_EQ(id(0 - x), id(-x));
  EXPECT_EQ(id(1 * x), id(x));
  EXPECT_EQ(id(-1 * x), id(-x));
  EXPECT_EQ(id(x / 1), id(x));
  EXPECT_EQ(id(x / -1), id(-x));
  EXPECT_EQ(constant(x * 0), 0);
  EXPECT_EQ(constant(0 / x), 0);
  EXPECT_EQ(constant(x - x), 0);
  const Expression two = x - x + 2;
  EXPECT_EQ(constant(two * 3 + sqrt(two * 2)), 8);
  EXPECT_FALSE(std::signbit(constant(two * -0.0)));
  EXPECT_NE(id(x / x), id(Expression(1)));  // x may be 0
}

TEST_F(GraphTest, PullsNegationsOutwards) {
  EXPECT_EQ(id(-(-x)), id(x));
  EXPECT_EQ(id(x * -y), id(-(x * y)));
  EXPECT_EQ(id(-x * -y), id(x * y));
  EXPECT_EQ(id(-x / y), id(x / -y));
  EXPECT_EQ(id(x - y), id(-(y - x)));
  EXPECT_EQ(id(x + -y), id(x - y));
  EXPECT_EQ(id(-x + y), id(-(x - y)));
  EXPECT_EQ(id(-x - y), id(-(x + y)));
  EXPECT_EQ(id(x - -y), id(x + y));
  EXPECT_EQ(id(x * -3), id(-(3 * x)));
  EXPECT_EQ(id(x + -3), id(x - 3));
  EXPECT_EQ(id((x - y) * (y - z)), id((y - x) * (z - y)));
  EXPECT_EQ(id(sin(-x)), id(-sin(x)));
  EXPECT_EQ(id(cos(x - y)), id(cos(y - x)));
  EXPECT_EQ(id(abs(x - y)), id(abs(y - x)));
  EXPECT_EQ(id(sign(-x, 0.1)), id(-sign(x, 0.1)));
  EXPECT_EQ(id(clamp(-x, 0.1)), id(-clamp(x, 0.1)));
}

TEST_F(GraphTest, RefusesNamesThatAreTakenOrEmpty) {
  EXPECT_THROW(graph.input("x"), Error);
  EXPECT_THROW(graph.parameter("x", 1), Error);
  EXPECT_THROW(graph.input(""), Error);
  EXPECT_THROW(graph.apply(Op::input, 0), Error);
}

TEST(Operate, SignIsZeroInTheBandAndAtan2IgnoresTheSignOfZero) {
  EXPECT_EQ(operate(Op::sign, 0.1, 0.1), 0);
  EXPECT_EQ(operate(Op::sign, -0.1, 0.1), 0);
  EXPECT_EQ(operate(Op::sign, 0.2, 0.1), 1);
  EXPECT_EQ(operate(Op::sign, -0.2, 0.1), -1);
  EXPECT_EQ(operate(Op::clamp, 0.05, 0.1), 0.05);
  EXPECT_EQ(operate(Op::clamp, 0.2, 0.1), 0.1);
  EXPECT_EQ(operate(Op::clamp, -0.2, 0.1), -0.1);
  EXPECT_TRUE(std::isnan(operate(Op::clamp, std::nan(""), 0.1)));
  EXPECT_EQ(operate(Op::atan2, -0.0, -1.0), std::atan2(0.0, -1.0));
  EXPECT_EQ(operate(Op::atan2, -0.0, -0.0), 0.0);
}

}  // namespace
}  // namespace jourdain::graph_test
