// Positions, velocities and accelerations of every body and joint against Simbody, for every robot of the catalogue, at
// random poses with rates and accelerations. Simbody gets the model's geometry, the commanded coordinates and a rough
// guess of the configuration that fixes the branch; the values it compares with ours are its own.
#include "oracles/mechanism_bridge.hpp"
#include "oracles/motion_difference.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/random_states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace jourdain::simbody_test {
namespace {

// In the measure of Difference. Both sides lose some digits of 1e-16: the equations have conditions up to 1e3, and
// accelerations take the errors of positions and rates with them. In 24,000 poses the largest difference was 2e-13; a
// wrong term shows as 1e-3 and more (see AMissingVelocityProductIsSeen).
constexpr double agreement = 1e-11;

// Simbody's own constraints, by the same measure.
constexpr double closed = 1e-12;

constexpr unsigned seed = 20250611;
constexpr int poses = 20;
constexpr double guess_noise = 0.01;  // of the robot's size, and rad

std::vector<oracle::Driver> drivers(const Robot& robot, const MotorValues& m) {
  return oracle::motor_drivers(robot, m.q, m.rates, m.accelerations);
}

// Our configuration, disturbed.
std::vector<oracle::Frame> rough_guess(const Workspace& workspace, Random& random) {
  const Robot& robot = workspace.robot();
  std::vector<oracle::Frame> result;
  for (std::size_t i = 0; i < robot.mechanism().bodies.size(); ++i) {
    Placement X = workspace.body_pose(static_cast<int>(i));
    X.p += uniform3(random, guess_noise * robot.size());
    X.R = rotation_from_cardan(uniform3(random, guess_noise)) * X.R;
    result.push_back(oracle::to_frame(X));
  }
  return result;
}

// One robot with its workspace and its Simbody twin.
struct Twin {
  explicit Twin(const std::string& name)
      : robot(Robot::from_file(name)), workspace(robot), simbody(oracle::to_mechanism(robot)) {}

  // A random motion of the output that can be reached; the workspace follows.
  PlatformState reachable_motion() {
    for (int i = 0; i < attempts; ++i) {
      PlatformState wanted = random_motion(robot, random);
      if (inverse_kinematics(robot, wanted, workspace) == Status::ok) return wanted;
      ++refused;
    }
    throw std::runtime_error("no reachable pose: " + workspace.explain());
  }

  // A random motion of the motors; the workspace goes there by forward kinematics, from home or, if there is an output,
  // from a pose nearby.
  MotorValues reachable_motors() {
    for (int i = 0; i < attempts; ++i) {
      MotorValues m = random_motor_motion(robot, random);
      workspace.reset();
      if (robot.mechanism().output) {
        PlatformState nearby = reachable_motion();
        // Redundant motors must agree: those of the pose.
        m = motors_of(workspace);
        nearby.pose.p += uniform3(random, guess_noise * robot.size());
        nearby.pose.R = rotation_from_cardan(uniform3(random, guess_noise)) * nearby.pose.R;
        if (set_guess(robot, nearby.pose, workspace) != Status::ok) continue;
      }
      if (forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace) == Status::ok) return m;
      ++refused;
    }
    throw std::runtime_error("no reachable motor coordinates: " + workspace.explain());
  }

  oracle::Result truth(const std::vector<oracle::Driver>& driven) {
    return simbody.solve(driven, rough_guess(workspace, random));
  }

  static constexpr int attempts = 10;
  Random random{seed};
  Robot robot;
  Workspace workspace;
  oracle::Simbody simbody;
  int refused = 0;
};

class SimbodyInverse : public testing::TestWithParam<std::string> {};
class SimbodyForward : public testing::TestWithParam<std::string> {};

Difference expect_agreement(const Twin& twin, const oracle::Result& truth) {
  const Scale scale(twin.robot.size(), truth);
  EXPECT_LE(truth.position_error, closed);
  EXPECT_LE(truth.velocity_error, closed * scale.rate);
  EXPECT_LE(truth.acceleration_error, closed * scale.acceleration);
  EXPECT_GE(truth.steps, 2) << "the guess was no guess";
  EXPECT_EQ(truth.open, twin.robot.mobility().idle);

  const Difference difference = compare(twin.workspace, truth);
  EXPECT_LE(difference.position, agreement);
  EXPECT_LE(difference.velocity, agreement);
  EXPECT_LE(difference.acceleration, agreement);
  return difference;
}

void print(const std::string& name, const Twin& twin, const Difference& largest) {
  fmt::print(
      "{}: seed {}, {} poses, {} refused; largest differences: position {:.1e}, velocity {:.1e}, acceleration {:.1e}\n",
      name, seed, poses, twin.refused, largest.position, largest.velocity, largest.acceleration);
}

TEST_P(SimbodyInverse, EveryBodyAndJointMovesTheSame) {
  Twin twin(GetParam());
  Difference largest;
  for (int i = 0; i < poses; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, pose {}", seed, i));
    const PlatformState wanted = twin.reachable_motion();
    largest.add(expect_agreement(twin, twin.truth(oracle::output_drivers(twin.robot, wanted))));
  }
  print(GetParam(), twin, largest);
}

