#include "expression/derivative.hpp"

#include "expression/program.hpp"
#include "expression/random_program.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::derivative_test {
namespace {

std::vector<double> values_of(const Program& program, const std::vector<double>& inputs) {
  std::vector<double> result(program.outputs.size());
  EXPECT_EQ(evaluate<double>(program, inputs, program.parameter_values, result), Status::ok);
  return result;
}

TEST(Derivative, ForwardAndReverseEqualDifferences) {
  constexpr double step = 1e-5;
  constexpr double difference_error = 1e-7;  // error of the central difference on values of order 1 with steep parts
  constexpr double round_off = 1e-11;        // both ways sum the same products in another order
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Graph graph;
    const std::vector<Expression> outputs = test::random_outputs(graph, {.operations = 25, .smooth = true}, random);
    std::vector<Expression> variables;
    for (NodeId id = 0; id < static_cast<NodeId>(graph.inputs().size()); ++id)
      variables.push_back(graph.expression(id));
    const Program function = make_program(graph, outputs);
    const Program forward = make_program(graph, jacobian(graph, outputs, variables, DerivativeMode::forward));
    const Program reverse = make_program(graph, jacobian(graph, outputs, variables, DerivativeMode::reverse));

    const std::vector<double> at = test::random_inputs(variables.size(), random);
    const std::vector<double> by_forward = values_of(forward, at), by_reverse = values_of(reverse, at);
    for (std::size_t k = 0; k < variables.size(); ++k) {
      std::vector<double> ahead = at, back = at;
      ahead[k] += step;
      back[k] -= step;
      const std::vector<double> plus = values_of(function, ahead), minus = values_of(function, back);
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const double exact = by_forward[i * variables.size() + k];
        EXPECT_NEAR(exact, (plus[i] - minus[i]) / (2 * step), difference_error * (1 + std::abs(exact)));
        EXPECT_NEAR(exact, by_reverse[i * variables.size() + k], round_off * (1 + std::abs(exact)));
      }
    }
  }
}

TEST(Derivative, OfKinksIsThatOfTheSide) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  const Expression outputs[] = {abs(x), max(x, y), sign(x, 0.5), 3 * x};
  const Expression variables[] = {x, y};
  const Program program = make_program(graph, jacobian(graph, outputs, variables, DerivativeMode::reverse));
  EXPECT_EQ(values_of(program, {-2, 1}), (std::vector<double>{-1, 0, 0, 1, 0, 0, 3, 0}));
  EXPECT_EQ(values_of(program, {2, 1}), (std::vector<double>{1, 0, 1, 0, 0, 0, 3, 0}));
}

TEST(Derivative, OfAClampIsThatOfTheNumberOrOfTheLimit) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  const Expression outputs[] = {clamp(3 * x, y)};
  const Expression variables[] = {x, y};
  for (const DerivativeMode mode : {DerivativeMode::forward, DerivativeMode::reverse}) {
    const Program program = make_program(graph, jacobian(graph, outputs, variables, mode));
    EXPECT_EQ(values_of(program, {0.2, 1}), (std::vector<double>{3, 0}));
    EXPECT_EQ(values_of(program, {0.5, 1}), (std::vector<double>{0, 1}));
    EXPECT_EQ(values_of(program, {-0.5, 1}), (std::vector<double>{0, -1}));
  }
}

TEST(Derivative, ByAnInnerNodeHoldsWhatItIsMadeOf) {
  Graph graph;
  const Expression x = graph.input("x"), u = x * x;
  const Expression outputs[] = {u * x + sin(u)};
  const Expression variables[] = {u};
  for (const DerivativeMode mode : {DerivativeMode::forward, DerivativeMode::reverse})
    EXPECT_NEAR(values_of(make_program(graph, jacobian(graph, outputs, variables, mode)), {0.5})[0],
                0.5 + std::cos(0.25), 1e-15);
}

TEST(Derivative, RefusesSizesThatDiffer) {
  Graph graph;
  const Expression x[] = {graph.input("x")};
  EXPECT_THROW(derivative(graph, x, x, {}), Error);
  EXPECT_THROW(gradient(graph, x, {}, x), Error);
}

}  // namespace
}  // namespace jourdain::derivative_test
