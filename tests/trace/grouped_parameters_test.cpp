// Programs with regrouped or base parameters compute what the library computes, for all values of the parameters.
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "expression/simplify.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/code/robot_library.hpp"

namespace jourdain::grouped_parameters_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

// Base values follow from groupings whose coefficients come from a rank: the smaller the gap, the fewer digits.
constexpr double digits_of_gap = 1e-2;

class GroupedParameters : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size())), traced = forces;

  VectorX outputs(const Program& program, const std::vector<double>& parameters) {
    VectorX result(static_cast<int>(program.outputs.size()));
    EXPECT_EQ(evaluate<double>(program, input_values(program, workspace), parameters,
                               std::span(result.data(), result.size())),
              Status::ok);
    return result;
  }
};

// Other values: each changed by itself, or all alike.
std::vector<double> changed(std::vector<double> values, bool alike, Random& random) {
  const double common = 1 + uniform(random, 0.5);
  for (double& value : values) value *= alike ? common : 1 + uniform(random, 0.5);
  return values;
}

// The generated structure may be given other values: outputs are those of the plain recursion then. Legs are recognised
// by sums that vanish in the model; values for which they do not are refused, never answered wrongly.
TEST_P(GroupedParameters, HoldForAllValues) {
  Random random(8700);
  for (RobotFunction function :
       {RobotFunction::inverse_dynamics, RobotFunction::mass_matrix, RobotFunction::forward_dynamics}) {
    const Program& plain = traced_program(GetParam(), function, {.form = TraceForm::general});
    const Program& best = traced_program(GetParam(), function);
    ASSERT_EQ(plain.parameters, best.parameters);
    ASSERT_EQ(plain.inputs, best.inputs);
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(go_to_random_state(workspace, random));
      ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
      const double conditioning = workspace.report().conditioning;
      for (const bool alike : {false, true}) {
        const std::vector<double> values = changed(plain.parameter_values, alike, random);
        VectorX result(static_cast<int>(best.outputs.size()));
        const Status status =
            evaluate<double>(best, input_values(best, workspace), values, std::span(result.data(), result.size()));
        if (!alike && status == Status::inconsistent) continue;
        ASSERT_EQ(status, Status::ok);
        const VectorX expected = outputs(plain, values);
        const double digits = function == RobotFunction::forward_dynamics ? 1e3 : 1;
        EXPECT_LT((result - expected).norm(), digits * tolerance / conditioning * expected.norm())
            << to_string(function);
      }
    }
  }
}

TEST_P(GroupedParameters, CostNoMoreThanTheRecursion) {
  for (RobotFunction function :
       {RobotFunction::inverse_dynamics, RobotFunction::mass_matrix, RobotFunction::forward_dynamics}) {
    const Program& plain = traced_program(GetParam(), function, {.form = TraceForm::general});
    const Program& best = traced_program(GetParam(), function);
    EXPECT_LE(count(best).call.total(), count(plain).call.total()) << to_string(function);
  }
}

TEST_P(GroupedParameters, AreTheSameAgain) {
  EXPECT_EQ(traced_program(GetParam()), trace_inverse_dynamics(Robot::from_file(GetParam())));
}

TEST_P(GroupedParameters, WorkAsConstants) {
  const Program& program = traced_program(GetParam(), RobotFunction::inverse_dynamics, {.parameters = false});
  EXPECT_TRUE(program.parameters.empty());
  Random random(8800);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    EXPECT_LT((outputs(program, {}) - forces).norm(), tolerance / conditioning * forces.norm());
  }
}

TEST_P(GroupedParameters, BaseFormEqualsTheLibrary) {
  const BaseParameters& base = base_parameters_of(GetParam());
  const Program& program = traced_program(GetParam(), RobotFunction::inverse_dynamics_base);
  const double digits = std::max(tolerance, digits_of_gap / base.gap);
  Random random(8900);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    EXPECT_LT((outputs(program, program.parameter_values) - forces).norm(), digits / conditioning * forces.norm());
  }
}

