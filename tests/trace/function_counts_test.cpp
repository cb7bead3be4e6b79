// Operations of functions, form by form and part by part.
#include "trace/code/function_counts.hpp"

#include "codegen/generate.hpp"
#include "support/random_states.hpp"
#include "trace/code/robot_library.hpp"

#include <gtest/gtest.h>

namespace jourdain::function_counts_test {
namespace {

OperationCount sum_of(const PartCounts& parts) {
  OperationCount sum;
  for (const ProgramCount& part : parts) sum += part.call;
  return sum;
}

TEST(FunctionCounts, PartsAddUpAndTheLastFormIsGenerated) {
  const Robot& robot = catalogue_robot("delta");
  FunctionCountOptions options;
  options.functions = {RobotFunction::inverse_dynamics};
  options.derivatives = {VariableGroup::pose, VariableGroup::forces};
  const std::vector<CountedFunction> functions = count_functions(robot, options);
  // It depends on the pose, not on forces.
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(functions[1].name, "inverse-dynamics by pose");
  for (const CountedFunction& function : functions)
    for (const CountedForm& form : function.forms) EXPECT_EQ(sum_of(form.by_part), form.counted.call) << form.name;
  RobotCodeOptions code;
  code.samples = 0;
  const GeneratedLibrary library = robot_library(robot, code);
  // Guards of divisors in the code are no operations that are counted.
  const OperationCount written = generated_count(library.functions.front(), LegCode::unrolled).call;
  const OperationCount counted = functions[0].forms.back().counted.call;
  EXPECT_EQ(written.total(), counted.total());
  EXPECT_EQ(written.square_roots, counted.square_roots);
  EXPECT_EQ(written.trigonometric, counted.trigonometric);
}

TEST(FunctionCounts, WhatIsNotThereIsLeftOutUnlessNamed) {
  const Robot& robot = catalogue_robot("3rps");
  FunctionCountOptions options;
  options.functions = {RobotFunction::forward_step};
  EXPECT_THROW(count_functions(robot, options), Error);
  Job job;
  job.cancelled = [] { return true; };
  EXPECT_THROW(count_functions(robot, {}, job), Error);
}

TEST(FunctionCounts, ThePapersPartsAddUp) {
  PaperCost sum;
  for (const PaperPart& part : paper_parts()) {
    sum.additions += part.published.additions;
    sum.others += part.published.others;
  }
  EXPECT_EQ(sum, published_total);
  EXPECT_EQ(sum.total(), 1987);
}

}  // namespace
}  // namespace jourdain::function_counts_test
