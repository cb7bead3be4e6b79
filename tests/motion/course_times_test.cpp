// Motions are looked at where something happens, however long they last and however fast they are.
#include "support/catalogue_robots.hpp"

#include "jourdain/design/check_motion.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/rate_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace jourdain::course_times_test {
namespace {

Motion motion_of(const char* robot, const std::string& text) {
  return parse_motion_text(catalogue_robot(robot), text).motion;
}

// Largest magnitudes over the motors at these times: speed, acceleration, force, power.
std::array<double, 4> peaks(const Motion& motion, const std::vector<double>& times) {
  const Robot& robot = motion.robot();
  Follower follow(motion);
  Workspace workspace(robot);
  VectorX tau(static_cast<int>(robot.motor_joints().size()));
  std::array<double, 4> largest{};
  for (const double t : times) {
    EXPECT_EQ(follow(t, workspace), Status::ok) << t;
    EXPECT_EQ(inverse_dynamics(robot, workspace, tau), Status::ok) << t;
    for (int k = 0; k < static_cast<int>(tau.size()); ++k) {
      const double speed = workspace.motor_velocity(k);
      const double values[] = {speed, workspace.motor_acceleration(k), tau[k], tau[k] * speed};
      for (std::size_t i = 0; i < 4; ++i) largest[i] = std::max(largest[i], std::abs(values[i]));
    }
  }
  return largest;
}

// Against a brute search of 400000 times.
TEST(CourseTimes, MissNoPeak) {
  const DynamicsOptions usual;
  for (const char* text : {"circle radius=10mm duration=0.02s", "pick span=100mm height=30mm duration=0.05s",
                           "fourier sine={x: [5mm]} frequency=100 periods=100 ramp=0.1s",
                           "fourier sine={x: [5mm]} frequency=200 periods=200 ramp=0s",
                           "line by={x: 50 mm} duration=0.1s profile=parabolic",
                           "hold duration=3s; line by={x: 50 mm} duration=0.02s profile=double-s; hold duration=5s"}) {
    const Motion motion = motion_of("delta", text);
    const CourseTimes course = course_times_with_peaks(motion, &usual);
    EXPECT_TRUE(course.complete);
    EXPECT_LT(course.times.size(), 20000u) << text;
    std::vector<double> all;
    for (int k = 0; k <= 400000; ++k) all.push_back(motion.duration() * k / 400000);
    const auto found = peaks(motion, course.times), true_ones = peaks(motion, all);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_GE(found[i], 0.9999 * true_ones[i]) << text << ", value " << i;
  }
}

TEST(CourseTimes, RiseFromBeginToEnd) {
  for (const char* text : {"circle radius=30mm turns=7", "hold", "fourier"}) {
    const Motion motion = motion_of("delta", text);
    const CourseTimes course = course_times_with_peaks(motion);
    EXPECT_EQ(course.times.front(), 0);
    EXPECT_EQ(course.times.back(), motion.duration());
    EXPECT_TRUE(std::ranges::is_sorted(course.times, std::less_equal<>()));
  }
  EXPECT_EQ(course_times(motion_of("delta", "hold duration=1000s")).times.size(), 2u);
}

TEST(CourseTimes, FindAShortMoveBetweenLongHolds) {
  const std::string move = "line by={x: 280 mm} duration=0.1s; line by={x: -280mm} duration=0.1s";
  const MotionReport alone = check_motion(motion_of("delta", move));
  const MotionReport held =
      check_motion(motion_of("delta", "hold duration=100000s; " + move + "; hold duration=100000s"));
  EXPECT_NEAR(held.length, alone.length, 1e-3 * alone.length);
  EXPECT_NEAR(held.speed.value, alone.speed.value, 1e-6 * alone.speed.value);
  EXPECT_NEAR(held.acceleration.value, alone.acceleration.value, 1e-4 * alone.acceleration.value);
  EXPECT_EQ(held.ok(), alone.ok());
  EXPECT_NEAR(held.type1.value, alone.type1.value, 0.01);
}

TEST(CourseTimes, TellRatesThatAreTooCoarse) {
  const Motion fast = motion_of("delta", "circle radius=10mm duration=0.02s");
  EXPECT_NE(coarse_rate(fast, 200), "");
  EXPECT_EQ(coarse_rate(fast, 20000), "");
  EXPECT_NE(coarse_rate(motion_of("delta", "pick duration=0.3s"), 1), "");
  EXPECT_EQ(coarse_rate(motion_of("delta", "circle"), 200), "");
  EXPECT_EQ(coarse_rate(motion_of("delta", "hold"), 1), "");
  MotionCheckOptions options;
  options.rate = 200;
  const MotionReport report = check_motion(fast, options);
  EXPECT_TRUE(
      std::ranges::any_of(report.events, [](const MotionEvent& event) { return event.kind == MotionProblem::coarse; }));
}

// Of all robots, in the coordinates of platform and motors, along the motion that every robot can do.
TEST(RateContradictions, IsSilentAlongMotionsOfEveryRobot) {
  for (const std::string& name : catalogue_names()) {
    const Robot& robot = catalogue_robot(name);
    if (robot.motor_joints().empty()) continue;
    const Motion motion = parse_motion_text(robot, "fourier").motion;
    for (const bool as_output : {false, true}) {
      if (as_output && !robot.mechanism().output) continue;
      const auto list = rate_contradictions(robot, sample_motion(motion, sample_times(motion, 0), as_output));
      EXPECT_TRUE(list.empty()) << name << ": " << list.front().message;
    }
  }
}

}  // namespace
}  // namespace jourdain::course_times_test
