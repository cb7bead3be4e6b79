// Laws of every motion: derivatives, ends, and that robots can follow it.
#include "support/catalogue_robots.hpp"

#include "jourdain/model/catalogue.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motions.hpp"

#include <gtest/gtest.h>

namespace jourdain::trajectory_test {
namespace {

TEST(Trajectory, LineBeginsAndEndsAtRest) {
  const MotionSpace space = MotionSpace::platform(catalogue_robot("hexapod"));
  VectorX to = space.home();
  to += (VectorX(6) << 0.01, 0.02, -0.01, 0.1, -0.2, 0.15).finished();
  Timing timing;
  timing.duration = 0.5;
  const Trajectory motion = line(space, space.home(), to, timing);
  EXPECT_DOUBLE_EQ(motion.duration(), 0.5);
  Motion m;
  ASSERT_EQ(motion.at(1, m), Status::ok);
  EXPECT_LT((m.pose.p - to.head<3>()).norm(), 1e-15);
  EXPECT_EQ(m.twist.v.norm(), 0);
  ASSERT_EQ(motion.at(0.3, m), Status::ok);
  Follower follow(motion);
  Workspace workspace(space.robot());
  ASSERT_EQ(follow(0.3, workspace), Status::ok);
  EXPECT_LT((workspace.output_twist().w - m.twist.w).norm(), 1e-12);
  EXPECT_LT((workspace.output_acceleration().dw - m.acceleration.dw).norm(), 1e-10);
}

}  // namespace
}  // namespace jourdain::trajectory_test
