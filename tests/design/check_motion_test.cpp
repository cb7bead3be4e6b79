// Every reason for which a robot cannot do a motion is found, at its time and place.
#include "support/catalogue_robots.hpp"

#include "jourdain/design/check_motion.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <gtest/gtest.h>

namespace jourdain::check_motion_test {
namespace {

MotionReport check(const Robot& robot, const std::string& text, const MotionCheckOptions& options = {}) {
  return check_motion(parse_motion_text(robot, text).motion, options);
}

const MotionEvent* find(const MotionReport& report, MotionProblem kind) {
  for (const MotionEvent& event : report.events) {
    if (event.kind == kind) return &event;
  }
  return nullptr;
}

TEST(CheckMotion, MeasuresTheCircle) {
  const Robot& robot = catalogue_robot("delta");
  const MotionReport report = check(robot, "circle radius=50mm speed=1m/s acceleration=20m/s^2");
  EXPECT_TRUE(report.ok());
  EXPECT_TRUE(report.events.empty());
  EXPECT_NEAR(report.length, 0.1 * M_PI, 1e-6);
  EXPECT_NEAR(report.speed.value, 1, 1e-12);
  EXPECT_NEAR(report.path_acceleration.value, 20, 0.01);
  EXPECT_GE(report.acceleration.value, 20);
  EXPECT_LT(report.closure_error, 1e-9);
  EXPECT_EQ(report.motors.size(), 3u);
  EXPECT_GT(report.motors[0].speed.value, 0.5);
  EXPECT_LT(report.motors[0].lowest, robot.home_motors()[0]);
  EXPECT_GT(report.motors[0].highest, robot.home_motors()[0]);
  EXPECT_GT(report.type2.value, 0.1);
}

TEST(CheckMotion, NamesUnreachablePlaces) {
  const Robot& robot = catalogue_robot("delta");
  const MotionReport report = check(robot, "line by={x: 2} duration=1s");
  EXPECT_FALSE(report.ok());
  const MotionEvent* event = find(report, MotionProblem::unreachable);
  ASSERT_NE(event, nullptr);
  EXPECT_GT(event->time, 0.1);
  EXPECT_LT(event->time, 0.9);
  EXPECT_NE(describe(robot, *event).find("t = "), std::string::npos);
  EXPECT_NE(event->message.find("leg"), std::string::npos) << event->message;
}

TEST(CheckMotion, NamesLimitsWithTheirWorstTime) {
  const Robot& robot = catalogue_robot("delta");
  const MotionReport report = check(robot, "circle radius=300mm");
  const MotionEvent* event = find(report, MotionProblem::limit);
  ASSERT_NE(event, nullptr);
  EXPECT_LT(event->first_time, event->time);
  EXPECT_NE(event->message.find(".motor"), std::string::npos) << event->message;
  EXPECT_LT(report.nearest_limit.margin, 0);
}

TEST(CheckMotion, NamesMotorsThatAreTooSlowOrTooWeak) {
  Mechanism mechanism = catalogue_robot("delta").mechanism();
  for (int joint : actuated_joints(mechanism)) {
    mechanism.joints[joint].motor->max_speed = 10;
    mechanism.joints[joint].motor->max_force = 5;
  }
  const Robot robot(mechanism);
  const std::string pick = "pick span=200mm height=80mm duration=0.2s";
  EXPECT_NE(find(check(robot, pick), MotionProblem::speed), nullptr);
  EXPECT_EQ(find(check(robot, pick), MotionProblem::force), nullptr) << "not asked";
  MotionCheckOptions options;
  options.forces = true;
  EXPECT_TRUE(check(robot, "pick span=200mm height=80mm duration=2s", options).ok());
  const MotionReport fast = check(robot, "pick span=200mm height=80mm duration=0.1s", options);
  const MotionEvent* event = find(fast, MotionProblem::force);
  ASSERT_NE(event, nullptr);
  EXPECT_NE(event->message.find("max_force"), std::string::npos);
}

// The five-bar meets a singularity of the second type where its distal links are in line.
TEST(CheckMotion, FindsSingularitiesBetweenSamples) {
  const Robot& robot = catalogue_robot("five-bar");
  const MotionSpace space = MotionSpace::platform(robot);
  VectorX below = space.home();
  below[1] = -space.home()[1];
  const MotionReport report = check_motion(line(space, space.home(), below));
  EXPECT_FALSE(report.ok());
  EXPECT_TRUE(find(report, MotionProblem::singular) || find(report, MotionProblem::unreachable) ||
              find(report, MotionProblem::branch));
}

TEST(CheckMotion, TellsThatAMotionBeginsAtSpeed) {
  const MotionReport report = check(catalogue_robot("delta"), "fourier frequency=1Hz sine={x: 10 mm} ramp=0s");
  EXPECT_TRUE(report.ok()) << "a warning";
  EXPECT_NE(find(report, MotionProblem::jump), nullptr);
}

TEST(CheckMotion, TellsThatItsStepsAreTooLong) {
  EXPECT_NE(find(check(catalogue_robot("delta"), "circle radius=50mm turns=1e6 duration=1s"), MotionProblem::coarse),
            nullptr);
  const MotionReport report = check(catalogue_robot("delta"), "hold duration=900000s");
  EXPECT_TRUE(report.events.empty());
  EXPECT_LE(report.samples, 200001);
}

TEST(CheckMotion, WorksInMotorSpaceAndWithoutOutput) {
  EXPECT_TRUE(check(catalogue_robot("delta"), "space=motors; line").ok());
  EXPECT_TRUE(check(catalogue_robot("four-bar"), "line").ok());
  EXPECT_TRUE(check(catalogue_robot("bricard"), "line").ok());
  MotionCheckOptions options;
  options.rate = 1e12;
  EXPECT_THROW(check(catalogue_robot("delta"), "hold", options), Error);
}

TEST(SampleMotion, EndsAtTheDurationAndHoldsTheStates) {
  const Robot& robot = catalogue_robot("3rps");
  const Motion motion = parse_motion_text(robot, "fourier").motion;
  const std::vector<double> times = sample_times(motion, 30);
  EXPECT_EQ(times.front(), 0);
  EXPECT_EQ(times.back(), motion.duration());
  EXPECT_NEAR(times[1], 1.0 / 30, 1e-15);
  EXPECT_GE(sample_times(motion, 0).size(), 101u);
  EXPECT_THROW(sample_times(motion, 1e9), Error);
  // Inverse kinematics of the states gives the same joints: parasitic turns are in them.
  const MotionTable table = sample_motion(motion, times);
  Workspace a(robot);
  ASSERT_EQ(table.go_to(17, robot, a, Order::acceleration), Status::ok);
  const MotionTable again = sample_motion(motion, {times[17]});
  Workspace b(robot);
  ASSERT_EQ(again.go_to(0, robot, b, Order::acceleration), Status::ok);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a.motor_acceleration(i), b.motor_acceleration(i), 1e-9);
}

}  // namespace
}  // namespace jourdain::check_motion_test
