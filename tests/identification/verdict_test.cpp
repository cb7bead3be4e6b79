// What a verdict says, and what it allows.
#include "support/random_states.hpp"

#include "jourdain/identification/identify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace jourdain::verdict_test {
namespace {

// Good parameters of the five-bar, validated by as good a second log.
struct Case {
  Case() : base(find_base_parameters(LinearForm(catalogue_robot("five-bar")))) {
    estimate.condition = 50;
    MotorResidual motor;
    motor.measured_rms = 1, motor.measured_range = 4, motor.rms = 0.01, motor.explained = 0.999;
    residuals.motors.assign(2, motor);
    residuals.equations = 5000;
    validation = residuals;
    evidence.base = &base;
    evidence.estimate = &estimate;
    evidence.residuals = &residuals;
    evidence.validation = &validation;
  }

  // The use, if a reason with these words limits it to that.
  bool limits(Use use, const std::string& words) const {
    const Verdict verdict = judge(evidence);
    return verdict.use == use && std::ranges::any_of(verdict.reasons, [&](const Reason& reason) {
             return reason.limits == use && reason.text.find(words) != std::string::npos;
           });
  }

  BaseParameters base;
  Estimate estimate;
  ResidualReport residuals, validation;
  Evidence evidence;
};

TEST(Verdict, AllowsSimulationWithGoodParameters) { EXPECT_EQ(judge(Case().evidence).use, Use::simulation); }

TEST(Verdict, TakesNoCopyOfTheLogForASecondOne) {
  Case c;
  c.evidence.same_recording = true;
  EXPECT_TRUE(c.limits(Use::feedforward, "validates nothing"));
}

// A second log of which the filter leaves too little says nothing about the model.
TEST(Verdict, NamesASecondLogThatIsTooShort) {
  Case c;
  c.validation.equations = 12;
  for (MotorResidual& motor : c.validation.motors) motor.explained = 0, motor.measured_range = 0;
  EXPECT_TRUE(c.limits(Use::feedforward, "the second log is too short"));
}

TEST(Verdict, NamesAFewLargeResiduals) {
  Case c;
  c.residuals.motors[1].kurtosis = 25;
  EXPECT_TRUE(c.limits(Use::feedforward, "stick at reversals"));
  c.estimate.robust = true;
  EXPECT_EQ(judge(c.evidence).use, Use::simulation);
}

// Parameters that predict another motion are not for nothing.
TEST(Verdict, CountsWhatTheSecondLogSays) {
  Case c;
  c.estimate.condition = 1e6;
  EXPECT_TRUE(c.limits(Use::feedforward, "they predict the second log"));
  c.estimate.condition = 50;
  c.residuals.motors[0].explained = 0.6, c.residuals.motors[0].white = 0;
  EXPECT_TRUE(c.limits(Use::feedforward, "they predict the second log"));
  c.evidence.validation = nullptr;
  EXPECT_TRUE(c.limits(Use::nothing, "60 % of the variance"));
}

TEST(Verdict, DoesNotPromiseThatIntervalsHoldBias) {
  Case c;
  for (MotorResidual& motor : c.residuals.motors) motor.white = 0, motor.correlation_time = 20, motor.rms = 0.1;
  EXPECT_TRUE(c.limits(Use::feedforward, "not bias"));
  for (const Reason& reason : judge(c.evidence).reasons)
    EXPECT_EQ(reason.text.find("intervals allow"), std::string::npos) << reason.text;
}

TEST(Verdict, NamesForcesThatGoOppositeWays) {
  Case c;
  c.residuals.motors[1].agreement = -0.5;
  EXPECT_TRUE(c.limits(Use::nothing, "'motor2' go opposite ways"));
}

TEST(Verdict, NamesWhatFittingAnewTold) {
  for (const auto& [kind, use] : {std::pair{"mirrored motor", Use::nothing}, std::pair{"clock", Use::feedforward},
                                  std::pair{"lag", Use::feedforward}, std::pair{"shared friction", Use::feedforward},
                                  std::pair{"geometry", Use::feedforward}}) {
    Case c;
    LogRefit refit;
    refit.suspicions.push_back({kind, "what is wrong: give signs", 0.5, 0.1});
    c.evidence.refit = &refit;
    EXPECT_TRUE(c.limits(use, "what is wrong")) << kind;
  }
}

TEST(Verdict, AsksWhetherSmoothPositionsAreSetPoints) {
  Case c;
  c.evidence.smooth_positions = true;
  EXPECT_EQ(judge(c.evidence).use, Use::simulation);
  c.residuals.motors[0].correlation_time = 10;
  EXPECT_TRUE(c.limits(Use::feedforward, "set-points"));
}

TEST(Verdict, SaysThatModelsCarryNoFrictionByLoad) {
  Case c;
  c.evidence.load_friction = {"motor1"};
  EXPECT_TRUE(c.limits(Use::feedforward, "model files cannot carry it"));
}

}  // namespace
}  // namespace jourdain::verdict_test
