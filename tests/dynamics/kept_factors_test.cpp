// What a workspace keeps from one call to the next never belongs to another configuration than the one it is at.
#include "support/full_model.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"

#include <gtest/gtest.h>

namespace jourdain::kept_factors_test {
namespace {

class KeptFactors : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot robot{with_all_terms(GetParam())};
  const int motors = static_cast<int>(robot.motor_joints().size());
  Random random{11};
  Workspace here{robot}, there{robot};

  // Loads on bodies take the way through the factors of the limbs.
  VectorX forces(Workspace& workspace) {
    const std::array<BodyLoad, 2> loads = load_;
    DynamicsOptions options;
    options.loads = loads;
    VectorX tau(motors);
    EXPECT_EQ(inverse_dynamics(robot, workspace, tau, options), Status::ok) << workspace.explain();
    return tau;
  }

  void expect_same(Workspace& one, Workspace& other) {
    const VectorX expected = forces(other);
    EXPECT_LT((forces(one) - expected).norm(), 1e-12 * (1 + expected.norm()));
  }

 private:
  std::array<BodyLoad, 2> load_ = random_loads(robot, random);
};

INSTANTIATE_TEST_SUITE_P(Catalogue, KeptFactors, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(KeptFactors, GoWithTheConfiguration) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(go_to_random_state(here, random));
    ASSERT_TRUE(go_to_random_state(there, random));
    forces(here);
    here.go_to(there);
    expect_same(here, there);
  }
  here.reset();
  Workspace fresh(robot);
  expect_same(here, fresh);
}

// The refused motion was factored before it was found to be none.
TEST_P(KeptFactors, AreNotThoseOfARefusedMotion) {
  if (!robot.mechanism().output) GTEST_SKIP() << "it has no output to command";
  ASSERT_TRUE(go_to_random_state(there, random));
  PlatformState wild{there.output_pose(), there.output_twist(), there.output_acceleration()};
  wild.acceleration.a = wild.acceleration.dw = Vector3::Constant(1e250);
  ASSERT_TRUE(go_to_random_state(here, random));
  const PlatformState motion{here.output_pose(), here.output_twist(), here.output_acceleration()};
  ASSERT_NE(inverse_kinematics(robot, wild, here), Status::ok);
  PlatformState rest;
  rest.pose = motion.pose;
  Workspace fresh(robot);
  for (Workspace* workspace : {&here, &fresh})
    ASSERT_EQ(inverse_kinematics(robot, rest, *workspace, Order::position), Status::ok);
  expect_same(here, fresh);
}

// Integration goes back to where it was when a step is refused.
TEST_P(KeptFactors, ComeBackWithTheStepThatIsRefused) {
  MotionEquations equations(robot);
  VectorX x(equations.size()), dx(x), none = VectorX::Zero(motors);
  ASSERT_TRUE(go_to_random_state(here, random));
  ASSERT_EQ(equations.read_state(here, x), Status::ok);
  there = here;
  x.tail(x.size() / 2).setConstant(1e160);
  ASSERT_NE(equations.derivative(x, none, here, dx), Status::ok);
  expect_same(here, there);
}

}  // namespace
}  // namespace jourdain::kept_factors_test
