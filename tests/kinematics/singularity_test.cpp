// Known singular configurations: the distances fall to zero there, continuously and in any unit of length, and
// kinematics refuses instead of answering with numbers that mean nothing.
#include "support/model_text.hpp"
#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace jourdain::singularity_test {
namespace {

constexpr double degree = M_PI / 180;

enum class Kind { type1, type2 };

// A robot and a way of poses that ends in a singular one: pose(0) is singular, pose(d) lies at d robot sizes or radians
// from it.
struct SingularWay {
  std::string name;
  Robot robot;
  Kind kind;
  double order;  // the distance falls like d^order
  std::function<Placement(double)> pose;
};

Placement at(double x, double y, double z, double rz = 0) {
  return {rotation_from_vector({0, 0, rz}), Vector3(x, y, z)};
}

// Arm and forearm of leg 1 in one line; the other legs are bent. |X - (R, 0, 0)| = L_A + L_B.
SingularWay stretched_delta() {
  return {"delta stretched", Robot::from_file("delta"), Kind::type1, 0.5,
          [](double d) { return at(-0.02, 0, -std::sqrt(0.6 * 0.6 - 0.146 * 0.146) + 0.4 * d); }};
}

// Forearms in one plane: with L_B = 0.3 m the plate is level with the elbows at R + L_A cos q = L_B.
SingularWay flat_delta() {
  return {"delta flat", changed_robot("delta", {{"L_B: 400 mm", "L_B: 300 mm"}}), Kind::type2, 1, [](double d) {
            const double c = (0.3 - 0.126) / 0.2;
            return at(0, 0, -0.2 * std::sqrt(1 - c * c) - 0.3 * d);
          }};
}

// The left leg of the five-bar stretched: 0.5 m from its motor.
SingularWay stretched_five_bar() {
  return {"five-bar stretched", Robot::from_file("five-bar"), Kind::type1, 0.5,
          [](double d) { return at(-0.1 + (0.5 - 0.3 * d) * 0.5, (0.5 - 0.3 * d) * std::sqrt(0.75), 0); }};
}

// Both distal links of a five-bar in one line: elbows 2 L2 apart.
SingularWay aligned_five_bar() {
  return {"five-bar aligned", changed_robot("five-bar", {{"L2: 300 mm", "L2: 200 mm"}}), Kind::type2, 1,
          [](double d) { return at(0, 0.2 * std::sqrt(0.75) + 0.2 * d, 0); }};
}

// Radial legs: the platform of the 3-RPR turned back by the 70 deg of its anchors.
SingularWay concurrent_3rpr() {
  return {"3-RPR concurrent", Robot::from_file("3rpr"), Kind::type2, 1,
          [](double d) { return at(0, 0, 0, -70 * degree + d); }};
}

// Fichter's singularity: a platform over a similar base, turned by 90 deg.
SingularWay turned_stewart() {
  const std::vector<std::pair<std::string, std::string>> symmetric{
      {"A: [[0.587, 0.125, 0], [-0.185, 0.571, 0], [-0.401, 0.446, 0], [-0.401, -0.446, 0], [-0.185, -0.571, 0], "
       "[0.587, -0.125, 0]]",
       "A: [[0.6*cos(15 deg), 0.6*sin(15 deg), 0], [0.6*cos(105 deg), 0.6*sin(105 deg), 0], [0.6*cos(135 deg), "
       "0.6*sin(135 deg), 0], "
       "[0.6*cos(225 deg), 0.6*sin(225 deg), 0], [0.6*cos(255 deg), 0.6*sin(255 deg), 0], [0.6*cos(345 deg), "
       "0.6*sin(345 deg), 0]]"},
      {"B: [[0.212, 0.212, 0], [0.078, 0.290, 0], [-0.290, 0.078, 0], [-0.290, -0.078, 0], [0.078, -0.290, 0], [0.212, "
       "-0.212, 0]]",
       "B: [[0.3*cos(45 deg), 0.3*sin(45 deg), 0], [0.3*cos(75 deg), 0.3*sin(75 deg), 0], [0.3*cos(165 deg), "
       "0.3*sin(165 deg), 0], "
       "[0.3*cos(195 deg), 0.3*sin(195 deg), 0], [0.3*cos(285 deg), 0.3*sin(285 deg), 0], [0.3*cos(315 deg), "
       "0.3*sin(315 deg), 0]]"}};
  return {"Stewart turned", changed_robot("stewart-gallardo", symmetric), Kind::type2, 1,
          [](double d) { return at(0, 0, 0.75, 90 * degree - d); }};
}

std::vector<SingularWay> ways() {
  return {stretched_delta(),  flat_delta(),      stretched_five_bar(),
          aligned_five_bar(), concurrent_3rpr(), turned_stewart()};
}

double distance(const SingularWay& way, const Robot& robot, const Workspace& workspace) {
  const SingularityReport report = singularity_distance(robot, workspace);
  return way.kind == Kind::type1 ? report.type1 : report.type2;
}

// Goes to pose(d) step by step from where the workspace is.
Status approach(const SingularWay& way, double d, Workspace& workspace) {
  return set_guess(way.robot, way.pose(d), workspace);
}

TEST(Singularity, DistanceFallsToZeroContinuously) {
  for (const SingularWay& way : ways()) {
    SCOPED_TRACE(way.name);
    Workspace workspace(way.robot);
    double before = 1;
    for (double d : {0.2, 0.1, 0.05, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      SCOPED_TRACE(d);
      ASSERT_EQ(approach(way, d, workspace), Status::ok) << workspace.explain();
      const double now = distance(way, way.robot, workspace);
      EXPECT_GT(now, 0.05 * std::pow(d, way.order));
      EXPECT_LT(now, 20 * std::pow(d, way.order));
      EXPECT_LT(now, before);
      before = now;
    }
    // The other kind stays away from zero: the two are told apart.
    const SingularityReport report = singularity_distance(way.robot, workspace);
    EXPECT_GT(way.kind == Kind::type1 ? report.type2 : report.type1, 1e-3);
    EXPECT_NEAR(report.digits_lost, -std::log10(std::min(report.type2, report.constraint)), 1e-9);
  }
}

TEST(Singularity, DistancesDoNotDependOnTheUnitOfLength) {
  for (const SingularWay& way : ways()) {
    SCOPED_TRACE(way.name);
    for (double factor : {1e3, 1e-3}) {
      const Robot other(scaled(way.robot.mechanism(), factor));
      Workspace workspace(way.robot), scaled_workspace(other);
      for (double d : {0.1, 1e-2, 1e-4}) {
        ASSERT_EQ(approach(way, d, workspace), Status::ok);
        Placement pose = way.pose(d);
        pose.p *= factor;
        ASSERT_EQ(set_guess(other, pose, scaled_workspace), Status::ok) << scaled_workspace.explain();
        // Round-off of the pose over the distance to the singular one.
        EXPECT_NEAR(distance(way, other, scaled_workspace), distance(way, way.robot, workspace), 1e-10 / d);
      }
    }
  }
}

// Every input is answered with finite numbers that satisfy the closure equations, or refused.
void expect_sane(const Status status, const Workspace& workspace) {
  if (status != Status::ok) {
    EXPECT_TRUE(status == Status::singular || status == Status::unreachable || status == Status::not_converged ||
                status == Status::uncertain)
        << to_string(status);
  }
  const MotionScale scale = scale_of(workspace);
  EXPECT_TRUE(std::isfinite(scale.acceleration));
  EXPECT_LT(workspace.closure_error(Order::position), 1e-11);
  EXPECT_LE(workspace.closure_error(Order::velocity), 1e-11 * scale.rate);
}

TEST(Singularity, RatesAreFiniteOrRefused) {
  for (const SingularWay& way : ways()) {
    SCOPED_TRACE(way.name);
    const Robot& robot = way.robot;
    Workspace workspace(robot);
    int judged = 0;
    for (double d : {0.2, 0.1, 0.05, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 0.0}) {
      SCOPED_TRACE(d);
      PlatformState motion{way.pose(d), {}, {}};
      motion.twist = {Vector3(1, 0.7, 0.4) * robot.size(), Vector3(0.3, 0.5, 1)};
      motion.acceleration = {Vector3(1, 0.7, 0.4) * robot.size(), Vector3(0.3, 0.5, 1)};
      const Status inverse = inverse_kinematics(robot, motion, workspace);
      expect_sane(inverse, workspace);
      if (set_guess(robot, motion.pose, workspace) != Status::ok) continue;
      MotorValues m = motors_of(workspace);
      for (int i = 0; i < m.rates.size(); ++i) m.rates[i] = m.accelerations[i] = (1 + 0.3 * i) * motor_unit(robot, i);
      const Status forward = forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace);
      expect_sane(forward, workspace);
      if (d >= 1e-2) {
        EXPECT_EQ(inverse, Status::ok) << "refused too early";
        EXPECT_EQ(forward, Status::ok) << "refused too early";
      }
      if (d == 0) {
        EXPECT_NE(way.kind == Kind::type1 ? inverse : forward, Status::ok);
      }
      ++judged;
    }
    EXPECT_GE(judged, 4);
  }
}

// Behind the boundary of the workspace there is nothing.
TEST(Singularity, BeyondTheBoundaryIsUnreachable) {
  for (const SingularWay& way : ways()) {
    if (way.kind != Kind::type1) continue;
    SCOPED_TRACE(way.name);
    Workspace workspace(way.robot);
    for (double d : {0.2, 0.1, 0.03}) ASSERT_EQ(approach(way, d, workspace), Status::ok);
    const Placement before = workspace.output_pose();
    for (double d : {1e-6, 1e-3, 0.1}) {
      EXPECT_NE(approach(way, -d, workspace), Status::ok) << d;
      EXPECT_EQ(workspace.output_pose().p, before.p) << "the workspace keeps its configuration";
    }
    if (way.robot.limbs()[0].method.find("closed") != std::string::npos) {
      EXPECT_EQ(approach(way, -0.1, workspace), Status::unreachable);
      EXPECT_EQ(workspace.report().limb, 0);
      EXPECT_NE(workspace.explain().find(way.robot.limbs()[0].name), std::string::npos) << workspace.explain();
    }
  }
}

// Motors that ask for a place beyond a second-type singularity: no platform fits between them.
TEST(Singularity, MotorsBeyondTheFoldAreRefused) {
  const SingularWay five_bar = aligned_five_bar(), delta = flat_delta();
  Workspace workspace(five_bar.robot);
  const VectorX too_wide = Eigen::Vector2d(123 * degree, 57 * degree);
  EXPECT_NE(forward_kinematics(five_bar.robot, too_wide, workspace), Status::ok);
  Workspace plate(delta.robot);
  EXPECT_EQ(forward_kinematics(delta.robot, VectorX::Constant(3, 20 * degree), plate), Status::unreachable);
}

// An open chain: two hinges of the wrist in one line.
TEST(Singularity, StraightWristOfTheSerialArm) {
  const Robot robot = Robot::from_file("serial-arm");
  Workspace workspace(robot);
  // Axes 4 and 6 coincide at q5 = 0.
  VectorX q = robot.home_motors();
  double before = 1;
  for (double q5 : {0.3, 0.1, 0.01, 1e-3, 1e-4}) {
    q[4] = -q5;
    ASSERT_EQ(forward_kinematics(robot, q, workspace), Status::ok);
    const double now = singularity_distance(robot, workspace).type1;
    EXPECT_LT(now, before);
    EXPECT_LT(now, q5);
    before = now;
  }
  q[4] = 0;
  ASSERT_EQ(forward_kinematics(robot, q, q, q, workspace), Status::ok) << "an open chain has no such limit forward";
  PlatformState motion = output_of(workspace);
  motion.twist.w += Vector3(1, 2, 3);
  EXPECT_EQ(inverse_kinematics(robot, motion, workspace), Status::singular);
}

class Distances : public testing::TestWithParam<std::string> {};

TEST_P(Distances, LieBetweenZeroAndOneAndAreThoseOfTheState) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  int judged = 0;
  for (unsigned seed = 12000; seed < 12050; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    if (try_random_state(workspace, random) != Status::ok) continue;
    const SingularityReport report = singularity_distance(robot, workspace);
    for (double value : {report.type1, report.type2, report.constraint}) {
      EXPECT_GT(value, 0);
      EXPECT_LE(value, 1 + 1e-12);
    }
    EXPECT_GE(report.digits_lost, 0);
    EXPECT_LT(report.limb, static_cast<int>(robot.limbs().size()));
    ++judged;
  }
  EXPECT_GT(judged, 40);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Distances, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::singularity_test
