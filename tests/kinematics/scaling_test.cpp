// No result depends on the unit of length: a robot a thousand times larger or smaller gives the same statuses and the
// same numbers, scaled.
#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

namespace jourdain::scaling_test {
namespace {

// Relative to size and to the motion's rates. Scaling by powers of ten rounds every length once; the solvers multiply
// that by their condition numbers, up to 1e4 here, and accelerations by its square.
constexpr double round_off = 1e-9;

constexpr unsigned seed = 8000;
constexpr int states = 30;

struct Case {
  std::string name;
  double factor;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name << " times " << c.factor; }

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name + (info.param.factor > 1 ? "_large" : "_small");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& name : catalogue_names()) {
    for (double factor : {1000.0, 0.001}) all.push_back({name, factor});
  }
  return all;
}

PlatformState scaled(PlatformState m, double factor) {
  m.pose.p *= factor;
  m.twist.v *= factor;
  m.acceleration.a *= factor;
  return m;
}

class Scaling : public testing::TestWithParam<Case> {
 protected:
  double factor = GetParam().factor;
  const Robot robot{load(GetParam().name)};
  const Robot other{scaled(robot.mechanism(), factor)};
  Workspace workspace{robot}, scaled_workspace{other};

  // Every motor, every body.
  void expect_same_state() {
    const MotionScale scale = scale_of(workspace);
    const double size = robot.size();
    for (int i = 0; i < static_cast<int>(robot.motor_joints().size()); ++i) {
      const double unit = motor_unit(robot, i) == 1.0 ? 1.0 : factor;
      const double tolerance = round_off * motor_unit(robot, i);
      EXPECT_NEAR(scaled_workspace.motor_position(i) / unit, workspace.motor_position(i), tolerance);
      EXPECT_NEAR(scaled_workspace.motor_velocity(i) / unit, workspace.motor_velocity(i), tolerance * scale.rate);
      EXPECT_NEAR(scaled_workspace.motor_acceleration(i) / unit, workspace.motor_acceleration(i),
                  tolerance * scale.acceleration);
    }
    for (int b = 1; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      SCOPED_TRACE(robot.mechanism().bodies[b].name);
      const PlatformState small{workspace.body_pose(b), workspace.body_twist(b), workspace.body_acceleration(b)};
      const PlatformState large =
          scaled({scaled_workspace.body_pose(b), scaled_workspace.body_twist(b), scaled_workspace.body_acceleration(b)},
                 1 / factor);
      EXPECT_LE((large.pose.p - small.pose.p).norm(), round_off * size);
      EXPECT_LE((large.pose.R - small.pose.R).norm(), round_off);
      EXPECT_LE((large.twist.v - small.twist.v).norm(), round_off * size * scale.rate);
      EXPECT_LE((large.twist.w - small.twist.w).norm(), round_off * scale.rate);
      EXPECT_LE((large.acceleration.a - small.acceleration.a).norm(), round_off * size * scale.acceleration);
      EXPECT_LE((large.acceleration.dw - small.acceleration.dw).norm(), round_off * scale.acceleration);
    }
  }

  // A ratio of pivots is an order of magnitude: equal pivots may be taken in another order.
  void expect_same_conditioning() {
    const double ratio = scaled_workspace.report().conditioning / workspace.report().conditioning;
    EXPECT_GT(ratio, 1.0 / 5);
    EXPECT_LT(ratio, 5);
  }

  void expect_same_distances() {
    const SingularityReport a = singularity_distance(robot, workspace),
                            b = singularity_distance(other, scaled_workspace);
    EXPECT_NEAR(a.type1, b.type1, round_off);
    EXPECT_NEAR(a.type2, b.type2, round_off);
    EXPECT_NEAR(a.constraint, b.constraint, round_off);
    EXPECT_NEAR(a.digits_lost, b.digits_lost, 1e-6);
    const LimitState near = nearest_limit(robot, workspace), far = nearest_limit(other, scaled_workspace);
    if (near.joint < 0) return;
    EXPECT_NEAR(near.margin, far.margin, round_off);
  }
};

TEST_P(Scaling, MobilityAndHomeStay) {
  EXPECT_NEAR(other.size() / factor, robot.size(), round_off * robot.size());
  const Mobility &a = robot.mobility(), &b = other.mobility();
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.total, b.total);
  EXPECT_EQ(a.idle, b.idle);
  EXPECT_EQ(a.equations, b.equations);
  EXPECT_EQ(a.actuation, b.actuation);
  EXPECT_EQ(a.home_excess, b.home_excess);
  EXPECT_EQ(robot.pose_is_explicit(), other.pose_is_explicit());
  EXPECT_EQ(robot.has_closed_forward(), other.has_closed_forward());
  ASSERT_EQ(robot.limbs().size(), other.limbs().size());
  for (std::size_t i = 0; i < robot.limbs().size(); ++i) EXPECT_EQ(robot.limbs()[i].method, other.limbs()[i].method);
  // Which of the configurations near the hint becomes home is not sharp: near a solution, over-constrained equations
  // have a small singular value that moves it along the freedom.
  constexpr double sharpness = 1e-7;
  VectorX motors = robot.home_motors();
  for (int i = 0; i < motors.size(); ++i) {
    motors[i] *= motor_unit(robot, i) == 1.0 ? 1.0 : factor;
    EXPECT_NEAR(other.home_motors()[i], motors[i], sharpness * motor_unit(other, i));
  }
  ASSERT_EQ(forward_kinematics(other, motors, scaled_workspace), Status::ok);
  expect_same_state();
  expect_same_distances();
}

TEST_P(Scaling, KinematicsStays) {
  int judged = 0;
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    workspace.reset();
    scaled_workspace.reset();
    if (robot.mechanism().output) {
      // Some of these are out of reach: the status is the same too.
      const PlatformState motion =
          random_motion(robot, random, {.reach = i % 5 == 4 ? 1.5 : 0.08, .turn = 0.2, .rate = 1, .acceleration = 3});
      const Status status = inverse_kinematics(robot, motion, workspace);
      ASSERT_EQ(inverse_kinematics(other, scaled(motion, factor), scaled_workspace), status);
      if (status != Status::ok || !is_clear(workspace)) continue;
      expect_same_conditioning();
      expect_same_state();
    }
    // Forward from home, to where inverse kinematics went or to random motors.
    MotorValues m = robot.mechanism().output ? motors_of(workspace) : random_motor_motion(robot, random);
    workspace.reset();
    scaled_workspace.reset();
    const Status status = forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace);
    for (int k = 0; k < m.q.size(); ++k) {
      const double unit = motor_unit(robot, k) == 1.0 ? 1.0 : factor;
      m.q[k] *= unit, m.rates[k] *= unit, m.accelerations[k] *= unit;
    }
    ASSERT_EQ(forward_kinematics(other, m.q, m.rates, m.accelerations, scaled_workspace), status)
        << scaled_workspace.explain();
    if (status != Status::ok) continue;
    expect_same_conditioning();
    expect_same_state();
    expect_same_distances();
    ++judged;
  }
  EXPECT_GE(judged, states / 3);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Scaling, testing::ValuesIn(cases()), case_name);

}  // namespace
}  // namespace jourdain::scaling_test
