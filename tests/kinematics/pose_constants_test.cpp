// What a motion says of coordinates that the mechanism holds constant is no less true than the rest of it.
#include "support/random_states.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain::pose_constants_test {
namespace {

class PoseConstants : public testing::TestWithParam<std::string> {};

// Every coordinate that is no move, of the pose, the rates and the accelerations.
TEST_P(PoseConstants, AreNotOverlooked) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!robot.mechanism().output || !robot.pose_is_explicit()) GTEST_SKIP() << "other coordinates follow from the moves";
  Workspace ws(robot);
  Random random(5);
  PlatformState good;
  do good = random_motion(robot, random);
  while (inverse_kinematics(robot, good, ws) != Status::ok);
  good = output_of(ws);
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  ASSERT_EQ(inverse_dynamics(robot, good, ws, forces), Status::ok) << ws.explain();
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  for (int c = 0; c < 6; ++c) {
    if (std::find(moves.begin(), moves.end(), static_cast<Move>(c)) != moves.end()) continue;
    for (const Order order : {Order::position, Order::velocity, Order::acceleration}) {
      PlatformState bad = good;
      const double size = c < 3 ? robot.size() : 1;
      if (order == Order::position && c < 3) bad.pose.p[c] += 1e-3 * size;
      if (order == Order::position && c >= 3)
        bad.pose.R = rotation_from_vector(1e-3 * Vector3::Unit(c - 3)) * bad.pose.R;
      if (order == Order::velocity) (c < 3 ? bad.twist.v[c] : bad.twist.w[c - 3]) += 1e-2 * size;
      if (order == Order::acceleration) (c < 3 ? bad.acceleration.a[c] : bad.acceleration.dw[c - 3]) += 1e-2 * size;
      EXPECT_EQ(inverse_dynamics(robot, bad, ws, forces), Status::ok) << c;
      EXPECT_EQ(ws.report().coordinate, c);
      EXPECT_EQ(inverse_kinematics(robot, bad, ws), Status::ok) << c;
      EXPECT_EQ(ws.report().coordinate, c);
      EXPECT_NE(ws.explain().find("contradicts the mechanism"), std::string::npos) << ws.explain();
      // A guess is no claim.
      EXPECT_EQ(set_guess(robot, bad.pose, ws), Status::ok) << ws.explain();
      EXPECT_EQ(ws.report().coordinate, -1);
    }
  }
  ASSERT_EQ(inverse_dynamics(robot, good, ws, forces), Status::ok);
  EXPECT_EQ(ws.report().coordinate, -1);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PoseConstants, testing::ValuesIn(catalogue_names()), as_identifier);

TEST(PoseConstants, ADeltaDoesNotTurn) {
  const Robot& robot = catalogue_robot("delta");
  Workspace ws(robot);
  VectorX forces = VectorX::Zero(3);
  PlatformState motion;
  motion.pose = robot.home_pose();
  motion.pose.R = rotation_from_cardan({0.5, 0, 0});
  EXPECT_EQ(inverse_dynamics(robot, motion, ws, forces), Status::ok);
  EXPECT_NE(ws.explain().find("rx of the motion or its rate contradicts the mechanism by 0.5"), std::string::npos)
      << ws.explain();
}

}  // namespace
}  // namespace jourdain::pose_constants_test
