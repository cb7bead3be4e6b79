// What only the robot can reveal of a log: signs, scales, orders, gears, another robot.
#include "support/recorded_motion.hpp"

#include "jourdain/identification/log.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace jourdain {
namespace {

// Mistakes that only the robot can reveal.
class Suspicion : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);

  LogCheck check(const std::function<void(std::vector<Sample>&)>& spoil) const {
    std::vector<Sample> spoilt = samples;
    spoil(spoilt);
    SampleList list(spoilt);
    return check_log(robot, list);
  }
  void expect(const std::string& kind, const std::function<void(Sample&)>& spoil) const {
    const LogCheck result = check([&](std::vector<Sample>& all) {
      for (Sample& s : all) spoil(s);
    });
    ASSERT_FALSE(result.suspicions.empty()) << kind << " is not noticed, error " << result.error;
    EXPECT_TRUE(result.suspicions.front().kind.starts_with(kind)) << result.suspicions.front().message;
  }
};
INSTANTIATE_TEST_SUITE_P(Some, Suspicion, ::testing::Values("delta", "palida", "five-bar"), as_identifier);

TEST_P(Suspicion, IsNotRaisedByAGoodLog) {
  const LogCheck result = check([](std::vector<Sample>&) {});
  EXPECT_TRUE(result.suspicions.empty()) << result.suspicions.front().message;
  EXPECT_LT(result.error, 1e-6);
  // Nor by masses of CAD that are 40 % off, which look like forces that are.
  const LogCheck heavy = check([](std::vector<Sample>& all) {
    for (Sample& s : all) s.forces *= 1.4;
  });
  EXPECT_TRUE(heavy.suspicions.empty()) << heavy.suspicions.front().message;
}

TEST_P(Suspicion, NamesTheMistake) {
  expect("sign of all forces", [](Sample& s) { s.forces *= -1; });
  expect("sign of a force", [](Sample& s) { s.forces[1] *= -1; });
  expect("scale of a force", [](Sample& s) { s.forces *= 1e-3; });
  expect("order of forces", [](Sample& s) { std::swap(s.forces[0], s.forces[1]); });
  // Between mirrored legs swapped positions are swapped forces.
  expect("order of ", [](Sample& s) {
    std::swap(s.q[0], s.q[1]);
    std::swap(s.rates[0], s.rates[1]);
    std::swap(s.accelerations[0], s.accelerations[1]);
  });
}

TEST(LogCheck, NamesTheSignOfAPosition) {
  // Legs that are no mirror images of each other.
  const Robot& robot = catalogue_robot("serial-arm");
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  for (Sample& s : samples) s.q[1] *= -1, s.rates[1] *= -1, s.accelerations[1] *= -1;
  SampleList list(samples);
  const LogCheck result = check_log(robot, list);
  ASSERT_FALSE(result.suspicions.empty()) << result.error;
  EXPECT_EQ(result.suspicions.front().kind, "sign of a position") << result.suspicions.front().message;
}

TEST(LogCheck, NamesTheSideOfAGear) {
  Mechanism geared = catalogue_robot("delta").mechanism();
  for (Joint& joint : geared.joints) {
    if (!joint.motor) continue;
    joint.motor->gear = 40;
    joint.motor->direction = -1;
    joint.motor->zero = 0.1;
  }
  const Robot robot(geared);
  const std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  std::vector<Sample> positions = samples, forces = samples;
  // Encoder reading = direction * gear * (q - zero); the motor's torque is that of the joint over the gear.
  for (Sample& s : positions) {
    s.q = -40 * (s.q.array() - 0.1).matrix();
    s.rates *= -40;
    s.accelerations *= -40;
  }
  for (Sample& s : forces) s.forces /= 40;
  SampleList list(positions), weak(forces);
  const LogCheck result = check_log(robot, list);
  ASSERT_FALSE(result.suspicions.empty());
  EXPECT_EQ(result.suspicions.front().kind, "gear of positions") << result.suspicions.front().message;
  const LogCheck side = check_log(robot, weak);
  ASSERT_FALSE(side.suspicions.empty());
  EXPECT_NE(side.suspicions.front().message.find("motor's side of the gear"), std::string::npos)
      << side.suspicions.front().message;
}

// Positions that the robot cannot take here and there are no reason to suspect gears that it has not.
TEST(LogCheck, SuspectsNoGearWhereThereIsNone) {
  const Robot& robot = catalogue_robot("palida");
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (i % 10 >= 4 && i % 10 < 7) samples[i].q[0] += 3;
  SampleList list(samples);
  for (const LogSuspicion& s : check_log(robot, list).suspicions)
    EXPECT_EQ(s.message.find("gear"), std::string::npos) << s.message;
}

TEST(LogCheck, KnowsTheLogOfAnotherRobot) {
  const Robot& delta = catalogue_robot("delta");
  const Robot& other = catalogue_robot("orthoglide");
  SampleList list(recorded_samples(other, 9, 800, 200));
  const LogCheck result = check_log(delta, list);
  ASSERT_FALSE(result.suspicions.empty());
}

}  // namespace
}  // namespace jourdain
