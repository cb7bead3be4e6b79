// Rates in tables that contradict positions and times are told; those that only look so are not.
#include "support/catalogue_robots.hpp"

#include "jourdain/motion/rate_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jourdain::rate_check_test {
namespace {

StateTable swing(double rate_factor, double time_factor, int rows = 101) {
  StateTable table;
  table.order = Order::acceleration;
  for (int i = 0; i < rows; ++i) {
    const double t = i * 0.01;
    PlatformState m;
    m.pose.p = {0.03 * std::sin(9 * t), 0, -0.3};
    m.twist.v = {rate_factor * 0.27 * std::cos(9 * t), 0, 0};
    m.acceleration.a = {-2.43 * std::sin(9 * t), 0, 0};
    table.motions.push_back(m);
    table.time.push_back(t * time_factor);
    table.lines.push_back(i + 2);
  }
  return table;
}

std::vector<RateContradiction> found(StateTable table) {
  return rate_contradictions(catalogue_robot("delta"), MotionTable(std::move(table)));
}

TEST(RateCheck, NamesSignsUnitsAndClocks) {
  EXPECT_TRUE(found(swing(1, 1)).empty());
  const auto sign = found(swing(-1, 1)), unit = found(swing(1000, 1)), clock = found(swing(1, 1000));
  ASSERT_FALSE(sign.empty());
  EXPECT_NEAR(sign[0].ratio, -1, 0.02);
  EXPECT_NE(sign[0].message.find("other sign"), std::string::npos) << sign[0].message;
  EXPECT_EQ(sign[0].columns, std::vector<std::string>{"vx"});
  ASSERT_FALSE(unit.empty());
  EXPECT_NEAR(unit[0].ratio, 1000, 20);
  EXPECT_NE(unit[0].message.find("millimetres"), std::string::npos) << unit[0].message;
  ASSERT_EQ(clock.size(), 2u) << "velocities and accelerations";
  EXPECT_NEAR(clock[0].ratio, 1000, 20);
  EXPECT_EQ(clock[1].order, Order::acceleration);
}

TEST(RateCheck, NamesAccelerationsAlone) {
  StateTable table = swing(1, 1);
  for (PlatformState& m : table.motions) m.acceleration.a *= -1;
  const auto list = found(table);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].order, Order::acceleration);
}

// Few rows, noise in positions, and times that say nothing are no contradiction.
TEST(RateCheck, AllowsForCoarseAndNoisyTables) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 2e-5);
  StateTable noisy;
  noisy.order = Order::velocity;
  for (int i = 0; i < 4000; ++i) {
    const double t = i * 1e-3;
    PlatformState m;
    m.pose.p = {0.03 * std::sin(2 * t) + noise(random), noise(random), -0.3};
    m.twist.v = {0.06 * std::cos(2 * t), 0, 0};
    noisy.motions.push_back(m);
    noisy.time.push_back(t);
    noisy.lines.push_back(i);
  }
  EXPECT_TRUE(found(noisy).empty());
  StateTable untimed = swing(-1, 1);
  untimed.time.clear();
  EXPECT_TRUE(found(untimed).empty());
  // Four places, at rest at each.
  StateTable places = swing(0, 1, 4);
  for (PlatformState& m : places.motions) m.acceleration.a.setZero();
  EXPECT_TRUE(found(places).empty());
  StateTable coarse = swing(1, 1);
  StateTable few;
  few.order = coarse.order;
  for (std::size_t k = 0; k < coarse.motions.size(); k += 40) {
    few.motions.push_back(coarse.motions[k]);
    few.time.push_back(coarse.time[k]);
    few.lines.push_back(coarse.lines[k]);
  }
  EXPECT_TRUE(found(few).empty());
}

}  // namespace
}  // namespace jourdain::rate_check_test
