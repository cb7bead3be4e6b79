// Inverse and forward kinematics undo each other: poses, rates and accelerations.
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

namespace jourdain::inverse_forward_test {
namespace {

// Relative to the robot's size and to the motion's largest rates. Round-off of 1e-16 times the condition of the solve,
// which stays below 1e3 in these states, and once more for accelerations.
constexpr double round_off = 1e-10;

// The guess from which forward kinematics starts.
constexpr double guess_shift = 0.01;  // of the robot's size
constexpr double guess_turn = 0.02;   // rad

constexpr unsigned seed = 3000;
constexpr int states = 100;

Placement near(const Robot& robot, const Placement& pose, Random& random) {
  Placement guess = pose;
  guess.p += uniform3(random, guess_shift * robot.size());
  guess.R = rotation_from_cardan(cardan_from_rotation(pose.R) + uniform3(random, guess_turn));
  return guess;
}

void expect_same_motion(const PlatformState& a, const PlatformState& b, double size, const MotionScale& scale) {
  EXPECT_LT((a.pose.p - b.pose.p).norm(), round_off * size);
  EXPECT_LT((a.pose.R - b.pose.R).norm(), round_off);
  EXPECT_LT((a.twist.v - b.twist.v).norm(), round_off * scale.rate * size);
  EXPECT_LT((a.twist.w - b.twist.w).norm(), round_off * scale.rate);
  EXPECT_LT((a.acceleration.a - b.acceleration.a).norm(), round_off * scale.acceleration * size);
  EXPECT_LT((a.acceleration.dw - b.acceleration.dw).norm(), round_off * scale.acceleration);
}

void expect_same_motors(const Robot& robot, const MotorValues& a, const MotorValues& b, const MotionScale& scale) {
  for (int i = 0; i < a.q.size(); ++i) {
    const double unit = motor_unit(robot, i);
    EXPECT_NEAR(a.q[i], b.q[i], round_off * unit) << "motor " << i;
    EXPECT_NEAR(a.rates[i], b.rates[i], round_off * scale.rate * unit) << "motor " << i;
    EXPECT_NEAR(a.accelerations[i], b.accelerations[i], round_off * scale.acceleration * unit) << "motor " << i;
  }
}

// Cardan angles for the position, components of w and dw for the rates.
Vector6 moves_of(const Vector3& upper, const Vector3& lower) {
  Vector6 all;
  all << upper, lower;
  return all;
}

class InverseForward : public testing::TestWithParam<std::string> {};
class FullyActuated : public testing::TestWithParam<std::string> {};  // redundant motors would have to agree

TEST_P(InverseForward, InverseKinematicsDoesWhatIsAsked) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  int judged = 0;
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const PlatformState wanted = random_motion(robot, random);
    workspace.reset();
    if (inverse_kinematics(robot, wanted, workspace) != Status::ok) continue;
    const MotionScale scale = scale_of(workspace);
    const PlatformState found = output_of(workspace);
    const Vector6 pose = moves_of(found.pose.p, cardan_from_rotation(found.pose.R)) -
                         moves_of(wanted.pose.p, cardan_from_rotation(wanted.pose.R));
    const Vector6 twist = moves_of(found.twist.v, found.twist.w) - moves_of(wanted.twist.v, wanted.twist.w);
    const Vector6 change =
        moves_of(found.acceleration.a, found.acceleration.dw) - moves_of(wanted.acceleration.a, wanted.acceleration.dw);
    for (Move move : robot.mechanism().output->moves) {
      const int c = static_cast<int>(move);
      const double unit = c < 3 ? robot.size() : 1.0;
      EXPECT_NEAR(pose[c], 0, round_off * unit) << to_string(move);
      EXPECT_NEAR(twist[c], 0, round_off * unit * scale.rate) << to_string(move);
      EXPECT_NEAR(change[c], 0, round_off * unit * scale.acceleration) << to_string(move);
    }
    ++judged;
  }
  EXPECT_GT(judged, states / 2);
}

TEST_P(InverseForward, OnlyTheMovesAreUsed) {
  const Robot& robot = catalogue_robot(GetParam());
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  Workspace workspace(robot), other(robot);
  Random random(seed);
  const PlatformState wanted = random_motion(robot, random);
  PlatformState disturbed = wanted;
  Vector3 angles = cardan_from_rotation(wanted.pose.R);
  for (int c = 0; c < 6; ++c) {
    if (std::find(moves.begin(), moves.end(), static_cast<Move>(c)) != moves.end()) continue;
    if (c >= 3) angles[c - 3] += 0.1;
    (c < 3 ? disturbed.pose.p[c] : angles[c - 3]) += 0.1;
    (c < 3 ? disturbed.twist.v[c] : disturbed.twist.w[c - 3]) += 1;
    (c < 3 ? disturbed.acceleration.a[c] : disturbed.acceleration.dw[c - 3]) += 1;
  }
  if (moves.size() < 6) disturbed.pose.R = rotation_from_cardan(angles);
  ASSERT_EQ(inverse_kinematics(robot, wanted, workspace), Status::ok) << workspace.explain();
  ASSERT_EQ(inverse_kinematics(robot, disturbed, other), Status::ok) << other.explain();
  expect_same_motors(robot, motors_of(workspace), motors_of(other), scale_of(workspace));
}