TEST_P(SimbodyForward, EveryBodyAndJointMovesTheSame) {
  Twin twin(GetParam());
  Difference largest;
  for (int i = 0; i < poses; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, pose {}", seed, i));
    const MotorValues motors = twin.reachable_motors();
    largest.add(expect_agreement(twin, twin.truth(drivers(twin.robot, motors))));
  }
  print(GetParam(), twin, largest);
}

// The test can fail: accelerations without the terms of products of rates are far off, on every robot.
TEST_P(SimbodyForward, AMissingVelocityProductIsSeen) {
  Twin twin(GetParam());
  double largest = 0;  // some motions hardly have velocity products
  for (int i = 0; i < 5; ++i) {
    const MotorValues motors = twin.reachable_motors();
    const oracle::Result truth = twin.truth(drivers(twin.robot, motors));
    ASSERT_LE(compare(twin.workspace, truth).acceleration, agreement);
    const VectorX rest = VectorX::Zero(motors.rates.size());
    // At rest redundant motors accelerate as the driving ones let them.
    const VectorX accelerations = by_driving_motors(twin.workspace, motors.accelerations);
    ASSERT_EQ(forward_kinematics(twin.robot, motors.q, rest, accelerations, twin.workspace), Status::ok);
    const Difference difference = compare(twin.workspace, truth);
    EXPECT_LE(difference.position, agreement);
    largest = std::max(largest, difference.acceleration);
  }
  EXPECT_GE(largest, 1e-3);
}

// A wrong anchor of a millionth of a millimetre on a robot of a metre, and a wrong rate and acceleration of that order.
TEST(SimbodyTwin, SmallMistakesAreSeen) {
  constexpr double mistake = 1e-9;
  Twin twin("hexapod");
  const PlatformState wanted = twin.reachable_motion();
  const std::vector<oracle::Driver> driven = oracle::output_drivers(twin.robot, wanted);

  oracle::Mechanism shifted = oracle::to_mechanism(twin.robot);
  shifted.joints[0].in_a.p[1] += mistake * twin.robot.size();
  oracle::Simbody other(shifted);
  const Difference of_anchor = compare(twin.workspace, other.solve(driven, rough_guess(twin.workspace, twin.random)));
  EXPECT_GE(of_anchor.position, 10 * agreement);

  std::vector<oracle::Driver> wrong = driven;
  wrong[4].rate += mistake;
  EXPECT_GE(compare(twin.workspace, twin.truth(wrong)).velocity, 10 * agreement);
  wrong = driven;
  wrong[4].acceleration += 3 * mistake;
  EXPECT_GE(compare(twin.workspace, twin.truth(wrong)).acceleration, 10 * agreement);
}

// The judge itself: its velocities and accelerations are the derivatives of its positions and velocities.
TEST(SimbodyTwin, RatesAreDerivatives) {
  constexpr double h = 1e-4;
  // Central differences: h^2 times the third derivative of a motion with rates of about one.
  constexpr double accuracy = 1e-5;
  for (const char* name : {"hexapod", "free-form", "quattro", "3rps", "five-bar"}) {
    SCOPED_TRACE(name);
    Twin twin(name);
    const MotorValues at = twin.reachable_motors();
    const auto moment = [&](double t) {
      const MotorValues m{at.q + t * at.rates + t * t / 2 * at.accelerations, at.rates + t * at.accelerations,
                          at.accelerations};
      return twin.truth(drivers(twin.robot, m));
    };
    const oracle::Result before = moment(-h);
    const oracle::Result now = moment(0);
    const oracle::Result after = moment(h);
    const Scale scale(twin.robot.size(), now);
    for (std::size_t i = 0; i < now.bodies.size(); ++i) {
      const oracle::PlatformState& b = before.bodies[i];
      const oracle::PlatformState& n = now.bodies[i];
      const oracle::PlatformState& a = after.bodies[i];
      const Matrix3 turning = (matrix(a.pose.R) - matrix(b.pose.R)) / (2 * h) * matrix(n.pose.R).transpose();
      const Vector3 w(turning(2, 1), turning(0, 2), turning(1, 0));
      const Vector3 v = (vector(a.pose.p) - vector(b.pose.p)) / (2 * h);
      EXPECT_LE((v - vector(n.v)).norm(), accuracy * scale.rate * scale.length);
      EXPECT_LE((w - vector(n.w)).norm(), accuracy * scale.rate);
      EXPECT_LE(((vector(a.v) - vector(b.v)) / (2 * h) - vector(n.a)).norm(),
                accuracy * scale.acceleration * scale.length);
      EXPECT_LE(((vector(a.w) - vector(b.w)) / (2 * h) - vector(n.dw)).norm(), accuracy * scale.acceleration);
    }
  }
}

// A model that cannot be read stays in the list: its test then says why.
std::vector<std::string> names_with_output() {
  std::vector<std::string> names = catalogue_names();
  std::erase_if(names, [](const std::string& name) {
    try {
      return !load(name).output;
    } catch (const Error&) {
      return false;
    }
  });
  return names;
}

std::string as_identifier(const testing::TestParamInfo<std::string>& robot) {
  std::string name = robot.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SimbodyInverse, testing::ValuesIn(names_with_output()), as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, SimbodyForward, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::simbody_test
