// Motions and followers neither allocate nor free memory, whether they succeed or fail.
#include "motion/sample_motions.hpp"
#include "support/count_allocations.hpp"
#include "support/random_states.hpp"

#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"

#include <gtest/gtest.h>

namespace jourdain::motion_allocation_test {
namespace {

class NoAllocation : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, NoAllocation, testing::ValuesIn(catalogue_names()), as_identifier);

void expect_none(const NamedMotion& named, double t) {
  Follower follow(named.motion);
  Workspace workspace(named.motion.robot());
  PlatformState motion;
  MotorState motors(static_cast<int>(named.motion.robot().motor_joints().size()));
  Status status[3] = {};
  AllocationCount count;
  status[0] = named.motion.at(t, motion);
  status[1] = named.motion.at(t, motors);
  status[2] = follow(t, workspace);
  follow.take(named.motion);
  EXPECT_EQ(count.stop(), 0) << named.name << " at " << t;
  if (!std::isfinite(t)) {
    EXPECT_NE(status[2], Status::ok);
  }
  EXPECT_FALSE(status[0] == Status::ok && status[1] == Status::ok);
}

TEST_P(NoAllocation, EveryKindInEverySpace) {
  if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
  const Robot& robot = catalogue_robot(GetParam());
  std::vector<NamedMotion> motions;
  if (robot.mechanism().output) motions = sample_motions(MotionSpace::platform(robot), 0.02);
  const MotionSpace joints = MotionSpace::motors(robot);
  motions.push_back({"motors", line(joints, joints.home(), place_near_home(joints, 0.02, 1))});
  for (const NamedMotion& named : motions) {
    for (double t : {-1.0, 0.0, 0.31, 0.77, 9.0, static_cast<double>(NAN)}) expect_none(named, t);
  }
  // A motion that leaves the workspace.
  if (robot.mechanism().output) {
    const MotionSpace space = MotionSpace::platform(robot);
    expect_none({"far", line(space, space.home(), place_near_home(space, 10, 1))}, 0.7);
  }
}

}  // namespace
}  // namespace jourdain::motion_allocation_test
