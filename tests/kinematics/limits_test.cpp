// Joint limits and cones.
#include "jourdain/kinematics/kinematics.hpp"

#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include <fmt/format.h>

namespace jourdain::limits_test {
namespace {

constexpr double round_off = 1e-12;
constexpr unsigned seed = 13000;

// Margins of all declared limits and cones, written down again from the model.
std::vector<LimitState> all_limits(const Robot& robot, const Workspace& workspace) {
  std::vector<LimitState> all;
  for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
    const Joint& joint = robot.mechanism().joints[j];
    const JointState s = workspace.joint(j);
    for (int i = 0; i < s.freedoms && joint.type != JointType::spherical; ++i) {
      const Limits& limits = joint.axes[i].limits;
      if (limits.lower == -unlimited && limits.upper == unlimited) continue;
      const double unit = freedom_is_length(joint.type, i) ? robot.size() : 1.0;
      const double margin = std::min(s.position[i] - limits.lower, limits.upper - s.position[i]) / unit;
      all.push_back({j, i, s.position[i], limits.lower, limits.upper, margin});
    }
    if (joint.cone == unlimited) continue;
    const Vector3 a = (workspace.body_pose(joint.body_a) * joint.in_a).R.col(2);
    const Vector3 b = (workspace.body_pose(joint.body_b) * joint.in_b).R.col(2);
    const double angle = std::acos(std::clamp(a.dot(b), -1.0, 1.0));
    all.push_back({j, -1, angle, 0, joint.cone, joint.cone - angle});
  }
  return all;
}

class LimitsOf : public testing::TestWithParam<std::string> {};

TEST_P(LimitsOf, NearestAndExceededAreThoseOfTheModel) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  int judged = 0;
  for (unsigned i = 0; i < 100; ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    if (try_random_state(workspace, random, {.reach = 0.25, .turn = 0.4, .rate = 1, .acceleration = 3}) != Status::ok)
      continue;
    ++judged;
    const std::vector<LimitState> all = all_limits(robot, workspace);
    const LimitState nearest = nearest_limit(robot, workspace);
    if (all.empty()) {
      EXPECT_EQ(nearest.joint, -1);
      EXPECT_EQ(nearest.margin, unlimited);
      continue;
    }
    const auto least =
        std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.margin < b.margin; });
    EXPECT_NEAR(nearest.margin, least->margin, round_off + 1e-8 * (least->freedom < 0)) << "an arc cosine loses digits";
    const auto beyond = std::count_if(all.begin(), all.end(), [](const LimitState& l) { return l.margin < 0; });
    const std::vector<LimitState> exceeded = exceeded_limits(robot, workspace);
    EXPECT_EQ(static_cast<long>(exceeded.size()), beyond);
    for (const LimitState& limit : exceeded) {
      EXPECT_LT(limit.margin, 0);
      EXPECT_TRUE(limit.value < limit.lower || limit.value > limit.upper);
    }
  }
  EXPECT_GT(judged, 20);
}

TEST_P(LimitsOf, HomeIsWithin) {
  const Robot& robot = catalogue_robot(GetParam());
  EXPECT_GT(nearest_limit(robot, Workspace(robot)).margin, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LimitsOf, testing::ValuesIn(catalogue_names()), as_identifier);

// A cone is the angle between the joint's axes: a straight tilt of the platform by that angle adds to it.
TEST(Limits, ConeOfABallJoint) {
  const Robot robot = Robot::from_file("3rps");
  Workspace workspace(robot);
  const int ball = find_joint(robot.mechanism(), "leg1.ball");
  PlatformState motion;
  motion.pose = robot.home_pose();
  double before = 0;
  for (double tilt : {0.0, 0.1, 0.2, 0.3}) {
    motion.pose.R = rotation_from_cardan({0, tilt, 0});
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace, Order::position), Status::ok);
    // In the leg's plane: tilt of the platform minus lean of the leg.
    const double lean = workspace.joint(find_joint(robot.mechanism(), "leg1.hinge")).position[0];
    for (const LimitState& limit : all_limits(robot, workspace)) {
      if (limit.joint != ball || limit.freedom >= 0) continue;
      EXPECT_NEAR(limit.value, std::abs(tilt - lean), 1e-9);
      EXPECT_GE(limit.value, before);
      before = limit.value;
    }
  }
}

}  // namespace
}  // namespace jourdain::limits_test
