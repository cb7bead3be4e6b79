#include "jourdain/motion/state_file.hpp"

#include "jourdain/model/reader.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdio>

namespace jourdain::state_file_test {
namespace {

constexpr double tolerance = 1e-9;  // of lengths in m and angles in rad, for robots of about 1 m

std::string refusal(const Robot& robot, const std::string& text) {
  try {
    states_from_csv(robot, parse_csv(text, "log.csv"));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

TEST(CompleteMotion, KeepsWhatIsNotGivenAtHome) {
  const Robot robot = Robot::from_file("palida");
  MotionValues values;
  values.pose[0] = 0.03;
  values.pose[5] = 0.2;
  values.twist[1] = 0.5;
  const PlatformState motion = complete_state(robot, values);
  EXPECT_EQ(motion.pose.p[0], 0.03);
  EXPECT_EQ(motion.pose.p[2], robot.home_pose().p[2]);
  EXPECT_NEAR(cardan_from_rotation(motion.pose.R)[2], 0.2, tolerance);
  EXPECT_EQ(motion.twist.v, Vector3(0, 0.5, 0));
  EXPECT_TRUE(motion.acceleration.a.isZero(0));
}

TEST(CompleteMotion, TakesTheMotionOfTheTool) {
  Mechanism mechanism = load("palida");
  mechanism.output->tool = {rotation_from_cardan({0.1, 0.2, 0.3}), Vector3(0.01, -0.02, -0.1)};
  const Robot robot(mechanism);
  MotionValues values;
  values.pose[0] = 0.03;
  values.pose[4] = 0.1;
  values.twist[3] = 0.4;
  const PlatformState tool = to_tool(robot, complete_state(robot, values, MotionFrame::tool));
  EXPECT_NEAR(tool.pose.p[0], 0.03, tolerance);
  EXPECT_NEAR(tool.pose.p[2], to_tool(robot, {robot.home_pose(), {}, {}}).pose.p[2], tolerance);
  EXPECT_TRUE(tool.twist.v.isZero(tolerance));
  EXPECT_NEAR(tool.twist.w[0], 0.4, tolerance);
}

TEST(Contradiction, NamesTheCoordinateThatTheMechanismDoesNotHave) {
  const Robot robot = Robot::from_file("3rps");
  Workspace workspace(robot);
  MotionValues values;
  values.pose[3] = 0.1;
  values.pose[4] = 0.07;
  ASSERT_EQ(inverse_kinematics(robot, complete_state(robot, values), workspace, Order::position), Status::ok);
  EXPECT_EQ(contradiction(robot, values, workspace), "");
  values.pose[0] = workspace.output_pose().p[0];
  EXPECT_EQ(contradiction(robot, values, workspace), "");
  *values.pose[0] += 1e-6 * robot.size();
  EXPECT_EQ(contradiction(robot, values, workspace).rfind("x = ", 0), 0u);
  values.pose[0].reset();
  values.pose[5] = workspace.output_pose().R(0, 0) + 1;
  EXPECT_NE(contradiction(robot, values, workspace).find("orientation"), std::string::npos);
}

TEST(GivenRotations, AreAcceptedWithinTheTolerance) {
  EXPECT_TRUE(rotation_from_given_quaternion({1 + 5e-7, 0, 0, 0}));
  EXPECT_FALSE(rotation_from_given_quaternion({1 + 2e-6, 0, 0, 0}));
  EXPECT_FALSE(rotation_from_given_quaternion({std::nan(""), 0, 0, 0}));
  const Matrix3 R = rotation_from_cardan({0.3, -0.2, 0.9});
  EXPECT_TRUE(rotation_from_given_matrix(R)->isApprox(R, 1e-12));
  EXPECT_FALSE(rotation_from_given_matrix(-R));
  EXPECT_FALSE(rotation_from_given_matrix(1.001 * R));
}

TEST(ReadStates, FindsColumnsByName) {
  const Robot robot = Robot::from_file("delta");
  const StateTable states = states_from_csv(
      robot, parse_csv("vz,z,t,y,x,vx,vy\n3,-0.3,0,0.02,0.01,1,2\n3,-0.3,1,0.02,0.01,1,2\n", "log.csv"));
  ASSERT_EQ(states.motions.size(), 2u);
  EXPECT_EQ(states.order, Order::velocity);
  EXPECT_EQ(states.time, (std::vector<double>{0, 1}));
  EXPECT_EQ(states.motions[1].pose.p, Vector3(0.01, 0.02, -0.3));
  EXPECT_EQ(states.motions[1].twist.v, Vector3(1, 2, 3));
}

TEST(ReadStates, CallsPhiWhatPlanarRobotsTurn) {
  const Robot robot = Robot::from_file("3rrr");
  const Vector3 home = robot.home_pose().p;
  const std::string text = "x,y,phi\n" + std::to_string(home[0]) + "," + std::to_string(home[1]) + ",0.1\n";
  const StateTable states = states_from_csv(robot, parse_csv(text, "log.csv"));
  EXPECT_NEAR(cardan_from_rotation(states.motions[0].pose.R)[2], 0.1, tolerance);
}

TEST(ReadStates, NamesWhatIsWrong) {
  const Robot robot = Robot::from_file("delta");
  EXPECT_NE(refusal(robot, "x,z\n0,-0.3\n").find("missing column 'y'"), std::string::npos);
  EXPECT_NE(refusal(robot, "x,y,z,foo\n0,0,-0.3,1\n").find("unknown column: 'foo'"), std::string::npos);
  EXPECT_NE(refusal(robot, "x,y,z,rz\n0,0,-0.3,0.1\n").find("log.csv:2: error: rz = 0.1 contradicts"),
            std::string::npos);
  EXPECT_NE(refusal(robot, "x,y,z,qw,qx,qy,qz\n0,0,-0.3,1.1,0,0,0\n").find("log.csv:2: column 'qw'"),
            std::string::npos);
  EXPECT_EQ(refusal(robot, "x,y,z,qw,qx,qy,qz\n0,0,-0.3,1,0,0,0\n"), "");
  EXPECT_THROW(states_from_csv(Robot::from_file("four-bar"), parse_csv("x\n0\n", "log.csv")), Error);
}

TEST(ReadMotorStates, NeedsEveryMotor) {
  const Robot robot = Robot::from_file("five-bar");
  const MotorTable states =
      motor_states_from_csv(robot, parse_csv("motor2,motor1,motor1_d,motor2_d\n1,2,3,4\n", "log.csv"));
  EXPECT_EQ(states.order, Order::velocity);
  EXPECT_EQ(states.positions[0], Eigen::Vector2d(2, 1));
  EXPECT_EQ(states.rates[0], Eigen::Vector2d(3, 4));
  EXPECT_TRUE(states.accelerations[0].isZero(0));
  EXPECT_THROW(motor_states_from_csv(robot, parse_csv("motor1\n1\n", "log.csv")), Error);
  EXPECT_THROW(motor_states_from_csv(robot, parse_csv("motor1,motor2,motor1_d\n1,2,3\n", "log.csv")), Error);
}

MotionTable motion(const Robot& robot, const std::string& text, Order needed) {
  return motion_from_csv(robot, parse_csv(text, "log.csv"), needed);
}

std::string motion_refusal(const Robot& robot, const std::string& text, Order needed) {
  try {
    motion(robot, text, needed);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

TEST(MotionTable, GoesToTheSameStateByPosesAndByJoints) {
  const Robot robot = Robot::from_file("delta");
  const MotionTable poses =
      motion(robot, "x,y,z,vx,vy,vz,ax,ay,az\n0.05,0.03,-0.3,1,-0.8,0.6,50,40,-30\n", Order::acceleration);
  EXPECT_FALSE(poses.is_joint_motion());
  Workspace by_pose(robot);
  ASSERT_EQ(poses.go_to(0, robot, by_pose, Order::acceleration), Status::ok);
  std::string header, values;
  for (int order = 0; order < 3; ++order) {
    for (int k = 0; k < 3; ++k) {
      header += robot.mechanism().joints[robot.motor_joints()[k]].name +
                (order == 0   ? ""
                 : order == 1 ? "_d"
                              : "_dd") +
                ",";
      char number[40];
      std::snprintf(number, sizeof number, "%.17g,",
                    order == 0   ? by_pose.motor_position(k)
                    : order == 1 ? by_pose.motor_velocity(k)
                                 : by_pose.motor_acceleration(k));
      values += number;
    }
  }
  const MotionTable joints = motion(robot, header + "t\n" + values + "0.5\n", Order::acceleration);
  EXPECT_TRUE(joints.is_joint_motion());
  EXPECT_EQ(joints.time(), std::vector<double>{0.5});
  Workspace by_joints(robot);
  ASSERT_EQ(joints.go_to(0, robot, by_joints, Order::acceleration), Status::ok);
  EXPECT_LT((by_joints.output_acceleration().a - Vector3(50, 40, -30)).norm(), 1e-7);
  EXPECT_LT((poses.actual_accelerations(robot, by_joints) - poses.given_accelerations(0, robot)).norm(), 1e-7);
  EXPECT_LT((joints.actual_accelerations(robot, by_joints) - joints.given_accelerations(0, robot)).norm(), 1e-9);
}

TEST(MotionTable, NeedsAllColumnsUpToItsOrder) {
  const Robot robot = Robot::from_file("delta");
  const std::string pose = "x,y,z\n0,0,-0.3\n", twist = "x,y,z,vx,vy,vz\n0,0,-0.3,0,0,0\n";
  EXPECT_EQ(motion(robot, pose, Order::position).order(), Order::position);
  EXPECT_NE(motion_refusal(robot, pose, Order::velocity).find("'vx', 'vy', 'vz'"), std::string::npos);
  EXPECT_EQ(motion(robot, twist, Order::velocity).order(), Order::velocity);
  EXPECT_NE(motion_refusal(robot, twist, Order::acceleration).find("'ax', 'ay', 'az'"), std::string::npos);
  const std::string joints = "leg1.motor,leg2.motor,leg3.motor\n0,0,0\n";
  EXPECT_NE(motion_refusal(robot, joints, Order::velocity).find("leg1.motor_d"), std::string::npos);
}

TEST(MotionTable, ReadsRobotsWithoutOutputByTheirJoints) {
  const Robot robot = Robot::from_file("four-bar");
  EXPECT_TRUE(motion(robot, "motor\n1\n", Order::position).is_joint_motion());
  EXPECT_NE(motion_refusal(robot, "x,y\n0,0\n", Order::position).find("unknown columns"), std::string::npos);
}

TEST(Forces, HaveOneColumnPerMotor) {
  const Robot robot = Robot::from_file("delta");
  const auto read = [&](const std::string& text) { return forces_from_csv(robot, parse_csv(text, "forces.csv")); };
  const ForceTable table = read("leg3.motor,t,leg1.motor,leg2.motor\n3,0.1,1,2\n");
  EXPECT_EQ(table.forces.front(), VectorX(Vector3(1, 2, 3)));
  EXPECT_EQ(table.time.front(), 0.1);
  const ForceTable again = read("leg1.motor,leg2.motor,leg2.motor:screw,digits_lost,leg3.motor\n1,2,7,8,3\n");
  EXPECT_EQ(again.forces.front(), table.forces.front());
  EXPECT_THROW(read("leg1.motor,leg2.motor\n1,2\n"), Error);
  EXPECT_THROW(read("leg1.motor,leg2.motor,leg3.motor,leg1.motor_d,leg2.motor_d,leg3.motor_d\n1,2,3,0,0,0\n"), Error);
}

}  // namespace
}  // namespace jourdain::state_file_test
