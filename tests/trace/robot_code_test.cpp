// Generated code of robots equals the library.
#include "support/draws.hpp"
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "codegen/compiled.hpp"
#include "codegen/generate.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace jourdain::robot_code_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

class RobotCode : public testing::TestWithParam<std::string> {};

TEST_P(RobotCode, EqualsTheLibrary) {
  const Robot& robot = catalogue_robot(GetParam());
  const GeneratedLibrary& library = generated_library(GetParam());
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (!compiled && note.starts_with("there is no compiler")) GTEST_SKIP() << note;
  ASSERT_TRUE(compiled) << note;
  const CompiledFunction inverse = compiled->function("inverse_dynamics");
  Random random(7600);
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size())), generated = forces;
  double scale = 0;  // the largest forces so far: some robots pass through zero
  double worst = 0;
  for (int i = 0; i < draws(200, 10000); ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const std::vector<double> inputs = input_values(library.functions[0].program, workspace);
    ASSERT_EQ(inverse(inputs, std::span(generated.data(), generated.size())), Status::ok);
    scale = std::max(scale, forces.norm());
    EXPECT_LT((generated - forces).norm(), tolerance / workspace.report().conditioning * scale) << i;
    worst = std::max(worst, (generated - forces).norm() / scale);
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

// Single precision on the very operations of the float code. The force range is the largest force of the states.
TEST_P(RobotCode, InSinglePrecisionIsWithinTheForceRange) {
  constexpr double of_range = 1e-4, slow = 1e-3;
  const Robot& robot = catalogue_robot(GetParam());
  const Program& program = generated_function(GetParam(), RobotFunction::inverse_dynamics).program;
  const std::vector<float> parameters(program.parameter_values.begin(), program.parameter_values.end());
  Random random(7700);
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  std::vector<float> single(program.outputs.size());
  double range = 0, worst = 0;
  for (int i = 0; i < draws(100, 10000); ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    if (nearly_rests(workspace, slow)) continue;
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const std::vector<double> values = input_values(program, workspace);
    const std::vector<float> inputs(values.begin(), values.end());
    ASSERT_EQ(evaluate<float>(program, inputs, parameters, single), Status::ok) << i;
    range = std::max(range, forces.cwiseAbs().maxCoeff());
    for (std::size_t k = 0; k < single.size(); ++k)
      worst = std::max(worst, std::abs(static_cast<double>(single[k]) - forces[static_cast<int>(k)]));
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst / range));
  EXPECT_LT(worst, of_range * range);
}

TEST_P(RobotCode, IsTheSameAgain) {
  const Robot& robot = catalogue_robot(GetParam());
  const CodeOptions options;
  EXPECT_EQ(generate(generated_library(GetParam()), options), generate(robot_library(robot), options));
}

TEST_P(RobotCode, SamplesAreAcceptedAndBadOnesRefused) {
  const GeneratedFunction& f = generated_function(GetParam(), RobotFunction::inverse_dynamics);
  ASSERT_GE(f.samples.size(), 8U);
  std::vector<double> outputs(f.program.outputs.size());
  for (std::size_t i = 0; i < f.samples.size(); ++i) {
    const Status status = evaluate<double>(f.program, f.samples[i], f.program.parameter_values, outputs);
    EXPECT_EQ(status == Status::ok, i < 8) << i;
    for (double x : outputs) EXPECT_TRUE(std::isfinite(x));
  }
}

// A self-test whose results are round-off would test nothing.
TEST_P(RobotCode, SamplesGiveResultsOfTheSizeOfTheInputs) {
  const Robot& robot = catalogue_robot(GetParam());
  GeneratedFunction f;
  try {
    f = generated_function(GetParam(), RobotFunction::forward_step);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  std::vector<double> outputs(f.program.outputs.size());
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_EQ(evaluate<double>(f.program, f.samples[i], f.program.parameter_values, outputs), Status::ok);
    double largest = 0;
    for (double x : outputs) largest = std::max(largest, std::abs(x));
    EXPECT_GT(largest, 1e-4 * robot.size()) << i;
  }
}

TEST_P(RobotCode, ExplainsEveryParameterAndItsUnit) {
  const GeneratedLibrary& library = generated_library(GetParam());
  const std::vector<std::string> names = parameters_of(library).names;
  ASSERT_EQ(library.notes.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(library.notes[i].name, names[i]);
    EXPECT_NE(library.notes[i].description, "");
    EXPECT_NE(library.notes[i].unit, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RobotCode, testing::ValuesIn(catalogue_except(with_spare_motors)), as_identifier);

}  // namespace
}  // namespace jourdain::robot_code_test
