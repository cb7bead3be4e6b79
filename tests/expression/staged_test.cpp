#include "expression/staged.hpp"

#include "expression/guard.hpp"
#include "expression/repeat.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <array>

namespace jourdain::staged_test {
namespace {

using E = Expression;

struct Row {
  E number, parameter, input;
  auto members() { return std::tie(number, parameter, input); }
};
struct Result {
  E value, same, unused, negative;
  auto members() { return std::tie(value, same, unused, negative); }
};

// y = sum_k (x n_k^2 + p_k x_k) / (x + x_k), with the condition x + x_k > 0.
StagedProgram staged_sum(Graph& graph, PartRecorder* recorder, std::vector<E>& outputs) {
  const E x = graph.input("x");
  const E p = graph.parameter("p", 3), q = graph.parameter("q", 4);
  std::vector<Row> rows;
  for (int k = 0; k < 3; ++k) {
    const E input = graph.input("x" + std::to_string(k));
    rows.push_back({E(k + 2), k == 1 ? q : p, input});
  }
  Guard<E> guard(graph);
  guard.require_positive(x, Status::unreachable);
  const Repeat<E> repeat(recorder);
  std::array<Result, 3> results;
  repeat("leg", 3, results, [&](std::size_t k, Result& result) {
    const Row& row = rows[k];
    const E sum = x + row.input;
    guard.require_positive(sum, Status::singular);
    const E value = (x * (row.number * row.number) + row.parameter * row.input) / sum;
    result = {value, sqrt(x), value * value, -value};
  });
  E y(0), z(0);
  for (const Result& result : results) {
    y += result.value * result.same;
    z += result.negative;
  }
  outputs = {y, z};
  return recorder ? recorder->finish(outputs) : StagedProgram{};
}

StagedProgram staged_sum() {
  Graph graph;
  PartRecorder recorder(graph);
  std::vector<E> outputs;
  return staged_sum(graph, &recorder, outputs);
}

Program flat_sum() {
  Graph graph;
  std::vector<E> outputs;
  staged_sum(graph, nullptr, outputs);
  return make_program(graph, outputs);
}

TEST(Staged, InlinesToTheFlatProgram) {
  const Program flat = flat_sum(), inlined = inline_parts(staged_sum());
  EXPECT_EQ(inlined.inputs, flat.inputs);
  EXPECT_EQ(inlined.parameters, flat.parameters);
  EXPECT_EQ(inlined, flat);
}

TEST(Staged, RowsHoldWhatDiffersAndNothingElse) {
  const StagedProgram staged = staged_sum();
  ASSERT_EQ(staged.parts.size(), 1u);
  const RepeatedPart& part = staged.parts[0];
  EXPECT_EQ(part.name, "leg");
  EXPECT_EQ(part.rows, 3);
  EXPECT_EQ(part.shared_inputs, 1);            // x
  EXPECT_EQ(part.row_inputs(), 1);             // x_k
  EXPECT_EQ(part.row_parameters(), 2);         // n_k and p or q
  EXPECT_EQ(part.program.outputs.size(), 1u);  // value; its negative is the same, sqrt(x) is the caller's
  EXPECT_EQ(part.program.guards.size(), 1u);
  EXPECT_EQ(part.guards_before, 1);
  EXPECT_EQ(staged.main.guards.size(), 1u);
}

TEST(Staged, CountsEachPartOncePerRow) {
  const StagedProgram staged = staged_sum();
  const int main = count(staged.main).call.total(), part = count(staged.parts[0].program).call.total();
  EXPECT_EQ(count(staged).call.total(), main + 3 * part);
}

TEST(Staged, ValuesOfStagesAreThoseOfTheFlatProgram) {
  const StagedProgram staged = simplify(staged_sum(), CostModel::time);
  const Program flat = flat_sum();
  const std::vector<double> inputs{2, 0.5, -0.5, 3};
  const StagedValues values = stage_values(staged, inputs);
  const std::vector<double> main = node_values<double>(staged.main, values.main.inputs, values.main.parameters);
  std::vector<double> expected(2);
  ASSERT_EQ(evaluate<double>(flat, inputs, flat.parameter_values, expected), Status::ok);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(main[staged.main.outputs[i]], expected[i], 1e-12);
}

TEST(Staged, FirstFailureGivesTheStatus) {
  const Program inlined = inline_parts(staged_sum());
  std::vector<double> y(2);
  EXPECT_EQ(evaluate<double>(inlined, std::vector<double>{1, 1, -2, 1}, inlined.parameter_values, y), Status::singular);
  EXPECT_EQ(evaluate<double>(inlined, std::vector<double>{-1, 1, -2, 1}, inlined.parameter_values, y),
            Status::unreachable);
}

// Results of one part may be arguments of the next.
TEST(Staged, PartsFollowEachOther) {
  const auto trace = [](Graph& graph, PartRecorder* recorder, std::vector<E>& outputs) {
    const E x = graph.input("x"), y = graph.input("y");
    const Repeat<E> repeat(recorder);
    const E inputs[] = {x, y};
    std::array<Row, 2> first, second;
    repeat("leg", 2, first, [&](std::size_t k, Row& row) {
      row = {E(static_cast<double>(k) + 1) * inputs[k], inputs[k], inputs[k] + x};
    });
    repeat("leg", 2, second, [&](std::size_t k, Row& row) { row = {first[k].number * first[k].input, E(0), y}; });
    outputs = {second[0].number + second[1].number * second[1].input};
  };
  Graph one, other;
  PartRecorder recorder(one);
  std::vector<E> outputs;
  trace(one, &recorder, outputs);
  const StagedProgram staged = recorder.finish(outputs);
  ASSERT_EQ(staged.parts.size(), 2u);
  EXPECT_EQ(staged.parts[1].name, "leg2");
  trace(other, nullptr, outputs);
  EXPECT_EQ(inline_parts(staged), make_program(other, outputs));
}

// Legs that run other statements are other parts, or stand where they are if they are alone.
TEST(Staged, KindsOfLegsAreToldApart) {
  const auto trace = [](Graph& graph, PartRecorder* recorder, std::vector<E>& outputs) {
    const E x = graph.input("x");
    const Repeat<E> repeat(recorder);
    std::array<Row, 5> legs;
    repeat("leg", 5, legs, [&](std::size_t k, Row& row) {
      const E value = k % 2 == 0 ? E(x * (static_cast<double>(k) + 2)) : E(sqrt(x) + (static_cast<double>(k) + 2));
      row = {k == 4 ? E(value - x) : value, E(1), E(static_cast<double>(k))};
    });
    outputs = {E(0)};
    for (const Row& leg : legs) outputs[0] += leg.number * leg.input;
  };
  Graph one, other;
  PartRecorder recorder(one);
  std::vector<E> outputs;
  trace(one, &recorder, outputs);
  const StagedProgram staged = recorder.finish(outputs);
  ASSERT_EQ(staged.parts.size(), 2u);
  EXPECT_EQ(staged.parts[0].rows, 2);
  EXPECT_EQ(staged.parts[1].rows, 2);
  trace(other, nullptr, outputs);
  EXPECT_EQ(inline_parts(staged), make_program(other, outputs));
}

}  // namespace
}  // namespace jourdain::staged_test
