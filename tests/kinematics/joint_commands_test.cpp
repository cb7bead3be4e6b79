// After forward kinematics the actuated coordinates are those commanded, over the whole box of the motors' limits, on
// both sides of every limb's fold; or the call is refused with a reason. JOURDAIN_FULL_TESTS: a million commands over
// the catalogue.
#include "support/random_states.hpp"
#include "support/sanitizer.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

namespace jourdain::joint_commands_test {
namespace {

constexpr unsigned seed = 20260;

// Lengths over size, radians. Motors beyond the freedoms are checked to 1e-8 by the library itself.
constexpr double same_coordinate = 1e-12, same_spare = 1e-8;
// Loops are closed, and inverse kinematics leads back: round-off, which grows near folds.
constexpr double closed = 1e-11, way_back = 1e-9;

constexpr int usual_commands = 400;  // of which hexapods can follow one in a hundred

int commands_per_robot() {
  if (std::getenv("JOURDAIN_FULL_TESTS")) return 1000000 / static_cast<int>(catalogue_names().size()) + 1;
  return JOURDAIN_SANITIZED ? 40 : usual_commands;
}

struct Range {
  double lower, upper;
};

// The motor's limits; where the model gives none, a radian or 0.3 sizes around home.
Range range_of(const Robot& robot, int k) {
  const Joint& joint = robot.mechanism().joints[robot.motor_joints()[k]];
  const double home = robot.home_motors()[k], reach = is_length(joint.type, 0) ? 0.3 * robot.size() : 1.0;
  const Limits& limits = joint.axes[0].limits;
  return {limits.lower > -unlimited ? limits.lower : home - reach,
          limits.upper < unlimited ? limits.upper : home + reach};
}

// A command anywhere in the box; with redundant motors one that agrees with itself, from a random pose.
VectorX draw_command(const Robot& robot, Workspace& scratch, Random& random) {
  VectorX q = robot.home_motors();
  if (robot.mobility().motors > robot.mobility().freedoms()) {
    const Spread wide{.reach = 0.3, .turn = 0.6};
    for (int attempt = 0; attempt < 100; ++attempt) {
      if (try_random_state(scratch, random, wide) == Status::ok) return motors_of(scratch).q;
    }
    return q;
  }
  for (int k = 0; k < q.size(); ++k) {
    const Range range = range_of(robot, k);
    q[k] = std::uniform_real_distribution<double>(range.lower, range.upper)(random);
  }
  return q;
}

class JointCommands : public testing::TestWithParam<std::string> {
 protected:
  void expect_commanded(const VectorX& q, const Workspace& at) const {
    const bool redundant = robot.mobility().motors > robot.mobility().freedoms();
    for (int k = 0; k < q.size(); ++k) {
      ASSERT_LE(std::abs(at.motor_position(k) - q[k]) / motor_unit(robot, k), redundant ? same_spare : same_coordinate)
          << "motor " << k;
    }
    ASSERT_LT(at.closure_error(Order::position), closed);
  }

  // The workspace stays in its working modes: the pose leads back to the same motors.
  void expect_way_back(const VectorX& q, Workspace at) const {
    if (!robot.mechanism().output || !is_clear(at, 0.1)) return;
    ASSERT_EQ(inverse_kinematics(robot, output_of(at), at, Order::position), Status::ok) << at.explain();
    for (int k = 0; k < q.size(); ++k) {
      ASSERT_LE(std::abs(at.motor_position(k) - q[k]) / motor_unit(robot, k), way_back) << "motor " << k;
    }
  }

