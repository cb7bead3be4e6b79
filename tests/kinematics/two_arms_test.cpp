// End points held by two arms: the closed form agrees with Newton's method where that gets, keeps the working mode of
// home everywhere, reaches what both arms reach and nothing else.
#include "kinematics/tracker.hpp"
#include "legs/robot_data.hpp"
#include "support/random_states.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace jourdain::two_arms_test {
namespace {

constexpr double round_off = 1e-12;

// One joint of an arm: a hinge about z, or a slide along x.
std::string joint_text(char type, const std::string& name, const std::string& between, const std::string& at) {
  const bool hinge = type == 'R', motor = name.starts_with("motor");
  return fmt::format("  {}: {{type: {}, between: [{}], at: {}, axis: {}{}}}\n", name, hinge ? "revolute" : "prismatic",
                     between, at, hinge ? "z" : "x", motor ? ", actuated: true" : "");
}

// A first joint on the base, the second one 0.2 m from the first if both are hinges.
std::string arm_text(const std::string& arm, const std::string& side, double x, double z, double layer) {
  const std::string far = side + "2", at = fmt::format("[{}, 0, {}]", arm == "RR" ? 0.2 : 0.0, layer);
  return joint_text(arm[0], "motor_" + side, "base, " + side, fmt::format("[{}, 0, {}]", x, z)) +
         joint_text(arm[1], "elbow_" + side, side + ", " + far,
                    fmt::format("{{{}: {}, {}: [0, 0, 0]}}", side, at, far));
}

// Near the tip's home (0, 0.35), hinges bent outward.
std::string hint_text(const std::string& arm, const std::string& side, double sign) {
  const double motor = arm == "RR" ? 90 + 39.5 * sign : arm == "PR" ? -0.1 * sign : 90 - 16 * sign;
  const double elbow = arm == "RR" ? -88.8 * sign : arm == "PR" ? 90 - 30 * sign : 0.06;
  return fmt::format("motor_{0}: {1}{2}, elbow_{0}: {3}{4}", side, motor, arm[0] == 'R' ? " deg" : "", elbow,
                     arm[1] == 'R' ? " deg" : "");
}

// A five-bar with any two arms and the end point beyond the tip; links lie in layers where no slide must meet a hinge.
Robot five_bar(const std::string& left, const std::string& right, bool tip_first = false) {
  const double layer = left == "RP" || right == "RP" ? 0 : 0.02;
  const std::string tip = fmt::format(
      "  tip: {{type: revolute, between: [left2, right2], at: {{left2: [0.3, 0, {}], right2: [0.3, 0, {}]}}, axis: "
      "z}}\n",
      layer / 2, -layer / 2);
  const std::string arms = arm_text(left, "left", -0.1, 0, layer) + arm_text(right, "right", 0.1, layer, layer);
  return Robot(read_model("jourdain: 1\nname: arms\nbodies:\n  left: {mass: 1 kg}\n  right: {mass: 1 kg}\n"
                          "  left2: {mass: 1 kg}\n  right2: {mass: 1 kg}\njoints:\n" +
                              (tip_first ? tip + arms : arms + tip) +
                              "end_point: {body: left2, at: [0.34, 0, 0], moves: [x, y]}\nassembly:\n  joints: {" +
                              hint_text(left, "left", 1) + ", " + hint_text(right, "right", -1) + "}\n",
                          "arms")
                   .mechanism);
}

const std::vector<std::string> kinds{"RR", "PR", "RP"};

// Where Newton's method gets from home by small steps, it finds the same configuration.
TEST(TwoArms, AgreeWithNewtonsMethod) {
  for (const std::string& left : kinds) {
    for (const std::string& right : kinds) {
      SCOPED_TRACE(left + " and " + right);
      const Robot robot = five_bar(left, right);
      ASSERT_TRUE(data_of(robot).two_arms);
      int compared = 0;
      for (unsigned seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        Workspace closed(robot), tracked(robot);
        PlatformState motion;
        motion.pose.p = robot.home_pose().p + uniform3(random, 0.06);
        KinematicState& state = state_of(tracked);
        state.trial = state.tree;
        if (track_output(data_of(robot), motion.pose, state) != Status::ok) continue;
        std::swap(state.tree, state.trial);
        ASSERT_EQ(inverse_kinematics(robot, motion, closed, Order::position), Status::ok) << closed.explain();
        EXPECT_LT(closed.closure_error(Order::position), round_off);
        for (int b = 1; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
          EXPECT_LT((closed.body_pose(b).R - tracked.body_pose(b).R).norm(), 1e-9);
          EXPECT_LT((closed.body_pose(b).p - tracked.body_pose(b).p).norm(), 1e-9 * robot.size());
        }
        ++compared;
      }
      EXPECT_GT(compared, 10);
    }
  }
}

// The order of the file does not matter, as the hints say where the arms are.
TEST(TwoArms, AreRecognisedInAnyOrder) { EXPECT_TRUE(data_of(five_bar("RR", "RR", true)).two_arms); }

// Both elbows stay outward, wherever the tip is.
TEST(TwoArms, ReachWhatIsBehindAFoldInTheModeOfHome) {
  const Robot robot = Robot::from_file("five-bar");
  Workspace workspace(robot);
  const auto side = [&](int elbow) { return std::sin(workspace.joint(elbow).position[0]) > 0; };
  const int elbow1 = find_joint(robot.mechanism(), "elbow1"), elbow2 = find_joint(robot.mechanism(), "elbow2");
  const bool left = side(elbow1), right = side(elbow2);
  EXPECT_NE(left, right);
  PlatformState motion;
  motion.pose.p = {0.2, -0.3, 0};
  motion.twist.v = {0.1, 0.2, 0};
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok) << workspace.explain();
  EXPECT_EQ(side(elbow1), left);
  EXPECT_EQ(side(elbow2), right);
  EXPECT_LT((workspace.output_pose().p - motion.pose.p).norm(), round_off);
  EXPECT_LT((workspace.output_twist().v - motion.twist.v).norm(), round_off);
  EXPECT_LT(workspace.closure_error(Order::acceleration), 1e-10);
}

TEST(TwoArms, RefuseWhatAnArmCannotReach) {
  const Robot robot = Robot::from_file("five-bar");
  Workspace workspace(robot);
  // Beyond both arms, within the hole about a motor, and beyond the left arm only.
  for (const Vector3& p : {Vector3(0, 0.6, 0), Vector3(0.1, 0.05, 0), Vector3(0.45, 0, 0)}) {
    PlatformState motion;
    motion.pose.p = p;
    EXPECT_EQ(inverse_kinematics(robot, motion, workspace, Order::position), Status::unreachable) << p.transpose();
    EXPECT_GT(workspace.report().value, 0);
    EXPECT_EQ(workspace.output_pose().p, robot.home_pose().p) << "the workspace moved";
  }
}

}  // namespace
}  // namespace jourdain::two_arms_test
