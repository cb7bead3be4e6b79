#include "expression/bound_divisors.hpp"

#include "expression/count.hpp"
#include "expression/random_program.hpp"
#include "expression/simplify.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::bound_divisors_test {
namespace {

constexpr double share = 1e-9;

using Samples = std::vector<std::vector<double>>;

Status status_of(const Program& program, const std::vector<double>& inputs) {
  std::vector<double> outputs(program.outputs.size());
  return evaluate<double>(program, inputs, program.parameter_values, outputs);
}

TEST(BoundDivisors, AreRelativeToUsualSizesAndWithoutSign) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  const Expression outputs[] = {y / x};
  const Program program = bound_divisors(make_program(graph, outputs), Samples{{-4, 1}, {2, 1}, {9, 1}}, share);
  ASSERT_EQ(program.guards.size(), 1u);
  EXPECT_EQ(program.guards[0].bound, 4e-9);
  EXPECT_EQ(status_of(program, {-4.1e-9, 1}), Status::ok);
  EXPECT_EQ(status_of(program, {3.9e-9, 1}), Status::singular);
  EXPECT_EQ(status_of(program, {0, 0}), Status::singular);
}

TEST(BoundDivisors, CountNothing) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Graph graph;
    const std::vector<Expression> outputs = test::random_outputs(graph, {}, random);
    const Program program = simplify(make_program(graph, outputs), CostModel::operations);
    const Program bounded = bound_divisors(program, Samples{test::random_inputs(5, random)}, share);
    EXPECT_EQ(count(bounded).call.total(), count(program).call.total());
    EXPECT_EQ(count(bounded).load, count(program).load);
    for (int i = 0; i < 20; ++i) {
      const std::vector<double> inputs = test::random_inputs(5, random);
      EXPECT_EQ(status_of(bounded, inputs), status_of(program, inputs));
    }
  }
}

TEST(BoundDivisors, NeedNoneWhereTheOthersSuffice) {
  Graph graph;
  const Expression x = graph.input("x"), z = graph.input("z");
  const Expression rho2 = x * x + z * z;
  const Expression outputs[] = {x / z, x / rho2, x / sqrt(rho2 + 1), 1 / (z * sqrt(rho2)), x / (2 + abs(x))};
  const Program program = bound_divisors(make_program(graph, outputs), Samples{{1, 1}}, share);
  EXPECT_EQ(program.guards.size(), 1u);
  // Without the quotient x / z, the sum of squares has to be watched; it has no sign.
  const Expression fewer[] = {x / rho2};
  const Program other = bound_divisors(make_program(graph, fewer), Samples{{1, 1}}, share);
  ASSERT_EQ(other.guards.size(), 1u);
  EXPECT_EQ(other.guards[0].bound, 2e-9);
  EXPECT_NE(other.nodes[other.guards[0].node].op, Op::abs);
}

TEST(BoundDivisors, ComeAfterTheProgramsOwnGuards) {
  Graph graph;
  const Expression x = graph.input("x");
  graph.require_positive(x + 1, Status::unreachable);
  const Expression outputs[] = {1 / (x + 1) + 1 / x};
  const Program program = bound_divisors(make_program(graph, outputs), Samples{{1}}, share);
  EXPECT_EQ(status_of(program, {-1}), Status::unreachable);
  EXPECT_EQ(status_of(program, {-1 + 1e-12}), Status::singular);
  EXPECT_EQ(status_of(program, {0}), Status::singular);
  EXPECT_EQ(status_of(program, {1}), Status::ok);
  // Again: nothing new is known.
  EXPECT_EQ(bound_divisors(program, Samples{{1}}, share), program);
}

TEST(BoundDivisors, LeaveParametersToTheLoad) {
  Graph graph;
  const Expression x = graph.input("x"), m = graph.parameter("m", 2);
  const Expression outputs[] = {x / m, x / (m * x)};
  const Program program = bound_divisors(make_program(graph, outputs), Samples{{1}}, share);
  EXPECT_EQ(program.guards.size(), 1u);
}

TEST(BoundDivisors, MustOnlyDifferFromZeroWithoutSamples) {
  Graph graph;
  const Expression x = graph.input("x");
  const Expression outputs[] = {1 / x};
  const Program program = bound_divisors(make_program(graph, outputs), {}, share);
  EXPECT_EQ(status_of(program, {1e-200}), Status::ok);
  EXPECT_EQ(status_of(program, {0}), Status::singular);
}

}  // namespace
}  // namespace jourdain::bound_divisors_test
