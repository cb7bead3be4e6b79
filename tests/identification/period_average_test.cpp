// Averages over periods: the mean of the noise falls, its size is told.
#include "support/recorded_motion.hpp"

#include "identification/signals/period_average.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

namespace jourdain::period_average_test {
namespace {

TEST(PeriodAverage, OfAPeriodLongerThanTheLogIsRefused) {
  std::vector<Sample> samples(100);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].time = 0.01 * static_cast<double>(i);
    samples[i].q = samples[i].rates = samples[i].accelerations = samples[i].forces = VectorX::Ones(1);
  }
  SampleList list(samples);
  for (const double period : {1.0, 1e6, 1e9, 1e300}) EXPECT_THROW(average_periods(list, 100, period), Error) << period;
  samples.back().time = 1e17;
  SampleList apart(samples);
  EXPECT_THROW(average_periods(apart, 100, 0.1), Error);
}

TEST(PeriodAverage, GivesOnePeriodAndTheNoiseBetweenThem) {
  const Robot& robot = catalogue_robot("five-bar");
  constexpr double rate = 100, period = 2, noise = 0.3;
  std::vector<Sample> samples = recorded_samples(robot, 3, 900, rate, period);
  const std::vector<Sample> exact = samples;
  Random random(1);
  std::normal_distribution<double> normal;
  for (Sample& s : samples) s.forces[0] += noise * normal(random);
  SampleList list(samples);
  const PeriodAverage mean = average_periods(list, rate, period);
  EXPECT_EQ(mean.samples.size(), 200u);
  EXPECT_EQ(mean.repetitions, 4);
  EXPECT_NEAR(mean.force_deviations[0], noise, 0.1 * noise);
  EXPECT_LT(mean.force_deviations[1], 1e-9);
  double squares = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_NEAR(mean.samples[i].q[1], exact[i].q[1], 1e-12);
    squares += std::pow(mean.samples[i].forces[0] - exact[i].forces[0], 2);
  }
  EXPECT_NEAR(std::sqrt(squares / 200), noise / 2, 0.1 * noise);
}

TEST(PeriodAverage, RefusesWhatDoesNotRepeat) {
  const Robot& robot = catalogue_robot("five-bar");
  SampleList list(recorded_samples(robot, 3, 100, 100, 2));
  EXPECT_THROW(average_periods(list, 100, 2), Error);
  EXPECT_THROW(average_periods(list, 100, 0.1234), Error);
  // Another period than that of the motion.
  SampleList longer(recorded_samples(robot, 3, 900, 100, 2));
  EXPECT_THROW(average_periods(longer, 100, 1.7), Error);
  EXPECT_NO_THROW(average_periods(longer, 100, 2));
}

}  // namespace
}  // namespace jourdain::period_average_test
