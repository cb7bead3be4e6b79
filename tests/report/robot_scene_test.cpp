#include "report/robot_scene.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <gtest/gtest.h>

namespace jourdain::robot_scene_test {
namespace {

class RobotScene : public testing::TestWithParam<std::string> {};

// Where the two bodies of a joint see it, at one frame.
std::pair<Vector3, Vector3> places(const Joint& joint, const std::vector<Placement>& poses) {
  return {poses[joint.body_a] * joint.in_a.p, poses[joint.body_b] * joint.in_b.p};
}

TEST_P(RobotScene, HoldsTogetherAlongAMotion) {
  const Robot robot = Robot::from_file(GetParam());
  const Motion motion = load_motion(robot, "fourier").motion;
  const Scene scene = robot_scene(motion, 20);
  const Mechanism& mechanism = robot.mechanism();
  ASSERT_EQ(scene.bodies.size(), mechanism.bodies.size());
  ASSERT_EQ(scene.frames.size(), 20u);
  EXPECT_FALSE(scene_svg(scene, 7).empty()) << "checks all sizes";
  double moved = 0;
  for (const std::vector<Placement>& poses : scene.frames) {
    for (const Joint& joint : mechanism.joints) {
      const auto [a, b] = places(joint, poses);
      if (joint.type == JointType::revolute || joint.type == JointType::universal ||
          joint.type == JointType::spherical) {
        EXPECT_LT((a - b).norm(), 1e-6 * robot.size()) << joint.name;
      }
    }
    for (std::size_t b = 0; b < poses.size(); ++b) {
      const Placement& first = scene.frames[0][b];
      moved = std::max({moved, (poses[b].p - first.p).norm() / robot.size(), (poses[b].R - first.R).norm()});
    }
  }
  EXPECT_GT(moved, 1e-3);
}

TEST_P(RobotScene, ShowsEveryBodyThatHasAnExtent) {
  const Robot robot = Robot::from_file(GetParam());
  const Scene scene = robot_scene(robot);
  const Mechanism& mechanism = robot.mechanism();
  int shapes = 0;
  for (std::size_t b = 1; b < scene.bodies.size(); ++b) {
    std::vector<Vector3> points;
    for (const Joint& joint : mechanism.joints) {
      if (joint.body_a == static_cast<int>(b)) points.push_back(joint.in_a.p);
      if (joint.body_b == static_cast<int>(b)) points.push_back(joint.in_b.p);
    }
    const bool wide = (points.front() - points.back()).norm() > 0.02 * robot.size();
    const bool shown = !scene.bodies[b].rods.empty() || !scene.bodies[b].plate.empty();
    EXPECT_TRUE(shown || !wide) << scene.bodies[b].name;
    shapes += shown;
    for (const SceneRod& rod : scene.bodies[b].rods) {
      EXPECT_TRUE(rod.from.allFinite() && rod.to.allFinite());
      EXPECT_LT((rod.from - rod.to).norm(), 2.5 * robot.size());
    }
  }
  EXPECT_GT(shapes, 0);
  EXPECT_EQ(scene.forces.size(), robot.motor_joints().size());
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RobotScene, testing::ValuesIn(catalogue_names()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(RobotScenes, KnowWhichRobotsArePlanar) {
  for (const char* name : {"five-bar", "four-bar"}) EXPECT_TRUE(plane_of(Robot::from_file(name))) << name;
  for (const char* name : {"hexapod", "delta", "bricard", "serial-arm"})
    EXPECT_FALSE(plane_of(Robot::from_file(name))) << name;
}

TEST(RobotScenes, PutSlicesWhereTheyAre) {
  const Robot robot = Robot::from_file("delta");
  SliceRequest request = default_slice(robot);
  request.across_count = request.up_count = 9;
  const Slice slice = workspace_slice(robot, request);
  const std::optional<SceneSlice> shown = scene_slice(slice);
  ASSERT_TRUE(shown);
  ASSERT_EQ(shown->colours.size(), 81u);
  const SliceCell& cell = slice.cell(3, 5);
  const Vector3 place = shown->corner + 3 * shown->across + 5 * shown->up;
  EXPECT_NEAR(place[static_cast<int>(request.across)], cell.across, 1e-12);
  EXPECT_NEAR(place[static_cast<int>(request.up)], cell.up, 1e-12);
  for (std::size_t k = 0; k < 81; ++k) EXPECT_EQ(shown->colours[k].empty(), slice.cells[k].state != CellState::ok);
}

TEST(RobotScenes, ShowOpenJointsOnBothSides) {
  Mechanism m = load("four-bar");
  m.joints[find_joint(m, "pivot")].in_a.p[0] = 2;
  const Diagnosis diagnosis = diagnose(m);
  const Scene scene = guess_scene(m, diagnosis);
  ASSERT_EQ(scene.bodies.back().part, ScenePart::gap);
  ASSERT_EQ(scene.bodies.back().rods.size(), 1u);
  const SceneRod& rod = scene.bodies.back().rods[0];
  EXPECT_NEAR((rod.from - rod.to).norm(), diagnosis.open[0].gap, 1e-9);
  EXPECT_EQ(std::count_if(scene.joints.begin(), scene.joints.end(), [](const SceneJoint& j) { return j.open; }), 2);
  EXPECT_NE(scene_svg(scene).find("#d01c2a"), std::string::npos);
}

TEST(RobotScenes, RefuseASingleFrame) {
  const Robot robot = Robot::from_file("delta");
  EXPECT_THROW(robot_scene(load_motion(robot, "fourier").motion, 1), Error);
}

}  // namespace
}  // namespace jourdain::robot_scene_test
