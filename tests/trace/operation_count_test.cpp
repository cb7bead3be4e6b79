// How few operations traced dynamics take: friction in all joints that have it, pose as position and Cardan
// angles, parameters as parameters, counted by counting_rule.
#include "support/palida_variants.hpp"
#include "support/random_states.hpp"

#include "expression/simplify.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain::operation_count_test {
namespace {

// Most operations of the simplified program, and those published for the same robot. The ramp of dry friction in its
// dead band takes one of them for each freedom that has it, 18 or 16 of a platform on six legs.
constexpr int most_mirrored = 949 + 18;   // coplanar and mirror-symmetric; [Abdellatif05]: 1987
constexpr int most_coplanar = 1025 + 18;  // base and platform anchors coplanar
constexpr int most_scattered = 1126 + 18;
constexpr int most_hexapod = 1134 + 16;  // anchors in no plane
constexpr int most_regressor_mirrored = 1939 + 36;
constexpr int most_regressor = 1964 + 24;     // anchors in no plane
constexpr int most_hexapod_full = 1707 + 18;  // all entries of inertia, friction of ball joints too
constexpr int most_delta = 246;               // [Codourey98] (57) from X, Xdot, Xddot
constexpr int most_delta_linear = 192 + 9;
constexpr int most_orthoglide = 158 + 9;
constexpr int most_hexa = 1258 + 17;
constexpr int most_hexaglide = 1060 + 18;

// Mass matrix and forward dynamics.
struct MostOfEquations {
  int mass_matrix, forward_dynamics;
};
constexpr MostOfEquations equations_mirrored{959, 1499 + 18}, equations_coplanar{1024, 1728 + 18},
    equations_scattered{1061, 1800 + 18};
constexpr std::pair<const char*, MostOfEquations> equations[] = {
    {"hexapod", {1063, 1806 + 18}}, {"hexapod-full", {1511, 2574 + 19}},
    {"hexa", {1476, 2097 + 16}},    {"hexaglide", {1178, 1779 + 16}},
    {"delta", {211, 327}},          {"delta-rods", {211, 327}}};

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

Program simplified(const std::string& name, const Program& traced, int most) {
  Program program = simplify(traced, CostModel::operations);
  const OperationCount c = count(program).call;
  fmt::print("{}: {} + -, {} * /, {} in all ({})\n", name, c.additions, c.multiplications + c.divisions, c.total(),
             counting_rule);
  EXPECT_LE(c.total(), most);
  return program;
}

void expect_count(const std::string& name, const Robot& robot, int most) {
  const Program program = simplified(name, trace_inverse_dynamics(robot), most);
  Workspace workspace(robot);
  Random random(7600);
  VectorX forces(static_cast<int>(robot.motor_joints().size())), traced = forces;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
}

// The numbers are right: LegEquations, in leg_equations_test.cpp.
void expect_equations(const std::string& name, const Robot& robot, const MostOfEquations& most) {
  simplified(name + ", mass matrix", trace_mass_matrix(robot), most.mass_matrix);
  simplified(name + ", forward dynamics", trace_forward_dynamics(robot), most.forward_dynamics);
}

TEST(OperationCount, OfEquationsOfMotion) {
  expect_equations("palida", Robot::from_file("palida"), equations_mirrored);
  expect_equations("coplanar", palida_with(coplanar_base, coplanar_platform), equations_coplanar);
  expect_equations("scattered", palida_with(scattered_base, scattered_platform), equations_scattered);
  for (const auto& [name, most] : equations) expect_equations(name, Robot::from_file(name), most);
}

TEST(OperationCount, OfPalida) { expect_count("palida", Robot::from_file("palida"), most_mirrored); }

TEST(OperationCount, OfHexapod) { expect_count("hexapod", Robot::from_file("hexapod"), most_hexapod); }

TEST(OperationCount, OfHexapodWithAllEntriesOfInertia) {
  expect_count("hexapod-full", Robot::from_file("hexapod-full"), most_hexapod_full);
}

TEST(OperationCount, OfCoplanarAnchors) {
  expect_count("coplanar", palida_with(coplanar_base, coplanar_platform), most_coplanar);
}

TEST(OperationCount, OfScatteredAnchors) {
  expect_count("scattered", palida_with(scattered_base, scattered_platform), most_scattered);
}

// The 6 x 24 regressors; they depend on no parameter.
TEST(OperationCount, OfRegressors) {
  for (const auto& [name, most] : {std::pair{"palida", most_regressor_mirrored}, {"hexapod", most_regressor}}) {
    const Program program = simplify(trace(Robot::from_file(name), RobotFunction::regressor), CostModel::operations);
    EXPECT_EQ(program.outputs.size(), 6u * 24u);
    EXPECT_LE(count(program).call.total(), most) << name;
    EXPECT_TRUE(std::ranges::none_of(program.nodes, [](const GraphNode& node) { return node.op == Op::parameter; }));
  }
}

TEST(OperationCount, OfDelta) { expect_count("delta", Robot::from_file("delta"), most_delta); }

TEST(OperationCount, OfDeltaWithPairsOfRods) { expect_count("delta-rods", Robot::from_file("delta-rods"), most_delta); }

TEST(OperationCount, OfLinearDelta) {
  expect_count("delta-linear", Robot::from_file("delta-linear"), most_delta_linear);
}

TEST(OperationCount, OfOrthoglide) { expect_count("orthoglide", Robot::from_file("orthoglide"), most_orthoglide); }

TEST(OperationCount, OfHexa) { expect_count("hexa", Robot::from_file("hexa"), most_hexa); }

TEST(OperationCount, OfHexaglide) { expect_count("hexaglide", Robot::from_file("hexaglide"), most_hexaglide); }

}  // namespace
}  // namespace jourdain::operation_count_test
