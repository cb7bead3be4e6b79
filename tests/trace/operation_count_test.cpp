// How few operations traced inverse dynamics takes: friction in all joints that have it, pose as position and Cardan
// angles, parameters as parameters, counted by counting_rule.
#include "support/palida_variants.hpp"
#include "support/random_states.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/expression/simplify.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// Most operations of the simplified program, and those published for the same robot.
constexpr int most_mirrored = 949;   // coplanar and mirror-symmetric; [Abdellatif05]: 1987
constexpr int most_coplanar = 1025;  // base and platform anchors coplanar
constexpr int most_scattered = 1126;
constexpr int most_hexapod = 1132;  // anchors in no plane
constexpr int most_regressor_mirrored = 1939;
constexpr int most_regressor = 1964;     // anchors in no plane
constexpr int most_hexapod_full = 1707;  // all entries of inertia, friction of ball joints too
constexpr int most_delta = 246;          // [Codourey98] (57) from X, Xdot, Xddot
constexpr int most_delta_linear = 192;
constexpr int most_orthoglide = 158;
constexpr int most_hexa = 1258;
constexpr int most_hexaglide = 1060;

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

Program simplified(const std::string& name, const Program& traced, int most) {
  Program program = simplify(traced, CostModel::operations);
  const OperationCount c = count(program).call;
  fmt::print("{}: {} + -, {} * /, {} in all ({})\n", name, c.additions, c.multiplications + c.divisions, c.total(),
             counting_rule);
  EXPECT_LE(c.total(), most);
  return program;
}

void expect_mass_matrix(const std::string& name, const Robot& robot, int most) {
  const Program program = simplified(name, trace_mass_matrix(robot), most);
  Workspace workspace(robot);
  Random random(7610);
  const int n = static_cast<int>(robot.actuators().size());
  MatrixX M(n, n), traced(n, n);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - M).norm(), tolerance / workspace.report().conditioning * M.norm()) << "state " << i;
  }
}

void expect_forward_dynamics(const std::string& name, const Robot& robot, int most) {
  const Program program = simplified(name, trace_forward_dynamics(robot), most);
  Workspace workspace(robot);
  Random random(7620);
  VectorX forces(static_cast<int>(robot.actuators().size())), changes = forces, traced = forces;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    std::vector<double> inputs = input_values(program, workspace);
    const std::size_t first = inputs.size() - robot.actuators().size();
    for (int k = 0; k < forces.size(); ++k) {
      inputs[first + k] = forces[k];
      changes[k] = workspace.actuator_acceleration(k);
    }
    ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - changes).norm(), 1e-12 / conditioning * changes.norm()) << "state " << i;
  }
}

void expect_count(const std::string& name, const Robot& robot, int most) {
  const Program program = simplify(trace_inverse_dynamics(robot), CostModel::operations);
  const OperationCount c = count(program).call;
  fmt::print("{}: {} + -, {} * /, {} in all ({})\n", name, c.additions, c.multiplications + c.divisions, c.total(),
             counting_rule);
  EXPECT_LE(c.total(), most);
  Workspace workspace(robot);
  Random random(7600);
  VectorX forces(static_cast<int>(robot.actuators().size())), traced = forces;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
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
    EXPECT_TRUE(std::ranges::none_of(program.nodes, [](const Node& node) { return node.op == Op::parameter; }));
  }
}

TEST(ForwardCount, OfPalida) { expect_forward_dynamics("palida", Robot::from_file("palida"), 4000); }
TEST(ForwardCount, OfCoplanarAnchors) {
  expect_forward_dynamics("coplanar", palida_with(coplanar_base, coplanar_platform), 4000);
}
TEST(ForwardCount, OfScatteredAnchors) {
  expect_forward_dynamics("scattered", palida_with(scattered_base, scattered_platform), 4000);
}
TEST(MassMatrixCount, OfPalida) { expect_mass_matrix("palida", Robot::from_file("palida"), 4000); }
TEST(MassMatrixCount, OfCoplanarAnchors) {
  expect_mass_matrix("coplanar", palida_with(coplanar_base, coplanar_platform), 4000);
}
TEST(MassMatrixCount, OfScatteredAnchors) {
  expect_mass_matrix("scattered", palida_with(scattered_base, scattered_platform), 4000);
}

TEST(ForwardCount, OfDelta) { expect_forward_dynamics("delta", Robot::from_file("delta"), 4000); }
TEST(ForwardCount, OfHexa) { expect_forward_dynamics("hexa", Robot::from_file("hexa"), 4000); }
TEST(ForwardCount, OfHexaglide) { expect_forward_dynamics("hexaglide", Robot::from_file("hexaglide"), 4000); }
TEST(ForwardCount, OfHexapodFull) { expect_forward_dynamics("hexapod-full", Robot::from_file("hexapod-full"), 4000); }
TEST(MassMatrixCount, OfDelta) { expect_mass_matrix("delta", Robot::from_file("delta"), 4000); }
TEST(MassMatrixCount, OfHexa) { expect_mass_matrix("hexa", Robot::from_file("hexa"), 4000); }
TEST(MassMatrixCount, OfHexaglide) { expect_mass_matrix("hexaglide", Robot::from_file("hexaglide"), 4000); }
TEST(MassMatrixCount, OfHexapodFull) { expect_mass_matrix("hexapod-full", Robot::from_file("hexapod-full"), 4000); }

TEST(OperationCount, OfDelta) { expect_count("delta", Robot::from_file("delta"), most_delta); }

TEST(OperationCount, OfDeltaWithPairsOfRods) { expect_count("delta-rods", Robot::from_file("delta-rods"), most_delta); }

TEST(OperationCount, OfLinearDelta) {
  expect_count("delta-linear", Robot::from_file("delta-linear"), most_delta_linear);
}

TEST(OperationCount, OfOrthoglide) { expect_count("orthoglide", Robot::from_file("orthoglide"), most_orthoglide); }

TEST(OperationCount, OfHexa) { expect_count("hexa", Robot::from_file("hexa"), most_hexa); }

TEST(OperationCount, OfHexaglide) { expect_count("hexaglide", Robot::from_file("hexaglide"), most_hexaglide); }

}  // namespace
}  // namespace jourdain
