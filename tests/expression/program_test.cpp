#include "expression/program.hpp"

#include "expression/random_program.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jourdain::program_test {
namespace {

TEST(Program, HasOnlyWhatResultsAndGuardsNeed) {
  Graph graph;
  const Expression x = graph.input("x"), y = graph.input("y");
  sqrt(x * y);  // not needed
  graph.require_positive(y + 2, Status::limit);
  const Expression outputs[] = {x + 1, x + 1};
  const Program program = make_program(graph, outputs);
  EXPECT_EQ(program.nodes.size(), 6u);  // x, y, 1, 2, x + 1, y + 2
  EXPECT_EQ(program.outputs[0], program.outputs[1]);
  EXPECT_EQ(program.inputs.size(), 2u);
}

TEST(Program, DoesNotDependOnTheOrderOfTracing) {
  // The two operands of each product are traced in one order and in the other, as compilers may.
  const auto trace = [](bool swap) {
    Graph graph;
    const Expression x = graph.input("x"), y = graph.input("y"), p = graph.parameter("p", 2);
    const auto product = [&](auto left, auto right) {
      if (!swap) {
        const Expression a = left(), b = right();
        return a * b;
      }
      const Expression b = right(), a = left();
      return a * b;
    };
    const Expression first = product([&] { return x - y; }, [&] { return sin(y - x) + p * x; });
    const Expression second = product([&] { return p - y + 2; }, [&] { return first / (x - p); });
    const Expression outputs[] = {product([&] { return second + x; }, [&] { return second - y * x; }), first};
    return make_program(graph, outputs);
  };
  EXPECT_EQ(trace(false), trace(true));
}

TEST(Program, PhasesFollowParametersAndInputs) {
  Graph graph;
  const Expression x = graph.input("x"), p = graph.parameter("p", 2);
  const Expression outputs[] = {sqrt(p) * x, sqrt(p), p - p + 2};
  const Program program = make_program(graph, outputs);
  const std::vector<Phase> phase = phases(program);
  const auto of = [&](std::size_t output) { return phase[program.outputs[output]]; };
  EXPECT_EQ(of(0), Phase::call);
  EXPECT_EQ(of(1), Phase::load);
  EXPECT_EQ(of(2), Phase::constant);
}

TEST(Evaluate, AnswersBadValuesWithAStatusAndZeros) {
  Graph graph;
  const Expression x = graph.input("x"), p = graph.parameter("p", 2);
  graph.require_positive(x + 1, Status::unreachable);
  const Expression outputs[] = {p / x, x * 1e200 * 1e200};
  const Program program = make_program(graph, outputs);
  const auto run = [&](double at, double parameter) {
    std::vector<double> result(2, std::nan(""));
    const Status status = evaluate<double>(program, std::span(&at, 1), std::span(&parameter, 1), result);
    EXPECT_EQ(result, std::vector<double>(2, 0.0));
    return status;
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(run(-2, 1), Status::unreachable);
  EXPECT_EQ(run(std::nan(""), 1), Status::not_finite);
  EXPECT_EQ(run(infinity, 1), Status::not_finite);
  EXPECT_EQ(run(1, infinity), Status::not_finite);
  EXPECT_EQ(run(0, 1), Status::not_finite);
  EXPECT_EQ(run(1, 1), Status::not_finite);
}

TEST(Evaluate, FloatIsNearDouble) {
  constexpr double float_error = 1e-4;  // some 60 operations on values of order 1
  std::mt19937 random(7);
  Graph graph;
  const std::vector<Expression> outputs = test::random_outputs(graph, {}, random);
  const Program program = make_program(graph, outputs);
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> inputs = test::random_inputs(program.inputs.size(), random);
    const std::vector<float> inputs_float(inputs.begin(), inputs.end());
    const std::vector<float> parameters_float(program.parameter_values.begin(), program.parameter_values.end());
    std::vector<double> result(outputs.size());
    std::vector<float> result_float(outputs.size());
    EXPECT_EQ(evaluate<double>(program, inputs, program.parameter_values, result), Status::ok);
    EXPECT_EQ(evaluate<float>(program, inputs_float, parameters_float, result_float), Status::ok);
    for (std::size_t k = 0; k < result.size(); ++k) EXPECT_NEAR(result[k], result_float[k], float_error);
  }
}

TEST(Evaluate, RefusesAWrongNumberOfValues) {
  Graph graph;
  const Expression outputs[] = {graph.input("x") * 2};
  const Program program = make_program(graph, outputs);
  std::vector<double> none, one(1);
  EXPECT_THROW(evaluate<double>(program, none, none, one), Error);
  EXPECT_THROW(evaluate<double>(program, one, none, none), Error);
}

}  // namespace
}  // namespace jourdain::program_test
