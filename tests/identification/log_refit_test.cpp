// Mistakes of a log that show whatever the masses are: clocks, lags, mirrored motors, friction that is not shared,
// lengths, spikes, set-points.
#include "support/catalogue_robots.hpp"
#include "support/measured_logs.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/log_refit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::log_refit_test {
namespace {

MeasuredLog measured(unsigned seed) {
  MeasuredLog log;
  log.seed = seed;
  return log;
}

std::string kinds(const LogRefit& refit) {
  std::string text;
  for (const LogSuspicion& s : refit.suspicions) text += s.kind + ": " + s.message + "\n";
  return text;
}

class Refit : public ::testing::TestWithParam<std::string> {
 protected:
  const MeasuredRobot robot{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Some, Refit, ::testing::Values("delta", "five-bar", "palida", "hexapod"), as_identifier);

TEST_P(Refit, FindsDelays) {
  constexpr double tolerance = 3e-4;  // s
  unsigned seed = 20;
  for (const double delay : {2e-3, 5e-3, 20e-3, -20e-3}) {
    MeasuredLog log = measured(++seed);
    log.delay = delay;
    const LogRefit found = robot.refit(log);
    ASSERT_EQ(static_cast<int>(found.clocks.size()), robot.motors());
    for (const MotorClock& c : found.clocks) {
      EXPECT_TRUE(c.told) << delay;
      EXPECT_NEAR(c.delay, delay, tolerance);
      EXPECT_EQ(c.lag, 0);
    }
    ASSERT_EQ(found.suspicions.size(), 1u) << kinds(found);
    EXPECT_EQ(found.suspicions[0].kind, "clock");
  }
}

TEST_P(Refit, FindsALag) {
  MeasuredLog log = measured(31);
  log.lag = 8e-3;
  const LogRefit found = robot.refit(log);
  for (const MotorClock& c : found.clocks) {
    EXPECT_TRUE(c.told);
    EXPECT_NEAR(c.lag, log.lag, 8e-4);
    EXPECT_EQ(c.delay, 0);
  }
  ASSERT_EQ(found.suspicions.size(), 1u) << kinds(found);
  EXPECT_EQ(found.suspicions[0].kind, "lag");
}

TEST_P(Refit, LeavesGoodLogsAlone) {
  for (unsigned seed = 41; seed < 44; ++seed) {
    const LogRefit found = robot.refit(measured(seed));
    EXPECT_TRUE(found.looked);
    EXPECT_TRUE(found.suspicions.empty()) << "seed " << seed << ": " << kinds(found);
  }
}

// Nothing, with exit code 1, or a refusal; the motor's name in both.
TEST_P(Refit, NamesAMirroredMotor) {
  for (int motor = 0; motor < std::min(robot.motors(), 3); ++motor) {
    MeasuredLog log = measured(51);
    log.mirrored = {motor};
    const Robot& known = robot.base().form.robot();
    const std::string name = known.mechanism().joints[known.motor_joints()[motor]].name;
    IdentifyOptions options;
    options.consistent = true;
    std::string told;
    try {
      const Identification found = robot.identified(log, options);
      EXPECT_EQ(found.verdict.use, Use::nothing);
      for (const Reason& reason : found.verdict.reasons) told += reason.text + "\n";
    } catch (const Error& error) {
      told = error.what();
    }
    EXPECT_NE(told.find("'" + name + "' counts the other way round"), std::string::npos) << told;
  }
}

// Parameters of a log that was put right are as good as those of a right one, and no second log is shifted for it.
TEST(CorrectedClock, GivesTheParameters) {
  const MeasuredRobot robot("delta");
  for (const auto& [delay, lag] : {std::pair{5e-3, 0.0}, std::pair{0.0, 5e-3}}) {
    MeasuredLog log = measured(61);
    log.delay = delay;
    log.lag = lag;
    IdentifyOptions options;
    options.correct_clock = true;
    Coverage coverage;
    const Identification found = robot.count(log, options, coverage);
    EXPECT_TRUE(found.clock_corrected);
    EXPECT_GT(coverage.all.share(), 0.8);
    EXPECT_LT(coverage.all.deviations(), 1.6);
    EXPECT_LT(found.residuals.share(), 0.015);
    options.correct_clock = false;
    Coverage shifted;
    robot.count(log, options, shifted);
    EXPECT_LT(shifted.all.share(), 0.7);
  }
}

TEST(SharedFriction, IsNamedWhereTheMotorsDoNotShareIt) {
  Mechanism model = rubbing_model("delta");
  const std::vector<int> motors = actuated_joints(model);
  const auto friction = [&](Mechanism& m, int k) -> Friction& { return m.joints[motors[k]].axes[0].friction; };
  for (int k = 0; k < 3; ++k) {
    friction(model, k) = friction(model, 0);
    friction(model, k).shared = "bearing";
  }
  const MeasuredRobot robot(model);
  EXPECT_TRUE(robot.refit(measured(71)).suspicions.empty());
  Mechanism truth = model;
  for (int k = 0; k < 3; ++k) {
    friction(truth, k).shared.clear();
    friction(truth, k).coulomb *= 0.5 + 0.5 * k;
  }
  const LogRefit found = robot.refit(Robot(truth), measured(72));
  ASSERT_FALSE(found.suspicions.empty());
  EXPECT_EQ(found.suspicions[0].kind, "shared friction");
  EXPECT_NE(found.suspicions[0].message.find("coulomb.bearing"), std::string::npos) << kinds(found);
  EXPECT_LT(found.suspicions[0].corrected, found.suspicions[0].error);
}

// As far as the noise lets it be told.
TEST(Geometry, IsSuspectedWhenOnePerCentOff) {
  const MeasuredRobot robot("delta");
  Mechanism truth = rubbing_model("delta");
  for (Joint& joint : truth.joints) {
    const auto is_rod = [&](int body) { return truth.bodies[body].name.ends_with("fore.rod"); };
    if (is_rod(joint.body_a)) joint.in_a.p *= 1.01;
    if (is_rod(joint.body_b)) joint.in_b.p *= 1.01;
  }
  MeasuredLog log = measured(81);
  log.noise = 1e-3;
  EXPECT_TRUE(robot.refit(log).suspicions.empty());
  const LogRefit found = robot.refit(Robot(truth), log);
  ASSERT_EQ(found.suspicions.size(), 1u) << kinds(found);
  EXPECT_EQ(found.suspicions[0].kind, "geometry");
  EXPECT_NE(found.suspicions[0].message.find("'fore.rod' are"), std::string::npos) << kinds(found);
}

// Motors come later than what is commanded, and commands know no encoder.
TEST(SetPoints, AreSuspectedWhereForcesComeLater) {
  const MeasuredRobot robot("delta");
  MeasuredLog log = measured(95);
  log.delay = 5e-3;
  const auto asks = [&] {
    const Verdict verdict = robot.identified(log).verdict;
    return std::ranges::any_of(verdict.reasons, [](const Reason& reason) {
      return reason.limits == Use::feedforward && reason.text.find("set-points") != std::string::npos;
    });
  };
  EXPECT_FALSE(asks());
  log.set_points = true;
  EXPECT_TRUE(asks());
}

// Spikes mean nothing for the bandwidth, and rejected samples nothing for the verdict.
TEST(Spikes, HardlyMatterToARobustEstimate) {
  const MeasuredRobot robot("delta");
  MeasuredLog log = measured(91);
  const double usual = robot.identified(log).log.bandwidth;
  log.spikes = 15;
  IdentifyOptions options;
  options.estimator.method = Method::irls;
  const Identification found = robot.identified(log, options);
  EXPECT_EQ(found.log.bandwidth, usual);
  EXPECT_NE(found.verdict.use, Use::nothing);
  EXPECT_LT(found.residuals.share(), 0.02);
  for (const MotorResidual& motor : found.residuals.motors) {
    EXPECT_GT(motor.rejected, 0);
    EXPECT_GT(motor.explained, 0.99);
  }
}

}  // namespace
}  // namespace jourdain::log_refit_test
