// Mistakes of a log that show whatever the masses are: clocks, lags, mirrored motors.
#include "support/catalogue_robots.hpp"
#include "support/measured_logs.hpp"

#include "jourdain/identification/log_refit.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace jourdain::log_refit_test {
namespace {

class Refit : public ::testing::TestWithParam<std::string> {
 protected:
  Identification identified(const MeasuredLog& log, bool correct = false) const {
    IdentifyOptions options;
    options.correct_clock = correct;
    options.trust_log = true;
    return robot.identified(log, options);
  }
  std::size_t f_motors() const { return robot.base().form.robot().actuators().size(); }
  MeasuredRobot robot{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Some, Refit, ::testing::Values("delta", "five-bar", "palida", "hexapod"), as_identifier);

TEST_P(Refit, X) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (double delay : {0.0, 2e-3, 5e-3, 20e-3, -20e-3}) {
      MeasuredLog log;
      log.seed = seed;
      log.delay = delay;
      const Identification f = identified(log);
      fmt::print("{} {} {}:", GetParam(), seed, 1e3 * delay);
      for (const MotorClock& c : f.refit.clocks)
        fmt::print(" {:.3f}+-{:.3f}{}{}", 1e3 * c.delay, 1e3 * c.deviation, c.told ? "*" : "", c.lag > 0 ? "lag" : "");
      fmt::print(" mirrored {}\n", f.refit.mirrored.size());
    }
    for (double lag : {2e-3, 5e-3, 20e-3}) {
      MeasuredLog log;
      log.seed = seed;
      log.lag = lag;
      const Identification f = identified(log);
      fmt::print("{} {} lag {}:", GetParam(), seed, 1e3 * lag);
      for (const MotorClock& c : f.refit.clocks)
        fmt::print(" {:.3f} {:.3f}{}", 1e3 * c.lag, 1e3 * c.delay, c.told ? "*" : "");
      fmt::print("\n");
    }
    for (int k = 0; k < static_cast<int>(f_motors()); ++k) {
      MeasuredLog log;
      log.seed = seed;
      log.mirrored = {k};
      try {
        const Identification f = identified(log);
        fmt::print("{} {} mirror {}: {} use {}", GetParam(), seed, k, fmt::join(f.refit.mirrored, ","),
                   to_string(f.verdict.use));
        for (const LogSuspicion& s : f.check.suspicions) fmt::print(" {}", s.kind);
        fmt::print("\n");
      } catch (const Error& e) {
        fmt::print("{} {} mirror {}: {}\n", GetParam(), seed, k, e.what());
      }
    }
  }
}

}  // namespace
}  // namespace jourdain::log_refit_test
