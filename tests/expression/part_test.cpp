#include "expression/part.hpp"

#include "expression/derivative.hpp"
#include "expression/random_program.hpp"
#include "expression/simplify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace jourdain::part_test {
namespace {

using Scope = PartScope<Expression>;

OperationCount of_part(const Program& program, Part part) {
  return count_by_part(program)[static_cast<std::size_t>(part)].call;
}

ProgramCount sum(const PartCounts& counts) {
  ProgramCount result;
  for (const ProgramCount& count : counts) {
    result.call += count.call;
    result.load += count.load;
  }
  return result;
}

TEST(Part, IsThatOfTheInnermostScope) {
  EXPECT_EQ(current_part(), Part::none);
  {
    Scope outer(Part::platform);
    {
      const Scope inner(Part::friction);
      EXPECT_EQ(current_part(), Part::friction);
    }
    EXPECT_EQ(current_part(), Part::platform);
    outer.enter(Part::solve);
    EXPECT_EQ(current_part(), Part::solve);
  }
  EXPECT_EQ(current_part(), Part::none);
}

TEST(Part, IsTheOneThatAskedFirst) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  Expression first, second;
  {
    const Scope scope(Part::platform);
    first = x * y;
  }
  {
    const Scope scope(Part::solve);
    second = y * x + 1;
  }
  EXPECT_EQ(graph.part(graph.node(first)), Part::platform);
  EXPECT_EQ(graph.part(graph.node(second)), Part::solve);
  const Expression outputs[] = {first, second};
  const Program program = make_program(graph, outputs);
  EXPECT_EQ(of_part(program, Part::platform).multiplications, 1);
  EXPECT_EQ(of_part(program, Part::solve).multiplications, 0);
  EXPECT_EQ(of_part(program, Part::solve).additions, 1);
}

// Whatever the parts are: counts add up, and simplification does the same to the program.
TEST(Part, ChangesNothingButTheTable) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Graph graph;
    const Program plain = make_program(graph, test::random_outputs(graph, {}, random));
    Program program = plain;
    for (Part& part : program.parts) part = all_parts[std::uniform_int_distribution<int>(0, part_count - 1)(random)];
    EXPECT_EQ(program, plain);
    EXPECT_EQ(sum(count_by_part(program)), count(plain));
    for (CostModel model : {CostModel::operations, CostModel::time}) {
      const Program simple = simplify(program, model);
      EXPECT_EQ(simple, simplify(plain, model));
      EXPECT_EQ(sum(count_by_part(simple)), count(simple));
    }
  }
}

// One sum that several parts add to is one row for simplification; each part keeps what it added.
TEST(Part, SurvivesInsideASum) {
  Graph graph;
  std::vector<Expression> x;
  for (int i = 0; i < 8; ++i) x.push_back(graph.input("x" + std::to_string(i)));
  Expression result = x[0];
  {
    Scope scope(Part::platform);
    for (int i = 1; i < 4; ++i) result += x[i];
    scope.enter(Part::leg_dynamics);
    result += x[4] * x[5];
    scope.enter(Part::friction);
    result -= x[6] + x[7];
    scope.enter(Part::solve);
    result *= result + 1;
  }
  const Expression outputs[] = {result};
  const Program program = make_program(graph, outputs);
  for (CostModel model : {CostModel::operations, CostModel::time}) {
    const PartCounts before = count_by_part(program), after = count_by_part(simplify(program, model));
    EXPECT_EQ(before, after);
    EXPECT_EQ(after[static_cast<std::size_t>(Part::platform)].call.additions, 3);
    EXPECT_EQ(after[static_cast<std::size_t>(Part::friction)].call.additions, 2);
    EXPECT_EQ(after[static_cast<std::size_t>(Part::leg_dynamics)].call, (OperationCount{1, 1, 0, 0, 0, 0}));
  }
}

// Factoring saves where it factors.
TEST(Part, SurvivesFactoring) {
  Graph graph;
  const Expression f = graph.input("f"), a = graph.input("a"), b = graph.input("b"), c = graph.input("c"),
                   d = graph.input("d");
  Expression result;
  {
    Scope scope(Part::leg_dynamics);
    result = f * a + f * b + f * c;
    scope.enter(Part::friction);
    result += d * sqrt(d);
  }
  const Expression outputs[] = {result};
  const Program program = simplify(make_program(graph, outputs), CostModel::operations);
  EXPECT_EQ(of_part(program, Part::leg_dynamics), (OperationCount{2, 1, 0, 0, 0, 0}));
  EXPECT_EQ(of_part(program, Part::friction), (OperationCount{1, 1, 0, 1, 0, 0}));
}

TEST(Part, OfADerivativeIsThatOfTheFunction) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  Expression moved, rubbed;
  {
    Scope scope(Part::platform);
    moved = x * sin(y);
    scope.enter(Part::friction);
    rubbed = sqrt(moved) * y;
  }
  const Expression outputs[] = {rubbed}, variables[] = {x, y};
  for (DerivativeMode mode : {DerivativeMode::forward, DerivativeMode::reverse}) {
    const Program program = make_program(graph, jacobian(graph, outputs, variables, mode));
    EXPECT_EQ(of_part(program, Part::platform).trigonometric, 2);
    EXPECT_EQ(of_part(program, Part::friction).square_roots, 1);
    EXPECT_EQ(of_part(program, Part::none), OperationCount());
  }
}

}  // namespace
}  // namespace jourdain::part_test
