// What the dynamics do with workspaces, sizes and numbers that they should not get.
#include "support/random_states.hpp"

#include "jourdain/design/sizing.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"

namespace jourdain::contract_test {
namespace {

class DynamicsContract : public testing::TestWithParam<std::string> {};

// Rates and forces that make overflows end with a status that says so, and leave the accelerations.
TEST_P(DynamicsContract, OverflowsAreNotPlausible) {
  const Robot robot = Robot::from_file(GetParam());
  const auto motors = static_cast<Eigen::Index>(robot.motor_joints().size());
  Workspace workspace(robot);
  Random random(31);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues before = motors_of(workspace);
  VectorX accelerations = VectorX::Zero(motors);
  for (double force : {1e250, 1e300, 1.7e308}) {
    const Status status = forward_dynamics(robot, VectorX::Constant(motors, force), workspace, accelerations);
    EXPECT_EQ(status, Status::not_finite) << force;
    EXPECT_TRUE(accelerations.isZero(0)) << force;
    EXPECT_LT((motors_of(workspace).accelerations - before.accelerations).norm(),
              1e-9 * (1 + before.accelerations.norm()))
        << force;
  }
  MotionEquations equations(robot);
  VectorX x(equations.size());
  ASSERT_EQ(equations.read_state(workspace, x), Status::ok);
  const VectorX start = x;
  for (double dt : {1e300, std::nan("")}) {
    EXPECT_NE(equations.step(dt, VectorX::Zero(motors), x, workspace), Status::ok) << dt;
    EXPECT_EQ(x, start);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DynamicsContract, testing::ValuesIn(catalogue_names()), as_identifier);

TEST(ForeignWorkspace, IsRefused) {
  const Robot delta = Robot::from_file("delta"), palida = Robot::from_file("palida");
  const Workspace foreign(delta);
  EXPECT_DEATH(kinetic_energy(palida, foreign), "another robot");
  EXPECT_DEATH(potential_energy(palida, foreign), "another robot");
  EXPECT_DEATH(friction_power(palida, foreign), "another robot");
  const MotionEquations equations(palida);
  VectorX x = VectorX::Constant(equations.size(), 7);
  EXPECT_EQ(equations.read_state(foreign, x), Status::inconsistent);
  EXPECT_TRUE((x.array() == 7).all());
}

TEST(MotionState, OfTheWrongSizeIsRefused) {
  const Robot robot = Robot::from_file("delta");
  const Workspace workspace(robot);
  const MotionEquations equations(robot);
  for (int size : {0, equations.size() - 1, equations.size() + 1}) {
    VectorX x = VectorX::Constant(size, 7);
    EXPECT_EQ(equations.read_state(workspace, x), Status::inconsistent) << size;
    EXPECT_TRUE((x.array() == 7).all());
  }
}

TEST(SizingContract, RefusesWhatHasNoSquare) {
  const Robot robot = Robot::from_file("delta");
  Workspace workspace(robot);
  Sizing sizing(robot);
  EXPECT_EQ(sizing.add(workspace, VectorX::Constant(3, 1e160)), Status::not_finite);
  EXPECT_EQ(sizing.report().refused, 1);
}

}  // namespace
}  // namespace jourdain::contract_test