  const Robot robot = Robot::from_file(GetParam());
};

TEST_P(JointCommands, ComeBackOrAreRefusedWithAReason) {
  Workspace workspace(robot), scratch(robot);
  std::map<std::string, long> refused;
  long answered = 0, uncertified = 0;
  int count = commands_per_robot();
  for (int i = 0; i < count; ++i) {
    // Where few were to be tried, more are until one is answered.
    if (i + 1 == count && answered == 0 && count < usual_commands) ++count;
    SCOPED_TRACE(fmt::format("seed {}", seed + static_cast<unsigned>(i)));
    Random random(seed + static_cast<unsigned>(i));
    // Every other command starts where the last one ended, in whatever working modes.
    if (i % 2 == 0) workspace.reset();
    const VectorX q = draw_command(robot, scratch, random);
    if (forward_kinematics(robot, q, workspace) == Status::ok) {
      ++answered;
      uncertified += !workspace.report().certified;
      expect_commanded(q, workspace);
      if (i % 8 < 2) expect_way_back(q, workspace);
    } else {
      ++refused[std::string(to_string(workspace.report().status))];
      EXPECT_GT(workspace.explain().size(), 20u);
      EXPECT_NE(workspace.report().status, Status::not_finite);
    }
    if (HasFatalFailure()) return;
  }
  std::string reasons;
  for (const auto& [status, times] : refused) {
    reasons += fmt::format(", {} {:.1f} %", status, 100.0 * static_cast<double>(times) / count);
  }
  fmt::print("{}: {} commands, {:.1f} % answered ({} not certified){}\n", GetParam(), count,
             100.0 * static_cast<double>(answered) / count, uncertified, reasons);
  EXPECT_GT(answered, 0);
}

// Small steps through the whole box, forth and back: what was reached is kept, and rates and accelerations are those of
// the motors, near folds too.
TEST_P(JointCommands, KeepTheirRatesThroughFolds) {
  if (robot.mobility().motors > robot.mobility().freedoms()) GTEST_SKIP() << "redundant motors would have to agree";
  int judged = 0;
  Workspace workspace(robot), scratch(robot);
  const int walks = JOURDAIN_SANITIZED ? 1 : 4, steps = 60;
  for (int walk = 0; walk < walks; ++walk) {
    Random random(seed + static_cast<unsigned>(walk));
    workspace.reset();
    const VectorX from = robot.home_motors(), way = draw_command(robot, scratch, random) - from;
    for (int i = 1; i <= steps; ++i) {
      SCOPED_TRACE(fmt::format("walk {}, step {}", walk, i));
      const VectorX q = from + (static_cast<double>(i) / steps) * way;
      if (forward_kinematics(robot, q, way, from, workspace) != Status::ok) break;
      expect_commanded(q, workspace);
      if (HasFatalFailure()) return;
      const double scale = std::max(1.0, scale_of(workspace).acceleration);
      for (int k = 0; k < q.size(); ++k) {
        EXPECT_NEAR(workspace.motor_velocity(k) / motor_unit(robot, k), way[k] / motor_unit(robot, k), 1e-9 * scale);
        EXPECT_NEAR(workspace.motor_acceleration(k) / motor_unit(robot, k), from[k] / motor_unit(robot, k),
                    1e-9 * scale);
      }
      EXPECT_LT(workspace.closure_error(Order::velocity), 1e-8 * scale);
      EXPECT_LT(workspace.closure_error(Order::acceleration), 1e-8 * scale);
      ++judged;
    }
  }
  EXPECT_GT(judged, walks);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, JointCommands, testing::ValuesIn(catalogue_names()), as_identifier);

VectorX numbers(std::initializer_list<double> values) {
  VectorX v(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

// The third carriage is below its platform joint: its rod points up, not down as at home.
TEST(JointCommand, BehindAFoldIsNotReplaced) {
  const Robot robot = Robot::from_file("delta-linear");
  Workspace workspace(robot);
  const VectorX q = numbers({0.4095, 0.7604, 0.1153});
  ASSERT_EQ(forward_kinematics(robot, q, workspace), Status::ok) << workspace.explain();
  EXPECT_NEAR(workspace.motor_position(2), 0.1153, 1e-12);
  EXPECT_LT(workspace.closure_error(Order::position), closed);
  // From the pose back, and home again.
  PlatformState motion = output_of(workspace);
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace, Order::position), Status::ok);
  EXPECT_NEAR(workspace.motor_position(2), 0.1153, 1e-11);
  workspace.reset();
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace, Order::position), Status::ok);
  EXPECT_NEAR(workspace.motor_position(2), 0.6272, 1e-4) << "home's working mode";
}

TEST(JointCommand, IsAnsweredOnTheGuessesSide) {
  const Robot robot = Robot::from_file("delta");
  Workspace above(robot), below(robot);
  const VectorX q = numbers({0.2, 0.2, 0.2});
  ASSERT_EQ(set_guess(robot, {Matrix3::Identity(), {0, 0, 0.3}}, above), Status::ok) << above.explain();
  ASSERT_EQ(forward_kinematics(robot, q, above), Status::ok) << above.explain();
  ASSERT_EQ(forward_kinematics(robot, q, below), Status::ok) << below.explain();
  EXPECT_GT(above.output_pose().p.z(), 0.1);
  EXPECT_LT(below.output_pose().p.z(), -0.1);
  EXPECT_FALSE(above.report().certified) << "home is on the other side";
  EXPECT_TRUE(below.report().certified);
  EXPECT_NE(above.explain().find("not certified"), std::string::npos);
}

// Rates and accelerations of the fourth motor follow from the others'.
TEST(JointCommand, OfASpareMotorMustAgreeInRatesToo) {
  const Robot robot = Robot::from_file("redundant-planar");
  Workspace workspace(robot), truth(robot);
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(truth, random));
  const MotorValues good = motors_of(truth);
  ASSERT_EQ(forward_kinematics(robot, good.q, good.rates, good.accelerations, workspace), Status::ok)
      << workspace.explain();
  for (int k = 0; k < 4; ++k) {
    for (bool rate : {true, false}) {
      MotorValues bad = good;
      (rate ? bad.rates : bad.accelerations)[k] += 1e-3;
      workspace.reset();
      EXPECT_EQ(forward_kinematics(robot, bad.q, bad.rates, bad.accelerations, workspace), Status::inconsistent);
      EXPECT_GE(workspace.report().joint, 0) << "the motor is named";
      EXPECT_EQ(forward_kinematics(robot, bad.q, bad.rates, bad.accelerations, workspace, Order::velocity),
                rate ? Status::inconsistent : Status::ok);
    }
  }
}

// Three legs with two motors each and no closed form: the guess lies behind two singularities, so that the sign of the
// determinant is that of home.
TEST(JointCommand, BehindTwoSingularitiesIsNotCertified) {
  const Robot robot = Robot::from_file(JOURDAIN_TEST_CASES "/fk-3leg2-2.yaml");
  Workspace workspace(robot);
  const VectorX q = numbers({0.0912498853421492, 0.04936232312333323, -0.16575973228756674, -0.22774259453084758,
                             0.42359538044337963, 0.2329997596459502});
  const Placement guess{rotation_from_cardan({-0.5554362272248039, 0.6380647178616912, 0.14588743056623368}),
                        Vector3(-0.07143509649301419, -0.13164111034652298, 0.520104501661534)};
  ASSERT_EQ(set_guess(robot, guess, workspace), Status::ok) << workspace.explain();
  const Status status = forward_kinematics(robot, q, workspace);
  EXPECT_TRUE(status == Status::uncertain || !workspace.report().certified) << workspace.explain();
}

}  // namespace
}  // namespace jourdain::joint_commands_test
