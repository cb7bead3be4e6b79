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

TEST(Verdict, SaysThatModelsCarryNoFrictionByLoad) {
  Case c;
  c.evidence.load_friction = {"motor1"};
  EXPECT_TRUE(c.limits(Use::feedforward, "model files cannot carry it"));
}

}  // namespace
}  // namespace jourdain::verdict_test