TEST_P(GroupedParameters, BaseFormIsTheRegressorTimesAnyBaseParameters) {
  const BaseParameters& base = base_parameters_of(GetParam());
  const Program& program = traced_program(GetParam(), RobotFunction::inverse_dynamics_base);
  LinearFormWorkspace memory(base.form);
  MatrixX Y(base.form.rows(), base.form.columns());
  VectorX known(base.form.rows()), p(base.form.columns());
  std::vector<double> values = program.parameter_values;
  Random random(9000);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(regressor(base.form, workspace, memory, Y), Status::ok);
    const double conditioning = workspace.report().conditioning;
    ASSERT_EQ(known_forces(base.form, workspace, memory, known), Status::ok);
    for (int k = 0; k < p.size(); ++k) {
      const std::string name = "base." + base.form.parameters()[k].name;
      const auto found = std::find(program.parameters.begin(), program.parameters.end(), name);
      ASSERT_NE(found, program.parameters.end()) << name;
      values[found - program.parameters.begin()] = p[k] = 1 + uniform(random, 0.9);
    }
    const VectorX expected = Y * p + known;
    EXPECT_LT((outputs(program, values) - expected).norm(), tolerance / conditioning * expected.norm());
  }
}

TEST_P(GroupedParameters, BaseFormExplainsItsParameters) {
  const GeneratedLibrary library =
      robot_library(robot, {.functions = {RobotFunction::inverse_dynamics, RobotFunction::inverse_dynamics_base}});
  const std::vector<std::string> names = parameters_of(library).names;
  ASSERT_EQ(library.notes.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(library.notes[i].name, names[i]);
    EXPECT_EQ(library.notes[i].description.starts_with("base parameter "), names[i].starts_with("base."));
    EXPECT_NE(library.notes[i].unit, "") << names[i];
  }
}

// Operations of robots whose legs are not recognised, as a share of those of the plain recursion.
TEST(GroupedCounts, StayBelowTheirShares) {
  for (const auto& [name, most] :
       {std::pair{"3prr", 0.95}, std::pair{"3rrr", 0.92}, std::pair{"bricard", 0.76}, std::pair{"five-bar", 0.91},
        std::pair{"four-bar", 0.85}, std::pair{"serial-arm", 0.84}}) {
    const Robot robot = Robot::from_file(name);
    const auto operations = [&](TraceForm form) {
      return count(simplify(trace_inverse_dynamics(robot, {.form = form}), CostModel::operations)).call.total();
    };
    EXPECT_LE(operations(TraceForm::grouped), most * operations(TraceForm::general)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, GroupedParameters, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

// Bodies that are fixed to each other in askew frames exchange everything: what of it does nothing is rounding, no
// rule.
TEST(FixedBodies, AreRegroupedAsOne) {
  Random random(8800);
  Mechanism mechanism = load("serial-arm");
  const int hand = mechanism.output->body;
  Joint clamp;
  clamp.name = "clamp";
  clamp.body_a = hand;
  clamp.body_b = static_cast<int>(mechanism.bodies.size());
  clamp.in_a = {rotation_from_vector(uniform3(random, 1)), uniform3(random, 0.1)};
  clamp.in_b = {rotation_from_vector(uniform3(random, 1)), uniform3(random, 0.1)};
  mechanism.bodies.push_back({"weight", {1.3, uniform3(random, 0.1), Vector3(0.02, 0.03, 0.04).asDiagonal()}});
  mechanism.joints.push_back(clamp);
  const Robot robot(mechanism);
  Workspace workspace(robot);
  const Program program = trace_inverse_dynamics(robot, {.form = TraceForm::grouped});
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size())), traced = forces;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm());
  }
}

}  // namespace
}  // namespace jourdain::grouped_parameters_test