// What was not computed is zero, not left over from another configuration.
TEST_P(InverseForward, RatesThatWereNotAskedForAreZero) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  Random random(seed);
  const auto body_rates = [&] {
    double sum = 0;
    for (int b = 0; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      const Twist t = workspace.body_twist(b);
      const Acceleration a = workspace.body_acceleration(b);
      sum += t.v.norm() + t.w.norm() + a.a.norm() + a.dw.norm();
    }
    return sum + motors_of(workspace).rates.norm();
  };
  for (int call = 0; call < 4; ++call) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorValues m = motors_of(workspace);
    const PlatformState motion = output_of(workspace);
    const Order order = call % 2 == 0 ? Order::position : Order::velocity;
    // Twice, for the workspace computes in two places by turns.
    for (int again = 0; again < 2; ++again) {
      ASSERT_EQ(call < 2 ? inverse_kinematics(robot, motion, workspace, order)
                         : forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace, order),
                Status::ok);
      EXPECT_EQ(motors_of(workspace).accelerations.norm(), 0) << call;
      EXPECT_EQ(body_rates() == 0, order == Order::position) << call;
    }
  }
}

TEST_P(InverseForward, ForwardOfInverseIsThePose) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace inverse(robot), forward(robot);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(inverse, random));
    forward.reset();
    ASSERT_EQ(set_guess(robot, near(robot, inverse.output_pose(), random), forward), Status::ok) << forward.explain();
    const MotorValues m = motors_of(inverse);
    ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, forward), Status::ok) << forward.explain();
    expect_same_motion(output_of(forward), output_of(inverse), robot.size(), scale_of(inverse));
    expect_same_motors(robot, motors_of(forward), m, scale_of(inverse));
    // Positions alone give the same place.
    Workspace again(robot);
    ASSERT_EQ(set_guess(robot, near(robot, inverse.output_pose(), random), again), Status::ok);
    ASSERT_EQ(forward_kinematics(robot, m.q, again), Status::ok) << again.explain();
    EXPECT_LT((again.output_pose().p - inverse.output_pose().p).norm(), round_off * robot.size());
  }
}

TEST_P(FullyActuated, InverseOfForwardIsTheMotors) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace forward(robot), inverse(robot);
  int done = 0;
  for (unsigned i = 0; done < states && i < 2 * states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    // Motors near those of a pose; all motors at random could ask for a place that does not exist.
    ASSERT_TRUE(go_to_random_state(forward, random));
    MotorValues m = random_motor_motion(robot, random);
    const VectorX q = motors_of(forward).q;
    m.q = q + 0.05 * (m.q - robot.home_motors());
    if (forward_kinematics(robot, m.q, m.rates, m.accelerations, forward) != Status::ok || !is_clear(forward)) continue;
    ++done;
    expect_same_motors(robot, motors_of(forward), m, scale_of(forward));
    inverse.reset();
    ASSERT_EQ(inverse_kinematics(robot, output_of(forward), inverse), Status::ok) << inverse.explain();
    expect_same_motors(robot, motors_of(inverse), m, scale_of(forward));
  }
  EXPECT_EQ(done, states);
}

class ForwardOnly : public testing::TestWithParam<std::string> {};

TEST_P(ForwardOnly, MotorsAreWhereTheyShouldBeAndJointsFollowTheInfluenceCoefficients) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX G(offsets.back(), static_cast<int>(robot.motor_joints().size()));
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const MotorValues m = random_motor_motion(robot, random);
    workspace.reset();
    ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace), Status::ok) << workspace.explain();
    expect_same_motors(robot, motors_of(workspace), m, scale_of(workspace));
    ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    const VectorX rates = G * m.rates;
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      const JointState s = workspace.joint(static_cast<int>(j));
      for (int k = 0; k < s.freedoms; ++k)
        EXPECT_NEAR(s.rate[k], rates[offsets[j] + k], round_off * scale_of(workspace).rate);
    }
  }
}

TEST_P(ForwardOnly, InverseKinematicsIsRefused) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  EXPECT_EQ(inverse_kinematics(robot, PlatformState{}, workspace), Status::inconsistent);
  EXPECT_EQ(set_guess(robot, Placement{}, workspace), Status::inconsistent);
}

// Four motors for three freedoms: they must agree.
TEST(InverseForwardRedundantMotors, AContradictionIsRefusedAndNamed) {
  const Robot robot = Robot::from_file("redundant-planar");
  Workspace workspace(robot);
  for (int i = 0; i < 4; ++i) {
    VectorX q = robot.home_motors();
    q[i] += 1e-3;
    workspace.reset();
    EXPECT_EQ(forward_kinematics(robot, q, workspace), Status::inconsistent) << i;
    EXPECT_GE(workspace.report().joint, 0);
    EXPECT_NE(workspace.explain().find("motor"), std::string::npos) << workspace.explain();
  }
}

TEST(InverseForwardVectors, WrongSizesAreRefused) {
  const Robot robot = Robot::from_file("delta");
  Workspace workspace(robot);
  const VectorX good = robot.home_motors(), bad = VectorX::Zero(4), none;
  EXPECT_EQ(forward_kinematics(robot, bad, workspace), Status::inconsistent);
  EXPECT_EQ(forward_kinematics(robot, none, workspace), Status::inconsistent);
  EXPECT_EQ(forward_kinematics(robot, good, bad, good, workspace), Status::inconsistent);
  EXPECT_EQ(forward_kinematics(robot, good, good, bad, workspace), Status::inconsistent);
  EXPECT_EQ(forward_kinematics(robot, good, workspace), Status::ok);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, InverseForward, testing::ValuesIn(catalogue_except(without_output)), as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, FullyActuated,
                         testing::ValuesIn(catalogue_except({"bricard", "four-bar", "free-form", "redundant-planar"})),
                         as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, ForwardOnly, testing::ValuesIn(without_output), as_identifier);

}  // namespace
}  // namespace jourdain::inverse_forward_test
