// Mass matrix and forward dynamics by legs, of every robot whose legs are recognised and of variants of PaLiDA.
#include "core/dense/decompositions.hpp"
#include "support/leg_forms.hpp"
#include "support/palida_variants.hpp"
#include "support/traced_robots.hpp"

#include "expression/simplify.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "trace/functions/trace_dynamics.hpp"

namespace jourdain::leg_equations_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest entry; digits that the conditioning takes come on top

// Variants have askew gravity, a payload, rotors behind gears and friction in all joints: "furnished" ones keep their
// masses, "askew" ones have all entries of inertia.
Robot robot_named(const std::string& name) {
  if (name == "palida-coplanar") return palida_with(coplanar_base, coplanar_platform);
  if (name == "palida-scattered") return palida_with(scattered_base, scattered_platform);
  for (const std::string ending : {"-furnished", "-askew"}) {
    if (!name.ends_with(ending)) continue;
    const std::string model = name.substr(0, name.size() - ending.size());
    return Robot(without_springs(load(model), 7900, ending == "-askew"));
  }
  return Robot::from_file(name);
}

class LegEquations : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!has_form_by_legs(robot)) GTEST_SKIP() << "no legs that are recognised";
  }

  VectorX evaluated(const Program& program, const std::vector<double>& inputs) {
    VectorX result(static_cast<int>(program.outputs.size()));
    EXPECT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(result.data(), result.size())),
              Status::ok);
    return result;
  }

  // Traced once for all laws of the robot or variant.
  const Program& program_of(RobotFunction function) {
    static MadeOnce<Program, std::string, RobotFunction> known;
    return made_once(known, std::tuple(GetParam(), function), [&] { return trace(robot, function); });
  }

  // Forces are the last inputs.
  VectorX changes_of(const Program& program, const VectorX& forces) {
    std::vector<double> inputs = input_values(program, workspace);
    std::copy(forces.begin(), forces.end(), inputs.end() - forces.size());
    return evaluated(program, inputs);
  }

  const Robot robot = robot_named(GetParam());
  Workspace workspace{robot};
  const int n = static_cast<int>(robot.motor_joints().size());
};

TEST_P(LegEquations, MassMatrixEqualsTheLibrary) {
  const Program program = simplify(program_of(RobotFunction::mass_matrix), CostModel::operations);
  Random random(7910);
  MatrixX M(n, n);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    const VectorX entries = evaluated(program, input_values(program, workspace));
    const MatrixX traced = Eigen::Map<const MatrixX>(entries.data(), n, n);
    EXPECT_LT((traced - M).norm(), tolerance / workspace.report().conditioning * M.norm()) << "state " << i;
    EXPECT_EQ(traced, traced.transpose());
    EXPECT_GT(dense::symmetric_factors(traced, false).values[0], 0);
  }
}

TEST_P(LegEquations, ForwardDynamicsEqualsTheLibrary) {
  const Program program = simplify(program_of(RobotFunction::forward_dynamics), CostModel::operations);
  Random random(7920);
  VectorX forces(n), accelerations(n);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    forces += 0.3 * forces.norm() * VectorX::Random(n);
    const VectorX traced = changes_of(program, forces);
    ASSERT_EQ(forward_dynamics(robot, forces, workspace, accelerations), Status::ok);
    EXPECT_LT((traced - accelerations).norm(), tolerance / workspace.report().conditioning * accelerations.norm())
        << "state " << i;
  }
}

TEST_P(LegEquations, ForwardDynamicsInvertsInverseDynamics) {
  const Program& inverse = program_of(RobotFunction::inverse_dynamics);
  const Program& forward = program_of(RobotFunction::forward_dynamics);
  Random random(7930);
  VectorX accelerations(n);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const VectorX forces = evaluated(inverse, input_values(inverse, workspace));
    for (int k = 0; k < n; ++k) accelerations[k] = workspace.motor_acceleration(k);
    EXPECT_LT((changes_of(forward, forces) - accelerations).norm(),
              tolerance / workspace.report().conditioning * accelerations.norm())
        << "state " << i;
  }
}

// M of one program is the inverse of what forces change in the other.
TEST_P(LegEquations, MassMatrixTimesChangesAreForces) {
  const Program& matrix = program_of(RobotFunction::mass_matrix);
  const Program& forward = program_of(RobotFunction::forward_dynamics);
  Random random(7940);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const VectorX entries = evaluated(matrix, input_values(matrix, workspace));
    const MatrixX M = Eigen::Map<const MatrixX>(entries.data(), n, n);
    const VectorX none = changes_of(forward, VectorX::Zero(n));
    for (int k = 0; k < n; ++k) {
      // A force that changes rates as much as all others together.
      const double force = none.norm() * M.norm();
      const VectorX accelerations = changes_of(forward, force * VectorX::Unit(n, k)) - none;
      EXPECT_LT((M * accelerations - force * VectorX::Unit(n, k)).norm(),
                1e2 * tolerance / workspace.report().conditioning * M.norm() * accelerations.norm());
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> result = catalogue_except(with_spare_motors);
  result.insert(result.end(), {"palida-coplanar", "palida-scattered", "palida-furnished", "palida-askew",
                               "hexapod-furnished", "hexapod-askew", "stewart-tsai-furnished"});
  return result;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LegEquations, testing::ValuesIn(names()), as_identifier);

}  // namespace
}  // namespace jourdain::leg_equations_test
