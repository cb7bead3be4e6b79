// Rows of equations near reversals, and the coverage of intervals that depends on them.
#include "support/measured_logs.hpp"
#include "support/recorded_motion.hpp"

#include "jourdain/identification/estimate.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace jourdain::reversals_test {
namespace {

// A row has no weight while its motor, and no other one, is near a change of sign.
TEST(Reversals, TakeTheWeightOfTheirRows) {
  const Robot robot(rubbing_model("delta"));
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const std::vector<Sample> samples = recorded_samples(robot, 5, 1500, 500);
  SampleList list(samples), again(samples);
  constexpr double span = 0.02;
  const auto is_near = [&](std::size_t i, int motor, double time) {
    for (std::size_t j = 1; j < samples.size(); ++j)
      if (samples[j].rates[motor] * samples[j - 1].rates[motor] <= 0 &&
          std::abs(samples[j].time - samples[i].time) <= time)
        return true;
    return false;
  };
  EquationOptions options;
  options.reversal = span;
  Equations equations(base.form, list, options), all(base.form, again);
  std::size_t i = 0;
  long without = 0;
  for (const Equation* e = equations.next(); e; e = equations.next(), ++i) {
    ASSERT_EQ(e->row, samples[i].row);
    ASSERT_EQ(e->weights.size(), 3);
    for (int k = 0; k < 3; ++k) {
      without += e->weights[k] == 0;
      if (is_near(i, k, span - 0.0021)) {
        EXPECT_EQ(e->weights[k], 0) << "row " << e->row;
      } else if (!is_near(i, k, span + 0.0021)) {
        EXPECT_EQ(e->weights[k], 1) << "row " << e->row;
      }
    }
    const Equation* plain = all.next();
    ASSERT_NE(plain, nullptr);
    EXPECT_EQ(plain->weights.size(), 0);
    EXPECT_EQ((plain->Y - e->Y).norm(), 0);
  }
  EXPECT_EQ(i, samples.size());
  EXPECT_GT(without, 30);
}

// A tenth of what bench/coverage_bench.cpp looks at; seeds are fixed.
TEST(Coverage, IsThatOfTheIntervalsOnLongLogsToo) {
  if (!std::getenv("JOURDAIN_FULL_TESTS")) GTEST_SKIP() << "in ./check --full";
  Coverage::Count all;
  for (const double length : {6.0, 30.0, 90.0, 300.0}) {
    Coverage coverage;
    for (const std::string name : {"delta", "five-bar", "palida"}) {
      const MeasuredRobot robot(name);
      for (unsigned i = 0; i < 3; ++i) {
        MeasuredLog log;
        log.duration = length;
        log.jitter = i == 2 ? 2e-4 : 0;
        log.seed = 500 + i;
        robot.count(log, {}, coverage);
      }
    }
    fmt::print("{} s: {:.1f} % of {}\n", length, 100 * coverage.all.share(), coverage.all.count);
    EXPECT_GT(coverage.all.share(), 0.90) << length;
    all.held += coverage.all.held, all.count += coverage.all.count;
  }
  EXPECT_GT(all.share(), 0.92);
  EXPECT_LT(all.share(), 0.98);
}

}  // namespace
}  // namespace jourdain::reversals_test
