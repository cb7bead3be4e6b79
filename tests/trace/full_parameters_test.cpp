#include "trace/inputs/full_parameters.hpp"

#include "support/catalogue_robots.hpp"
#include "support/random_states.hpp"

#include "jourdain/model/reader.hpp"
#include "trace/code/robot_library.hpp"

#include <gtest/gtest.h>

#include <set>

namespace jourdain::full_parameters_test {
namespace {

constexpr double tolerance = 1e-10;  // of the largest force; digits that the conditioning takes come on top

// A robot with other masses, in no symmetry, and a payload; idle rods and massless bodies stay as they are.
Robot with_other_masses(const Robot& robot, Random& random) {
  Mechanism mechanism = robot.mechanism();
  mechanism.relations.clear();
  std::set<int> idle;
  for (const IdleSpin& spin : robot.idle_spins()) idle.insert(spin.bodies.begin(), spin.bodies.end());
  std::map<std::string, Inertial> drawn;  // bodies of identical legs have the same
  const auto draw = [&](double mass) {
    Inertial inertial;
    inertial.mass = mass * uniform(random, 0.4) + 1.5 * mass;
    inertial.com = uniform3(random, 0.1 * robot.size());
    const Matrix3 R = rotation_from_vector(uniform3(random, 2));
    inertial.inertia =
        mass * 0.01 * robot.size() * robot.size() * (R * Vector3(1, 1.4, 0.7).asDiagonal() * R.transpose());
    return inertial;
  };
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    Body& body = mechanism.bodies[i];
    if (!(body.inertial.mass > 0) || idle.contains(static_cast<int>(i))) continue;
    const std::size_t dot = body.name.find('.');
    const std::string own =
        mechanism.identical_legs && dot != std::string::npos ? body.name.substr(dot + 1) : body.name;
    if (!drawn.contains(own)) drawn[own] = draw(body.inertial.mass);
    body.inertial = drawn[own];
  }
  if (mechanism.output) mechanism.output->payload = draw(0.7);
  return Robot(mechanism);
}

// The traced code with the parameters of a robot gives the engine's forces.
void expect_forces(const Robot& robot, const Program& program, const std::map<std::string, double>& values) {
  std::vector<double> parameters;
  for (const std::string& name : program.parameters) parameters.push_back(values.at(name));
  Random random(7900);
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size())), result = forces;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    const std::vector<double> inputs = input_values(program, workspace);
    ASSERT_EQ(evaluate<double>(program, inputs, parameters, {result.data(), static_cast<std::size_t>(result.size())}),
              Status::ok);
    EXPECT_LT((result - forces).norm(), tolerance / conditioning * forces.norm()) << i;
  }
}

class FullParameters : public testing::TestWithParam<std::string> {};

TEST_P(FullParameters, TakeAnyPossibleValue) {
  const Robot& robot = catalogue_robot(GetParam());
  if (robot.mobility().actuation != Actuation::fully) GTEST_SKIP() << "no code for the forces of this robot";
  Program program = trace_inverse_dynamics(with_general_parameters(robot));
  const std::map<std::string, double> values = named_values(robot);
  set_defaults(values, program);
  expect_forces(robot, program, values);
  Random random(7901);
  const Robot other = with_other_masses(robot, random);
  expect_forces(other, program, named_values(other));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FullParameters, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

// What the trimmed code refuses: one mass more in a leg, a platform off centre, a payload.
TEST(TrimmedParameters, AreWhatTrimmedCodeTies) {
  const Robot& robot = catalogue_robot("hexapod");
  const auto setup = [&](CodeParameters parameters, const std::string& name, double value) {
    RobotCodeOptions options;
    options.parameters = parameters;
    options.in_stages = false;
    options.samples = 0;
    const Program program = robot_library(robot, options).functions.front().program;
    std::vector<double> values = program.parameter_values, forces(6);
    const auto found = std::ranges::find(program.parameters, name);
    if (found == program.parameters.end()) return Status::unreachable;
    values[found - program.parameters.begin()] = value;
    const std::vector<double> inputs = input_values(program, Workspace(robot));
    return evaluate<double>(program, inputs, values, forces);
  };
  EXPECT_EQ(setup(CodeParameters::trimmed, "m.piston", 2.7), Status::inconsistent);
  EXPECT_EQ(setup(CodeParameters::full, "m.piston", 2.7), Status::ok);
  EXPECT_EQ(setup(CodeParameters::full, "m.payload", 3), Status::ok);
  EXPECT_EQ(setup(CodeParameters::full, "sx.payload", 0.2), Status::ok);
  EXPECT_EQ(setup(CodeParameters::trimmed, "m.payload", 3), Status::unreachable) << "it has no such parameter";
}

}  // namespace
}  // namespace jourdain::full_parameters_test
