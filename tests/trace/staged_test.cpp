// One function for all legs computes what the flat program computes.
#include "support/leg_forms.hpp"
#include "support/traced_robots.hpp"

#include "expression/simplify.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <fmt/format.h>

namespace jourdain::staged_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

class StagedTrace : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  const Program& flat = traced_program(GetParam());
  std::optional<StagedProgram> traced;

  void SetUp() override {
    if (!has_form_by_legs(robot)) GTEST_SKIP() << "traced in the general form";
    traced = trace_inverse_dynamics_in_stages(robot);
    ASSERT_TRUE(traced);
  }

  // Forces by both at random states with other parameters than the model's: masses that keep their ratios, by which
  // legs were recognised, and any friction.
  void expect_equal(const Program& program) {
    ASSERT_EQ(program.inputs, flat.inputs);
    ASSERT_EQ(program.parameters, flat.parameters);
    Workspace workspace(robot);
    Random random(7500);
    std::vector<double> parameters = flat.parameter_values;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool rubs = flat.parameters[i].starts_with("coulomb") || flat.parameters[i].starts_with("viscous");
      parameters[i] *= rubs ? 1 + 0.01 * static_cast<double>(i % 7) : 1.07;
    }
    const auto n = static_cast<Eigen::Index>(flat.outputs.size());
    VectorX expected(n), found(n);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(go_to_random_state(workspace, random));
      const std::vector<double> inputs = input_values(flat, workspace);
      ASSERT_EQ(evaluate<double>(flat, inputs, parameters, std::span(expected.data(), flat.outputs.size())),
                Status::ok);
      ASSERT_EQ(evaluate<double>(program, inputs, parameters, std::span(found.data(), flat.outputs.size())),
                Status::ok);
      EXPECT_LT((found - expected).norm(), tolerance / workspace.report().conditioning * expected.norm()) << i;
    }
  }
};

TEST_P(StagedTrace, EqualsTheFlatProgram) { expect_equal(inline_parts(*traced)); }

TEST_P(StagedTrace, EqualsTheFlatProgramWhenSimplified) {
  for (const CostModel model : {CostModel::operations, CostModel::time}) {
    const StagedProgram staged = simplify(*traced, model);
    const OperationCount own = count(staged).call, unrolled = count(simplify(flat, model)).call;
    fmt::print("{}: {} operations in stages, {} unrolled\n", robot.mechanism().name, own.total(), unrolled.total());
    expect_equal(inline_parts(staged));
  }
}

// One part with a row for each leg; no row has what all have in common. Slides along three base axes run three kinds of
// statements.
TEST_P(StagedTrace, HasOnePartForAllLegs) {
  if (robot.mechanism().name == "orthoglide") {
    EXPECT_TRUE(traced->parts.empty());
    return;
  }
  ASSERT_EQ(traced->parts.size(), 1u);
  EXPECT_EQ(traced->parts[0].rows, static_cast<int>(robot.limbs().size()));
  const RepeatedPart& part = traced->parts[0];
  const int columns = part.row_inputs() + part.row_parameters();
  const int first = traced->first_argument(0) + part.shared_inputs + part.shared_parameters;
  for (int i = 0; i < columns; ++i) {
    bool differs = false;
    for (int k = 1; k < part.rows; ++k)
      differs = differs || traced->main.outputs[first + i] != traced->main.outputs[first + k * columns + i];
    EXPECT_TRUE(differs) << "argument " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, StagedTrace, testing::ValuesIn(catalogue_except(with_spare_motors)), as_identifier);

}  // namespace
}  // namespace jourdain::staged_test
