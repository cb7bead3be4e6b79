// Rates of another unit than meant are doubted; those of robots are not.
#include "support/catalogue_robots.hpp"

#include "kinematics/doubtful_rates.hpp"

#include <gtest/gtest.h>

namespace jourdain::doubtful_rates_test {
namespace {

RateDoubt doubt_of(const Vector3& velocity, const Vector3& acceleration) {
  const Robot& robot = catalogue_robot("delta");
  Workspace workspace(robot);
  PlatformState motion;
  motion.pose = robot.home_pose();
  motion.twist.v = velocity;
  motion.acceleration.a = acceleration;
  EXPECT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  return doubtful_rate(robot, workspace, Order::acceleration);
}

TEST(DoubtfulRate, NamesUnitsThatWereNotMeant) {
  EXPECT_EQ(doubt_of({10, 0, 0}, {200, 0, 0}).message, "");
  EXPECT_LT(doubt_of({10, 0, 0}, {200, 0, 0}).excess, 1);
  EXPECT_NE(doubt_of({200, 0, 0}, {0, 0, 0}).message.find("the output would move at 200 m/s"), std::string::npos);
  EXPECT_NE(doubt_of({0, 0, 0}, {5000, 0, 0}).message.find("times gravity"), std::string::npos);
}

TEST(DoubtfulRate, LooksAtMotorsOfRobotsWithoutOutput) {
  const Robot& robot = catalogue_robot("four-bar");
  Workspace workspace(robot);
  const VectorX q = robot.home_motors(), zero = VectorX::Zero(q.size());
  ASSERT_EQ(forward_kinematics(robot, q, VectorX::Constant(q.size(), 1000), zero, workspace), Status::ok);
  EXPECT_NE(doubtful_rate(robot, workspace, Order::velocity).message.find("would move at 1000 rad/s"),
            std::string::npos);
}

}  // namespace
}  // namespace jourdain::doubtful_rates_test
