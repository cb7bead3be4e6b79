#include "jourdain/trace/compiled_dynamics.hpp"

#include "support/random_states.hpp"
#include "support/reference_cases.hpp"

#include <cstdlib>
#include <string>

namespace jourdain::compiled_dynamics_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

// An environment variable with another value for as long as this lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Environment() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// The same forces as the engine's at some states.
void expect_forces_of_the_engine(const Robot& robot, CompiledDynamics& dynamics) {
  Random random(7800);
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size())), result = forces;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    ASSERT_EQ(dynamics(workspace, result), Status::ok);
    EXPECT_LT((result - forces).norm(), tolerance / conditioning * forces.norm()) << i;
  }
}

// The platform tilted and lowered until the ball joint of the first leg is as high as its joint on the base.
PlatformState motion_with_level_leg(const Robot& robot) {
  const std::vector<Joint>& joints = robot.mechanism().joints;
  const auto find = [&](int body) {
    return *std::find_if(joints.begin(), joints.end(),
                         [&](const Joint& j) { return j.body_a == body || j.body_b == body; });
  };
  const int platform = robot.mechanism().output->body;
  const Joint ball = find(platform), foot = find(0);
  const Vector3 tip = ball.body_b == platform ? ball.in_b.p : ball.in_a.p,
                base = foot.body_a == 0 ? foot.in_a.p : foot.in_b.p;
  PlatformState motion;
  // About the level line across the ball joint's arm.
  motion.pose.R = Eigen::AngleAxisd(0.7, Vector3(-tip.y(), tip.x(), 0).normalized()).toRotationMatrix();
  motion.pose.p = robot.home_pose().p;
  motion.pose.p.z() = base.z() - (motion.pose.R * tip).z();
  return motion;
}

TEST(CompiledDynamics, EqualsTheReferenceCases) {
  for (const ReferenceCase& each : reference_cases()) {
    SCOPED_TRACE(each.name);
    const Robot robot(each.mechanism);
    DynamicsOptions options;
    options.friction = each.friction;
    CompiledDynamics dynamics(robot, options);
    if (dynamics.note().starts_with("there is no compiler")) GTEST_SKIP() << dynamics.note();
    ASSERT_TRUE(dynamics.is_compiled()) << dynamics.note();
    Workspace workspace(robot);
    ASSERT_EQ(inverse_kinematics(robot, each.motion, workspace), Status::ok);
    VectorX forces(static_cast<int>(each.forces.size()));
    ASSERT_EQ(dynamics(workspace, forces), Status::ok);
    for (std::size_t i = 0; i < each.forces.size(); ++i)
      EXPECT_NEAR(forces[static_cast<int>(i)], each.forces[i], each.printed) << "motor " << i;
  }
}

// Half of the joints of PaLiDA with dry friction stand still but for round-off where a circle turns back.
TEST(CompiledDynamics, EqualsTheEngineAtStandstill) {
  const Robot robot = Robot::from_file("palida");
  CompiledDynamics dynamics(robot);
  Workspace workspace(robot);
  VectorX forces(6), result(6);
  for (const double tiny : {0.0, 1e-16, -1e-16, 1e-12}) {
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.twist.v = Vector3(tiny, 1, -tiny);
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces), Status::ok);
    ASSERT_EQ(dynamics(workspace, result), Status::ok);
    EXPECT_LT((result - forces).norm(), tolerance * forces.norm()) << tiny;
  }
}

TEST(CompiledDynamics, UsesTheEngineWhereThereIsNoCompiler) {
  const Environment compiler("CC", "");
  const Environment path("PATH", "/nonexistent");
  const Robot robot = Robot::from_file("palida");
  CompiledDynamics dynamics(robot);
  EXPECT_FALSE(dynamics.is_compiled());
  EXPECT_EQ(dynamics.note(), "there is no compiler 'cc'; the general engine is used");
  expect_forces_of_the_engine(robot, dynamics);
}

TEST(CompiledDynamics, UsesTheEngineWhereNothingCanBeWritten) {
  const Robot robot = Robot::from_file("five-bar");
  for (const char* place : {"/nonexistent", "/proc", "/dev/null"}) {
    const Environment temporary("TMPDIR", place);
    CompiledDynamics dynamics(robot);
    EXPECT_FALSE(dynamics.is_compiled()) << place;
    EXPECT_NE(dynamics.note().find("no folder can be made"), std::string::npos) << dynamics.note();
    expect_forces_of_the_engine(robot, dynamics);
  }
}

TEST(CompiledDynamics, UsesTheEngineForWhatIsNotGenerated) {
  const Robot redundant = Robot::from_file("redundant-planar");
  CompiledDynamics dynamics(redundant);
  EXPECT_FALSE(dynamics.is_compiled());
  EXPECT_NE(dynamics.note().find("redundant-planar"), std::string::npos) << dynamics.note();
  expect_forces_of_the_engine(redundant, dynamics);
  DynamicsOptions bounded;
  bounded.bounded = true;
  EXPECT_FALSE(CompiledDynamics(Robot::from_file("five-bar"), bounded).is_compiled());
}

// Robots with friction in ball joints, at rest and along their own rails: the code answers itself.
TEST(CompiledDynamics, AnswersAtStandstillItself) {
  for (const char* name : {"hexapod-full", "hexaglide", "3rps"}) {
    const Robot robot = Robot::from_file(name);
    CompiledDynamics dynamics(robot);
    if (!dynamics.is_compiled()) GTEST_SKIP() << dynamics.note();
    Workspace workspace(robot);
    VectorX forces(static_cast<int>(robot.motor_joints().size())), result = forces;
    int judged = 0;
    for (const double speed : {0.0, 1e-12, 1e-7, 1e-6, 1e-3, 0.5}) {
      for (int move = 0; move < 3; ++move) {
        PlatformState motion;
        motion.pose = robot.home_pose();
        motion.twist.v[move] = speed;
        if (inverse_dynamics(robot, motion, workspace, forces) != Status::ok) continue;
        ASSERT_EQ(dynamics(workspace, result), Status::ok);
        EXPECT_LT((result - forces).norm(), 1e-9 * forces.norm()) << name << " at " << speed;
        ++judged;
      }
    }
    EXPECT_GE(judged, 6) << name;
    EXPECT_EQ(dynamics.answered_by_engine(), 0) << name;
  }
}

// A leg of the hexapod that lies level is nothing special to the engine; the code divides by its height.
TEST(CompiledDynamics, CountsWhatTheEngineAnswersInstead) {
  const Robot robot = Robot::from_file("hexapod");
  CompiledDynamics dynamics(robot);
  if (!dynamics.is_compiled()) GTEST_SKIP() << dynamics.note();
  Workspace workspace(robot);
  VectorX forces(6);
  ASSERT_EQ(dynamics(workspace, forces), Status::ok);
  EXPECT_EQ(dynamics.answered_by_engine(), 0);
  const PlatformState level = motion_with_level_leg(robot);
  ASSERT_EQ(inverse_kinematics(robot, level, workspace), Status::ok) << workspace.explain();
  ASSERT_EQ(dynamics(workspace, forces), Status::ok) << workspace.explain();
  EXPECT_EQ(dynamics.answered_by_engine(), 1);
}

TEST(CompiledDynamics, LeavesRefusalsToTheEngine) {
  const Robot robot = Robot::from_file("five-bar");
  CompiledDynamics dynamics(robot);
  Workspace workspace(robot);
  VectorX too_few(1);
  EXPECT_EQ(dynamics(workspace, too_few), Status::inconsistent);
}

}  // namespace
}  // namespace jourdain::compiled_dynamics_test
