// Motions of the tool frame and of the output frame: each from the other, and as derivatives.
#include "support/smooth_motion.hpp"

#include <fmt/format.h>

namespace jourdain::tool_frame_test {
namespace {

constexpr double round_off = 1e-13;  // of the motion's numbers
constexpr unsigned seed = 14000;

// Five-point differences: (1e-3)^4 times derivatives of the order of one, and round-off over h.
constexpr double step = 1e-3;
constexpr double accuracy = 1e-10;

class ToolFrame : public testing::TestWithParam<std::string> {
 protected:
  // The catalogue robot with an oblique tool.
  static Robot with_tool(const std::string& name) {
    Mechanism m = load(name);
    const double length = 0.3 * Robot(m).size();
    m.output->tool = {rotation_from_cardan({0.3, -0.7, 1.1}), length * Vector3(0.5, -0.3, 0.8)};
    return Robot(m);
  }
  const Robot robot = with_tool(GetParam());
};

double difference(const PlatformState& a, const PlatformState& b, double size) {
  return (a.pose.p - b.pose.p).norm() / size + (a.pose.R - b.pose.R).norm() + (a.twist.v - b.twist.v).norm() / size +
         (a.twist.w - b.twist.w).norm() + (a.acceleration.a - b.acceleration.a).norm() / size +
         (a.acceleration.dw - b.acceleration.dw).norm();
}

TEST_P(ToolFrame, ConversionsUndoEachOther) {
  Random random(seed);
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, number {}", seed, i));
    const PlatformState motion = random_motion(robot, random);
    EXPECT_LT(difference(from_tool(robot, to_tool(robot, motion)), motion, robot.size()), 100 * round_off);
    EXPECT_LT(difference(to_tool(robot, from_tool(robot, motion)), motion, robot.size()), 100 * round_off);
  }
}

TEST_P(ToolFrame, ToolIsWhereTheModelSays) {
  Random random(seed);
  const PlatformState motion = random_motion(robot, random);
  const Placement expected = motion.pose * robot.mechanism().output->tool;
  const PlatformState tool = to_tool(robot, motion);
  EXPECT_LT((tool.pose.p - expected.p).norm(), round_off * robot.size());
  EXPECT_LT((tool.pose.R - expected.R).norm(), round_off);
  EXPECT_EQ(tool.twist.w, motion.twist.w);
  EXPECT_EQ(tool.acceleration.dw, motion.acceleration.dw);
}

TEST_P(ToolFrame, RatesAreDerivatives) {
  Random random(seed);
  const OutputPath path(robot, random);
  Samples<Vector3> position, velocity;
  Samples<Matrix3> rotation;
  for (int k = 0; k < 5; ++k) {
    const PlatformState tool = to_tool(robot, path.at((k - 2) * step));
    position.at[k] = tool.pose.p, velocity.at[k] = tool.twist.v, rotation.at[k] = tool.pose.R;
  }
  const PlatformState now = to_tool(robot, path.at(0));
  EXPECT_LT((derivative(position, step) - now.twist.v).norm(), accuracy * robot.size());
  EXPECT_LT((angular_velocity(rotation, step) - now.twist.w).norm(), accuracy);
  EXPECT_LT((derivative(velocity, step) - now.acceleration.a).norm(), 10 * accuracy * robot.size());
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ToolFrame, testing::ValuesIn(catalogue_except(without_output)), as_identifier);

// Without an output there is no tool: nothing changes.
TEST(ToolFrameMissing, ChangesNothing) {
  const Robot robot = Robot::from_file("four-bar");
  PlatformState motion;
  motion.pose.p = Vector3(1, 2, 3);
  EXPECT_EQ(to_tool(robot, motion).pose.p, motion.pose.p);
  EXPECT_EQ(from_tool(robot, motion).pose.p, motion.pose.p);
}

}  // namespace
}  // namespace jourdain::tool_frame_test
