// What the watch finds between the rows of a path.
#include "support/random_states.hpp"
#include "support/watched_path.hpp"

#include <fmt/format.h>

namespace jourdain::path_test {
namespace {

constexpr double degree = M_PI / 180;

Placement at(double x, double y, double z, double rz = 0) {
  return {rotation_from_vector({0, 0, rz}), Vector3(x, y, z)};
}

int count(const PathReport& report, PathEventKind kind) {
  return static_cast<int>(
      std::count_if(report.events.begin(), report.events.end(), [&](const PathEvent& e) { return e.kind == kind; }));
}

const PathEvent& first(const PathReport& report, PathEventKind kind) {
  static const PathEvent none;
  const auto it =
      std::find_if(report.events.begin(), report.events.end(), [&](const PathEvent& e) { return e.kind == kind; });
  EXPECT_NE(it, report.events.end()) << to_string(kind);
  return it == report.events.end() ? none : *it;
}

class Paths : public testing::TestWithParam<std::string> {};

TEST_P(Paths, NearHomeAreClear) {
  const Robot& robot = catalogue_robot(GetParam());
  std::vector<Placement> poses;
  Workspace workspace(robot);
  for (int i = 0; i <= 10; ++i) {
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.pose.p += 0.03 * robot.size() * std::sin(0.6 * i) * Vector3(1, 0.5, 0.7);
    motion.pose.R = rotation_from_vector(0.05 * std::sin(0.5 * i) * Vector3(0.3, 0.5, 0.8)) * motion.pose.R;
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace, Order::position), Status::ok);
    poses.push_back(workspace.output_pose());
  }
  const PathReport report = watched(robot, poses, 1e-3);
  EXPECT_TRUE(report.ok()) << (report.events.empty() ? "" : report.events.front().message);
  EXPECT_GT(report.smallest_type1, 1e-3);
  EXPECT_GT(report.smallest_type2, 1e-3);
  EXPECT_LT(report.smallest_type2_sample, 11);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Paths, testing::ValuesIn(catalogue_except(without_output)), as_identifier);

// The legs of the 3-RPR meet in one point at -70 deg, between two samples that are both far from it.
TEST(Path, CrossingOfASecondTypeSingularityIsFoundBetweenSamples) {
  const Robot robot = Robot::from_file("3rpr");
  const Placement poses[] = {at(0, 0, 0, -10 * degree), at(0, 0, 0, -40 * degree), at(0, 0, 0, -60 * degree),
                             at(0, 0, 0, -85 * degree), at(0, 0, 0, -100 * degree)};
  const PathReport report = watched(robot, poses);
  EXPECT_EQ(count(report, PathEventKind::type2_crossing), 1);
  const PathEvent& event = first(report, PathEventKind::type2_crossing);
  EXPECT_EQ(event.sample, 2);
  EXPECT_NEAR(event.fraction, 10.0 / 25.0, 1e-2);
  EXPECT_LT(report.smallest_type2, 1e-3);
  EXPECT_EQ(report.smallest_type2_sample, 2);
  EXPECT_FALSE(event.message.empty());
  EXPECT_GE(count(report, PathEventKind::near_singularity), 1);
}

// The cheap watch over the rows examines the same pair of rows, and only near the singularity.
TEST(PathWatch, FindsTheCrossing) {
  const Robot robot = Robot::from_file("3rpr");
  Workspace workspace(robot);
  for (int rows : {5, 50, 500}) {
    PathWatch watch(robot);
    workspace.reset();
    for (int i = 0; i <= rows; ++i) {
      PlatformState motion;
      motion.pose = at(0, 0, 0, (-10 - 90.0 * i / rows) * degree);
      ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
      watch.next(workspace);
    }
    EXPECT_EQ(count(watch.report(), PathEventKind::type2_crossing), 1) << rows;
    const PathEvent& event = first(watch.report(), PathEventKind::type2_crossing);
    EXPECT_NEAR((event.sample + event.fraction) / rows, 60.0 / 90.0, 2e-2) << rows;
    EXPECT_LE(watch.examined(), std::max(5, rows / 4)) << rows;
  }
}

TEST(PathWatch, StartsAgainAfterARowWithoutAnswer) {
  const Robot robot = Robot::from_file("3rpr");
  Workspace workspace(robot);
  PathWatch watch(robot);
  PlatformState motion;
  for (double angle : {-60.0, -85.0}) {
    motion.pose = at(0, 0, 0, angle * degree);
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
    watch.next(workspace);
    watch.skip();
  }
  EXPECT_TRUE(watch.report().ok());
}

// Smooth paths near home cost nothing but a look at each row.
TEST_P(Paths, NearHomeAreNotExamined) {
  const Robot robot = Robot::from_file(GetParam());
  Workspace workspace(robot);
  PathWatch watch(robot);
  for (int i = 0; i <= 200; ++i) {
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.pose.p += 0.03 * robot.size() * std::sin(0.03 * i) * Vector3(1, 0.5, 0.7);
    motion.pose.R = rotation_from_vector(0.05 * std::sin(0.025 * i) * Vector3(0.3, 0.5, 0.8)) * motion.pose.R;
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
    watch.next(workspace);
  }
  EXPECT_TRUE(watch.report().ok()) << (watch.report().ok() ? "" : watch.report().events.front().message);
  EXPECT_EQ(watch.examined(), 0);
}

TEST(Path, OneThatTurnsBackInTimeIsClear) {
  const Robot robot = Robot::from_file("3rpr");
  const Placement poses[] = {at(0, 0, 0, -10 * degree), at(0, 0, 0, -50 * degree), at(0, 0, 0, -10 * degree)};
  EXPECT_TRUE(watched(robot, poses).ok());
}

// Both ends can be reached, but the straight way leads past the motor of the left arm, nearer than the links can fold.
TEST(Path, HoleBetweenSamplesIsFound) {
  const Robot robot = Robot::from_file("five-bar");
  const Placement poses[] = {at(0, 0.35, 0), at(-0.1, 0.2, 0), at(-0.1, -0.2, 0)};
  const PathReport report = watched(robot, poses);
  EXPECT_FALSE(report.ok());
}

TEST(Path, PosesWithoutAnswerAreLeftOut) {
  const Robot robot = Robot::from_file("delta");
  const Placement poses[] = {at(0, 0, -0.3), at(0, 0, -0.9), at(0.01, 0, -0.3)};
  EXPECT_TRUE(watched(robot, poses).ok());
}

TEST(Path, EmptyAndSinglePoseAreClear) {
  const Robot robot = Robot::from_file("delta");
  EXPECT_TRUE(watched(robot, {}).ok());
  const Placement pose[] = {robot.home_pose()};
  EXPECT_TRUE(watched(robot, pose).ok());
}

}  // namespace
}  // namespace jourdain::path_test
