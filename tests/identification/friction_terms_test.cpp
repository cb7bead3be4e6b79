// Stribeck's and load-dependent friction from logs that have it, and from one that does not.
#include "support/recorded_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/identification/identify.hpp"

#include <gtest/gtest.h>

namespace jourdain::friction_terms_test {
namespace {

struct FrictionLog {
  const Robot& robot = catalogue_robot("five-bar");
  BaseParameters base = find_base_parameters(LinearForm(robot));
  std::vector<Sample> samples = recorded_samples(robot, 5, 1500, 250, 2);
  VectorX rate = VectorX::Zero(2);

  FrictionLog() {
    Random random(3);
    std::normal_distribution<double> normal;
    for (Sample& s : samples) {
      rate += s.rates.cwiseAbs2();
      for (double& f : s.forces) f += 0.002 * normal(random);
    }
    rate = (rate / 1500).cwiseSqrt();
  }

  FrictionTerms found(bool stribeck, bool load) {
    SampleList list(samples);
    Equations equations(base.form, list);
    const Estimate e = estimate(base, equations);
    FrictionTermOptions options;
    options.stribeck = stribeck;
    options.load = load;
    return find_friction_terms(base, list, e, options);
  }
};

TEST(FrictionTerms, TellStribecksRiseAndItsSpeed) {
  FrictionLog log;
  const double height = 0.05, speed = 0.1 * log.rate[0];
  for (Sample& s : log.samples)
    s.forces[0] += height * std::copysign(std::exp(-std::pow(s.rates[0] / speed, 2)), s.rates[0]);
  const FrictionTerms terms = log.found(true, false);
  ASSERT_EQ(terms.stribeck.size(), 2u);
  EXPECT_TRUE(terms.stribeck[0].told);
  EXPECT_NEAR(terms.stribeck[0].value, height, 2 * terms.stribeck[0].half_width);
  EXPECT_NEAR(terms.stribeck[0].speed / speed, 1, 0.25);
  EXPECT_LT(std::abs(terms.stribeck[1].value), 0.2 * height);
  EXPECT_LT(terms.after, 0.95 * terms.before);
  // Without the term the log is that of dry and viscous friction again.
  SampleList list(log.samples);
  WithoutStribeck smooth(list, terms);
  smooth.rewind();
  Sample s;
  double left = 0;
  for (std::size_t i = 0; smooth.next(s); ++i) {
    const double term = height * std::copysign(std::exp(-std::pow(s.rates[0] / speed, 2)), s.rates[0]);
    left = std::max(left, std::abs(log.samples[i].forces[0] - term - s.forces[0]));
  }
  EXPECT_LT(left, 0.4 * height);
}

TEST(FrictionTerms, TellFrictionThatGrowsWithTheLoad) {
  FrictionLog log;
  const double mu = 0.004;
  Workspace workspace(log.robot);
  VectorX forces(2);
  Reactions reactions;
  for (Sample& s : log.samples) {
    ASSERT_EQ(forward_kinematics(log.robot, s.q, s.rates, s.accelerations, workspace), Status::ok);
    ASSERT_EQ(inverse_dynamics(log.robot, workspace, forces), Status::ok);
    ASSERT_EQ(joint_reactions(log.robot, workspace, forces, reactions), Status::ok);
    for (int k = 0; k < 2; ++k) {
      const int joint = log.robot.motor_joints()[k];
      s.forces[k] += std::copysign(mu * reactions.joints[joint].constraint_force.norm(), s.rates[k]);
    }
  }
  const FrictionTerms terms = log.found(false, true);
  for (const FrictionTerm& term : terms.load) {
    EXPECT_TRUE(term.told);
    EXPECT_NEAR(term.value, mu, 2 * term.half_width);
  }
}

TEST(FrictionTerms, AreNotToldWhereThereAreNone) {
  FrictionLog log;
  const FrictionTerms terms = log.found(true, true);
  for (const FrictionTerm& term : terms.stribeck) EXPECT_LT(std::abs(term.value), 2 * term.half_width + 1e-3);
  for (const FrictionTerm& term : terms.load) EXPECT_LT(std::abs(term.value), 2 * term.half_width);
  EXPECT_THROW(log.found(false, false), Error);
}

}  // namespace
}  // namespace jourdain::friction_terms_test
