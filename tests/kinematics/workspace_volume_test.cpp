// Volume of the workspace, and what fits into it, of robots whose workspace is known.
#include "jourdain/kinematics/workspace_map.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::workspace_volume_test {
namespace {

Robot slides(const std::string& moves) {
  const bool spatial = moves.find('z') != std::string::npos;
  return Robot(
      read_model(
          std::string(R"(jourdain: 1
name: slides
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}, c: {mass: 1 kg}}
joints:
  x: {type: prismatic, between: [base, a], axis: x, actuated: true, limits: [-0.2, 0.5]}
  y: {type: prismatic, between: [a, b], axis: y, actuated: true, limits: [-0.1, 0.3]}
)") +
              (spatial ? "  z: {type: prismatic, between: [b, c], axis: z, actuated: true, limits: [-0.05, 0.25]}\n"
                       : "  z: {type: fixed, between: [b, c]}\n") +
              "end_point: {body: c, moves: [" + moves + "]}\nassembly: {end_point: [0, 0, 0]}\n",
          "slides")
          .mechanism);
}

WorkspaceVolume volume_of(const Robot& robot, int count) {
  VolumeRequest request;
  request.at = robot.home_pose();
  request.count = count;
  return workspace_volume(robot, request);
}

TEST(WorkspaceVolume, OfThreeSlidesIsTheProductOfTheirStrokes) {
  const WorkspaceVolume w = volume_of(slides("x, y, z"), 41);
  EXPECT_NEAR(w.size, 0.7 * 0.4 * 0.3, w.uncertainty);
  EXPECT_LT(w.uncertainty, 0.1 * w.size);
  const auto cuboid = largest_cuboid(w);
  ASSERT_TRUE(cuboid);
  const double low[] = {-0.2, -0.1, -0.05}, high[] = {0.5, 0.3, 0.25};
  for (int c = 0; c < 3; ++c) {
    EXPECT_GE(cuboid->from[c], low[c] - 1e-9);
    EXPECT_LE(cuboid->to[c], high[c] + 1e-9);
    EXPECT_NEAR(cuboid->from[c], low[c], w.step(c));
    EXPECT_NEAR(cuboid->to[c], high[c], w.step(c));
  }
  // The largest cylinder along each axis: as wide as the shorter of the other two strokes.
  const double wide[] = {0.3, 0.3, 0.4}, tall[] = {0.7, 0.4, 0.3};
  for (int axis = 0; axis < 3; ++axis) {
    const auto cylinder = largest_cylinder(w, static_cast<Move>(axis));
    ASSERT_TRUE(cylinder);
    const double step = std::max({w.step(0), w.step(1), w.step(2)});
    EXPECT_LE(cylinder->radius, wide[axis] / 2 + 1e-9);
    EXPECT_NEAR(cylinder->radius, wide[axis] / 2, 1.6 * step);
    EXPECT_LE(cylinder->height, tall[axis] + 1e-9);
    EXPECT_NEAR(cylinder->height, tall[axis], 2 * w.step(axis) + 1e-9);
    for (int c = 0; c < 3; ++c) {
      const double half = c == axis ? cylinder->height / 2 : cylinder->radius;
      EXPECT_GE(cylinder->centre[c] - half, low[c] - 1e-9);
      EXPECT_LE(cylinder->centre[c] + half, high[c] + 1e-9);
    }
  }
}

TEST(WorkspaceVolume, OfAPlaneIsAnArea) {
  const WorkspaceVolume w = volume_of(slides("x, y"), 61);
  EXPECT_EQ(w.dimensions(), 2);
  EXPECT_NEAR(w.size, 0.7 * 0.4, w.uncertainty);
  const auto disc = largest_cylinder(w);
  ASSERT_TRUE(disc);
  EXPECT_NEAR(disc->radius, 0.2, 2 * std::max(w.step(0), w.step(1)));
  EXPECT_LE(disc->radius, 0.2 + 1e-9);
  EXPECT_EQ(disc->height, 0);
  const auto rectangle = largest_cuboid(w);
  ASSERT_TRUE(rectangle);
  EXPECT_NEAR(rectangle->to[0] - rectangle->from[0], 0.7, 2 * w.step(0));
}

// Every sample that counts is a pose of the robot within its limits; finer grids agree with coarser ones.
TEST(WorkspaceVolume, OfTheDeltaConsistsOfGoodPoses) {
  const Robot robot = Robot::from_file("delta");
  const WorkspaceVolume coarse = volume_of(robot, 15), fine = volume_of(robot, 25);
  EXPECT_NEAR(coarse.size, fine.size, coarse.uncertainty + fine.uncertainty);
  const auto cylinder = largest_cylinder(fine);
  ASSERT_TRUE(cylinder);
  EXPECT_LT(M_PI * cylinder->radius * cylinder->radius * cylinder->height, fine.size);
  // A three-fold symmetric robot has its cylinder about its axis.
  EXPECT_NEAR(cylinder->centre[0], 0, 1.5 * fine.step(0));
  EXPECT_NEAR(cylinder->centre[1], 0, 1.5 * fine.step(1));
  Workspace ws(robot);
  PlatformState motion;
  motion.pose = robot.home_pose();
  for (int k = 0; k < 64; ++k) {
    const double angle = 2 * M_PI * k / 16, side = k / 16 % 2 == 0 ? -0.5 : 0.5, r = k < 32 ? 1 : 0.5;
    motion.pose.p = {cylinder->centre[0] + r * cylinder->radius * std::cos(angle),
                     cylinder->centre[1] + r * cylinder->radius * std::sin(angle),
                     cylinder->centre[2] + side * cylinder->height};
    EXPECT_EQ(inverse_kinematics(robot, motion, ws, Order::position), Status::ok) << k;
  }
}

TEST(WorkspaceVolume, RefusesWhatHasNone) {
  VolumeRequest request;
  EXPECT_THROW(workspace_volume(Robot::from_file("gearshift"), request), Error);
  EXPECT_THROW(workspace_volume(Robot::from_file("four-bar"), request), Error);
  const Robot robot = Robot::from_file("delta");
  request.at = robot.home_pose();
  request.count = 3;
  EXPECT_THROW(workspace_volume(robot, request), Error);
  EXPECT_THROW(largest_cylinder(volume_of(robot, 5), Move::rx), Error);
}

}  // namespace
}  // namespace jourdain::workspace_volume_test
