// Dry friction goes through zero without a jump, and beyond its dead band it is that of Coulomb.
#include "support/random_states.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "legs/robot_data.hpp"

#include <cmath>

namespace jourdain::dry_friction_test {
namespace {

class DryFriction : public testing::TestWithParam<std::string> {
 protected:
  const Robot robot = Robot::from_file(GetParam());
  Workspace workspace{robot};
  VectorX with = VectorX::Zero(static_cast<int>(robot.motor_joints().size())), without = with;

  // The same pose with rates and products of rates that are `speed` times as large; accelerations are left out.
  bool go_to(const MotorValues& motors, double speed) {
    return forward_kinematics(robot, motors.q, speed * motors.rates, 0 * motors.rates, workspace) == Status::ok;
  }

  // What friction adds to the forces there.
  VectorX friction_at(const MotorValues& motors, double speed) {
    DynamicsOptions smooth;
    smooth.friction = false;
    EXPECT_TRUE(go_to(motors, speed)) << workspace.explain();
    EXPECT_EQ(inverse_dynamics(robot, workspace, with), Status::ok);
    EXPECT_EQ(inverse_dynamics(robot, workspace, without, smooth), Status::ok);
    return with - without;
  }

  // The most that friction of the joints can add, joint by joint.
  double most_friction(const MotorValues& motors) {
    double most = 0;
    for (const double speed : {1e-9, 1e-6, 1e-3, 1.0}) most = std::max(most, friction_at(motors, speed).norm());
    return most;
  }
};

constexpr double step = 1.25;     // between two speeds
constexpr double slowest = 1e-9;  // a thousandth of the band

// Speeds a quarter apart give forces that are at most a few quarters of the friction apart, down to standstill.
TEST_P(DryFriction, IsContinuousThroughZero) {
  Random random(7110);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues motors = motors_of(workspace);
  const VectorX rest = friction_at(motors, 0);
  // Motors share friction of passive joints: single parts may be larger than their sum.
  const double most = 4 * most_friction(motors);
  const double round_off = 1e-9 * (1 + without.norm());
  for (const double side : {1.0, -1.0}) {
    EXPECT_LE((friction_at(motors, side * slowest) - rest).norm(), 0.02 * most + round_off);
    VectorX before = friction_at(motors, side * slowest);
    for (double speed = slowest * step; speed < 1; speed *= step) {
      const VectorX now = friction_at(motors, side * speed);
      EXPECT_LE((now - before).norm(), (step - 1) * most + round_off) << side * speed;
      before = now;
    }
  }
}

// Within the band friction is in proportion to the speed, so that it is the same to and fro.
TEST_P(DryFriction, IsOddAboutStandstill) {
  Random random(7120);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues motors = motors_of(workspace);
  const VectorX rest = friction_at(motors, 0);
  for (const double speed : {1e-9, 1e-7, 1e-6, 1e-3}) {
    const VectorX forth = friction_at(motors, speed) - rest, back = friction_at(motors, -speed) - rest;
    EXPECT_LE((forth + back).norm(), 1e-6 * forth.norm() + 1e-9 * (1 + without.norm())) << speed;
  }
}

// All formulations have the same band.
TEST_P(DryFriction, IsTheSameInAllFormulations) {
  Random random(7130);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues motors = motors_of(workspace);
  VectorX other = with;
  int judged = 0;
  for (const double speed : {0.0, 1e-8, 3e-7, 1e-6, 1e-5}) {
    ASSERT_TRUE(go_to(motors, speed));
    ASSERT_EQ(inverse_dynamics(robot, workspace, with), Status::ok);
    for (const Formulation formulation : {Formulation::virtual_work, Formulation::screw}) {
      if (inverse_dynamics_by(formulation, robot, workspace, other) != Status::ok) continue;
      EXPECT_LT((other - with).norm(), 1e-8 * (1 + with.norm())) << to_string(formulation) << " at " << speed;
      ++judged;
    }
  }
  EXPECT_GE(judged, 5);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DryFriction, testing::ValuesIn(catalogue_except(with_spare_motors)), as_identifier);

TEST(DeadBand, LeavesFastJointsExactlyTheirFriction) {
  const DeadBand<double> band{1e-6, 1e6};
  for (const double rate : {1e-6, 2e-6, 1e-3, 1.0, 1e6}) {
    EXPECT_NEAR(dry_direction(rate, band), 1, 1e-15);
    EXPECT_NEAR(dry_direction(-rate, band), -1, 1e-15);
    const Vector3 w = rate * Vector3(0.6, 0, -0.8);
    EXPECT_NEAR((w * dry_direction_factor(w, band) - Vector3(0.6, 0, -0.8)).norm(), 0, 1e-15);
  }
  EXPECT_NEAR(dry_direction(2.5e-7, band), 0.25, 1e-15);
  EXPECT_EQ(dry_direction(0.0, band), 0);
  EXPECT_EQ((Vector3::Zero() * dry_direction_factor(Vector3(Vector3::Zero()), band)).norm(), 0);
  EXPECT_TRUE(std::isnan(dry_direction(std::nan(""), band)));
}

// Slow motors have a narrow band, and a robot ten times as large one that is ten times as wide for its slides.
TEST(DeadBand, IsSetWhenTheRobotIsLoaded) {
  Mechanism mechanism = load("palida");
  const Robot robot{mechanism};
  const DeadBands<double> usual = dead_bands<double>(data_of(robot)), single = dead_bands<double>(data_of(robot), true);
  EXPECT_EQ(usual.turn.rate, dead_band_double);
  EXPECT_DOUBLE_EQ(usual.slide.rate, dead_band_double * robot.size());
  EXPECT_DOUBLE_EQ(single.turn.rate, dead_band_float);
  for (Joint& joint : mechanism.joints)
    if (joint.motor) joint.motor->max_speed = 1e-5;
  const Robot slow{mechanism};
  EXPECT_DOUBLE_EQ(dead_bands<double>(data_of(slow)).slide.rate, dead_band_double * 1e-5);
}

}  // namespace
}  // namespace jourdain::dry_friction_test
