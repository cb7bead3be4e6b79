#include "expression/simplify.hpp"

#include "expression/random_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::simplify_test {
namespace {

constexpr CostModel models[] = {CostModel::operations, CostModel::time};

class Simplify : public testing::Test {
 protected:
  Simplify() {
    for (const char* name : {"a", "b", "c", "d", "e"}) x.push_back(graph.input(name));
    for (const char* name : {"p", "q"}) p.push_back(graph.parameter(name, 1.5));
  }

  OperationCount simplified(const std::vector<Expression>& outputs, CostModel model = CostModel::operations) {
    return count(simplify(make_program(graph, outputs), model)).call;
  }

  Graph graph;
  std::vector<Expression> x, p;
};

TEST_F(Simplify, PullsOutFactors) {
  EXPECT_EQ(simplified({x[0] * x[1] + x[0] * x[2]}), (OperationCount{.additions = 1, .multiplications = 1}));
  EXPECT_EQ(simplified({x[0] * x[1] - x[2] * x[0] + x[3] * x[0] * x[4]}),
            (OperationCount{.additions = 2, .multiplications = 2}));
  EXPECT_EQ(simplified({x[0] / x[1] + x[2] / x[1]}), (OperationCount{.additions = 1, .divisions = 1}));
  EXPECT_EQ(simplified({x[0] * x[1] * x[2] + x[0] * x[1] * x[3]}),
            (OperationCount{.additions = 1, .multiplications = 2}));
}

TEST_F(Simplify, SharesPartsOfSumsAndProducts) {
  EXPECT_EQ(simplified({x[0] + x[1] + x[2], x[0] + (x[2] + x[3])}).additions, 3);
  EXPECT_EQ(simplified({x[0] - x[1] + x[2], x[1] + (x[3] - x[0])}).additions, 3);
  EXPECT_EQ(simplified({x[0] * x[1] * x[2], x[0] * (x[2] * x[3])}).multiplications, 3);
  EXPECT_EQ(simplified({x[0] * x[1] / x[2], x[3] / (x[2] / x[0])}),
            (OperationCount{.multiplications = 2, .divisions = 1}));
  EXPECT_EQ(simplified({x[0] * x[0] * x[0] * x[0]}).multiplications, 2);
}

TEST_F(Simplify, MovesParametersToLoadTime) {
  EXPECT_EQ(simplified({p[0] * x[0] * p[1]}).total(), 1);
  EXPECT_EQ(simplified({p[0] * x[0] * x[1] + p[1] * x[1] * x[0] - 3 * (x[0] * x[1])}).total(), 2);
  EXPECT_EQ(simplified({x[0] / p[0]}), OperationCount{.multiplications = 1});
  EXPECT_EQ(simplified({(p[0] + x[0]) + p[1]}).total(), 1);
}

TEST_F(Simplify, CancelsTermsAndSquaresOfRoots) {
  EXPECT_EQ(simplified({x[0] + x[1] - (x[2] + x[0])}), OperationCount{.additions = 1});
  const Expression root = sqrt(x[0] * x[0] + x[1]);
  EXPECT_EQ(simplified({root * x[2] * root, root}).multiplications, 2);
}

TEST_F(Simplify, ForTimeDividesOnce) {
  const std::vector<Expression> outputs{x[0] / x[4], x[1] / x[4], x[2] * x[3] / x[4]};
  EXPECT_EQ(simplified(outputs).divisions, 3);
  EXPECT_EQ(simplified(outputs, CostModel::time), (OperationCount{.multiplications = 4, .divisions = 1}));
}

TEST_F(Simplify, ForTimeDividesByARadicandAndItsRootOnce) {
  const std::vector<Expression> outputs{x[0] / x[4], x[1] / x[4], x[2] / sqrt(x[4])};
  EXPECT_EQ(simplified(outputs).divisions, 3);
  EXPECT_EQ(simplified(outputs, CostModel::time),
            (OperationCount{.multiplications = 4, .divisions = 1, .square_roots = 1}));
}

TEST_F(Simplify, DoesNotDivideZeroByZeroAway) {
  EXPECT_EQ(simplified({x[0] / x[0]}).divisions, 1);
  EXPECT_EQ(simplified({x[0] * x[1] / x[0]}).total(), 2);
}

TEST(SimplifyRandom, KeepsValuesAndNeverCostsMore) {
  constexpr double round_off = 2e-13;  // cancellation in graphs of some hundred operations on values of order 1 to 10
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Graph graph;
    const std::vector<Expression> outputs =
        test::random_outputs(graph, {.operations = 20 + 3 * static_cast<int>(seed)}, random);
    const Program program = make_program(graph, outputs);
    for (const CostModel model : models) {
      const Program simple = simplify(program, model);
      EXPECT_LE(cost(simple, model), cost(program, model));
      EXPECT_EQ(simple, simplify(program, model));
      EXPECT_EQ(simple.inputs, program.inputs);
      EXPECT_EQ(simple.guards.size(), program.guards.size());
      for (int k = 0; k < 10; ++k) {
        const std::vector<double> inputs = test::random_inputs(program.inputs.size(), random);
        std::vector<double> before(outputs.size()), after(outputs.size());
        EXPECT_EQ(evaluate<double>(program, inputs, program.parameter_values, before), Status::ok);
        EXPECT_EQ(evaluate<double>(simple, inputs, program.parameter_values, after), Status::ok);
        for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_NEAR(before[i], after[i], round_off);
      }
    }
  }
}

}  // namespace
}  // namespace jourdain::simplify_test
