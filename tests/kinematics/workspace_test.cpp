// The contract of the workspace: plausible motions or a status, and no use beyond what it holds.
#include "jourdain/kinematics/workspace.hpp"

#include "support/random_states.hpp"

namespace jourdain::workspace_test {
namespace {

class PlausibleMotion : public testing::TestWithParam<std::string> {};

// Rates whose squares are no numbers, from the output and from the motors.
TEST_P(PlausibleMotion, IsFiniteOrRefused) {
  const Robot robot = Robot::from_file(GetParam());
  Workspace workspace(robot);
  const auto motors = static_cast<Eigen::Index>(robot.motor_joints().size());
  for (double rate : {1e90, 1e120, 1e155, 1e200, 1e300}) {
    const VectorX rates = VectorX::Constant(motors, rate), none = VectorX::Zero(motors);
    const auto expect_sound = [&](Status status) {
      EXPECT_NE(status, Status::singular) << rate;
      if (rate > 1e110) {
        EXPECT_EQ(status, Status::not_finite) << rate;
      }
      for (int k = 0; k < motors; ++k) EXPECT_TRUE(std::isfinite(workspace.motor_acceleration(k))) << rate;
      for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b)
        EXPECT_TRUE(workspace.body_acceleration(static_cast<int>(b)).a.allFinite()) << rate;
    };
    workspace.reset();
    const Status forward = forward_kinematics(robot, robot.home_motors(), rates, none, workspace);
    if (forward != Status::inconsistent) expect_sound(forward);  // redundant motors may contradict each other
    if (!robot.mechanism().output) continue;
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.twist.v.setConstant(rate);
    motion.twist.w.setConstant(rate);
    workspace.reset();
    expect_sound(inverse_kinematics(robot, motion, workspace));
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PlausibleMotion, testing::ValuesIn(catalogue_names()), as_identifier);

TEST(WorkspaceContract, RefusesIndicesThatTheRobotDoesNotHave) {
  const Robot robot = Robot::from_file("delta");
  const Workspace workspace(robot);
  const int bodies = static_cast<int>(robot.mechanism().bodies.size());
  const int joints = static_cast<int>(robot.mechanism().joints.size());
  EXPECT_DEATH(workspace.body_pose(bodies), "no body of this index");
  EXPECT_DEATH(workspace.body_twist(30), "no body of this index");
  EXPECT_DEATH(workspace.body_acceleration(-1), "no body of this index");
  EXPECT_DEATH(workspace.joint(joints), "no joint of this index");
  EXPECT_DEATH(workspace.motor_position(3), "no motor of this index");
  EXPECT_DEATH(workspace.motor_velocity(-1), "no motor of this index");
  EXPECT_DEATH(workspace.motor_acceleration(1000000), "no motor of this index");
}

TEST(WorkspaceContract, EndsWhereAWorkspaceWasMovedFrom) {
  const Robot robot = Robot::from_file("delta");
  Workspace first(robot);
  Workspace second(std::move(first));
  EXPECT_EQ(&data_of(second.robot()), &data_of(robot));
  EXPECT_DEATH(first.output_pose(), "moved from");          // NOLINT(bugprone-use-after-move): that is the test
  EXPECT_DEATH(first.reset(), "moved from");                // NOLINT(bugprone-use-after-move)
  EXPECT_DEATH({ Workspace third(first); }, "moved from");  // NOLINT(bugprone-use-after-move)
  EXPECT_DEATH(inverse_kinematics(robot, {}, first), "moved from");  // NOLINT(bugprone-use-after-move)
  first = second;
  EXPECT_EQ(first.output_pose().p, second.output_pose().p);
}

TEST(RobotContract, IsWholeAfterAMove) {
  Robot robot = Robot::from_file("delta");
  const Robot other(std::move(robot));
  EXPECT_EQ(robot.mechanism().name, other.mechanism().name);  // NOLINT(bugprone-use-after-move): that is the test
}

// Legs are told from the base to the platform, whichever way their joints are written.
TEST(LimbSummary, TellsJointsFromTheBase) {
  Mechanism mechanism = load("palida");
  const Robot robot(mechanism);
  for (Joint& joint : mechanism.joints) {
    if (joint.motor || joint.type == JointType::universal) continue;
    std::swap(joint.body_a, joint.body_b);
    std::swap(joint.in_a, joint.in_b);
  }
  // Cut at the base instead of at the platform.
  for (Joint& joint : mechanism.joints) joint.prefer_cut = joint.body_a == 0 || joint.body_b == 0;
  mechanism.assembly.joints.clear();
  const Robot turned(mechanism);
  for (std::size_t k = 0; k < robot.limbs().size(); ++k)
    EXPECT_EQ(turned.limbs()[k].structure, robot.limbs()[k].structure);
}

}  // namespace
}  // namespace jourdain::workspace_test
