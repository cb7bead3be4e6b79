// Instruments against noise of the positions, which biases least squares.
#include "support/recorded_motion.hpp"

#include "identification/estimators/instruments.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::instruments_test {
namespace {

TEST(Instruments, AreNotBiasedByNoisyAccelerations) {
  const Robot& robot = catalogue_robot("five-bar");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const int motors = static_cast<int>(robot.motor_joints().size()), count = static_cast<int>(base.base.size());
  const std::vector<Sample> clean = recorded_samples(robot, 5, 900, 250, 2);
  VectorX acceleration = VectorX::Zero(motors), force = acceleration;
  for (const Sample& s : clean) acceleration += s.accelerations.cwiseAbs2(), force += s.forces.cwiseAbs2();
  acceleration = (acceleration / 900).cwiseSqrt();
  force = (force / 900).cwiseSqrt();
  constexpr int runs = 12;
  int covered_plain = 0, covered_iv = 0;
  SampleList exact(clean);
  Equations instruments(base.form, exact);
  for (int run = 0; run < runs; ++run) {
    Random random(static_cast<unsigned>(300 + run));
    std::normal_distribution<double> normal;
    std::vector<Sample> noisy = clean;
    for (Sample& s : noisy) {
      for (int k = 0; k < motors; ++k) {
        s.accelerations[k] += 0.5 * acceleration[k] * normal(random);
        s.forces[k] += 0.01 * force[k] * normal(random);
      }
    }
    SampleList list(noisy);
    Equations equations(base.form, list);
    const Estimate plain = estimate(base, equations);
    const Estimate iv = estimate_with_instruments(base, equations, instruments);
    EXPECT_EQ(iv.method, Method::iv);
    for (int j = 0; j < count; ++j) {
      const double truth = base.base[j].value;
      const ParameterEstimate& p = plain.parameters[j];
      const ParameterEstimate& q = iv.parameters[j];
      covered_plain += std::abs(p.value - truth) <= p.half_width;
      covered_iv += std::abs(q.value - truth) <= q.half_width;
    }
  }
  const double all = runs * count;
  std::printf("five-bar, accelerations 50 %% noise: 95 %% intervals hold the truth in %.0f %% by wls, %.0f %% by iv\n",
              100 * covered_plain / all, 100 * covered_iv / all);
  EXPECT_LT(covered_plain / all, 0.85);
  EXPECT_GT(covered_iv / all, 0.90);
}

TEST(Instruments, AreTheCommandedMotionAtTheTimesOfTheLog) {
  const Robot& robot = catalogue_robot("five-bar");
  const Motion motion = parse_motion_text(robot, "circle radius=20mm speed=0.1m/s").motion;
  std::vector<Sample> samples;
  for (int i = 0; i < 50; ++i) {
    Sample s;
    s.time = 3 + 0.01 * i;
    s.row = i;
    s.q = s.rates = s.accelerations = s.forces = VectorX::Zero(2);
    samples.push_back(s);
  }
  SampleList list(samples);
  ReferenceSamples reference(list, motion, 3);
  reference.rewind();
  Sample s;
  ASSERT_TRUE(reference.next(s));
  EXPECT_EQ(s.row, 0);
  EXPECT_NEAR((s.q - robot.home_motors()).norm(), 0, 0.5);
  EXPECT_GT(s.q.norm(), 0);
  while (reference.next(s)) continue;
  // Positions of zero are not those of the motion.
  EXPECT_GT(reference.distance(), 0.5);
}

}  // namespace
}  // namespace jourdain::instruments_test
