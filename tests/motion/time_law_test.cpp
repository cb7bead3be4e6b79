// The courses in time: peak accelerations of [Codourey98] figure 8, limits, ends, and what is refused.
#include "jourdain/core/error.hpp"
#include "jourdain/motion/motions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace jourdain::time_law_test {
namespace {

Timing in_time(Profile profile, double duration, double rise = 0.5) {
  Timing timing;
  timing.profile = profile;
  timing.duration = duration;
  timing.rise = rise;
  return timing;
}

struct Extremes {
  double speed = 0, up = 0, down = 0, jerk = 0;
};

Extremes extremes(const TimeLaw& law) {
  Extremes e;
  const int steps = 20000;
  const double h = law.duration() / steps;
  double last = 0;
  for (int k = 1; k < steps; ++k) {
    const TimeLaw::Point p = law.at(k * h);
    e.speed = std::max(e.speed, p.speed);
    e.up = std::max(e.up, p.acceleration);
    e.down = std::max(e.down, -p.acceleration);
    if (k > 1) e.jerk = std::max(e.jerk, std::abs(p.acceleration - last) / h);
    last = p.acceleration;
  }
  return e;
}

// Theory: L/T^2 = 12.75 m/s^2 gives 51, 80 and 120/60 m/s^2.
TEST(TimeLaw, HasThePeakAccelerationsOfCodourey98Figure8) {
  const double T = 1.0 / 6, L = 12.75 * T * T;
  const Extremes parabolic = extremes(TimeLaw(L, in_time(Profile::parabolic, T)));
  const Extremes sine = extremes(TimeLaw(L, in_time(Profile::sine, T)));
  const Extremes asymmetric = extremes(TimeLaw(L, in_time(Profile::sine, T, 1.0 / 3)));
  EXPECT_NEAR(parabolic.up, 51, 1e-9);
  EXPECT_NEAR(parabolic.down, 51, 1e-9);
  EXPECT_NEAR(sine.up, 2 * M_PI * 12.75, 1e-4);
  EXPECT_NEAR(sine.up, 80, 0.2);
  EXPECT_NEAR(asymmetric.up, 120, 0.3);
  EXPECT_NEAR(asymmetric.down, 60, 0.15);
  const Extremes quintic = extremes(TimeLaw(L, in_time(Profile::quintic, T)));
  EXPECT_NEAR(quintic.up, 10 / std::sqrt(3.0) * 12.75, 1e-4);
}

TEST(TimeLaw, QuinticIsThePolynomial) {
  const TimeLaw law(2, in_time(Profile::quintic, 3));
  for (double x : {0.1, 0.37, 0.5, 0.8}) {
    EXPECT_NEAR(law.at(3 * x).way, 2 * x * x * x * (10 - 15 * x + 6 * x * x), 1e-14);
  }
}

TEST(TimeLaw, GoesFromZeroToTheLengthAndKeepsItsLimits) {
  for (Profile profile : {Profile::parabolic, Profile::sine, Profile::quintic, Profile::double_s}) {
    for (double length : {0.001, 0.05, 1.0, 30.0}) {
      Timing timing;
      timing.profile = profile;
      timing.speed = 0.8;
      timing.acceleration = 5;
      if (profile == Profile::double_s) timing.jerk = 40;
      const TimeLaw law(length, timing);
      const Extremes e = extremes(law);
      EXPECT_LE(e.speed, 0.8 * (1 + 1e-12)) << to_string(profile) << " " << length;
      EXPECT_LE(std::max(e.up, e.down), 5 * (1 + 1e-9)) << to_string(profile) << " " << length;
      EXPECT_NEAR(std::max(e.up, e.down), law.acceleration(), 1e-3 * law.acceleration());
      if (profile == Profile::double_s) {
        EXPECT_LE(e.jerk, 40 * (1 + 1e-6)) << length;
      }
      EXPECT_NEAR(law.at(law.duration() * (1 - 1e-12)).way, length, 1e-9 * length);
      EXPECT_EQ(law.at(law.duration()).way, length);
      EXPECT_EQ(law.at(-1).way, 0);
      // The way is the integral of the speed, by Simpson's rule between knots.
      double way = 0;
      const std::vector<double> knots = law.knots();
      for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
        const double h = (knots[k + 1] - knots[k]) / 200;
        for (int i = 0; i < 200; ++i) {
          const double t = knots[k] + i * h;
          way += h / 6 * (law.at(t).speed + 4 * law.at(t + h / 2).speed + law.at(t + h).speed);
        }
      }
      EXPECT_NEAR(way, length, 1e-8 * length) << to_string(profile);
    }
  }
}

// The fastest double S of the literature: all seven phases, no constant speed, no constant acceleration.
TEST(TimeLaw, DoubleSIsTheFastest) {
  Timing timing;
  timing.profile = Profile::double_s;
  timing.speed = 1;
  timing.acceleration = 4;
  timing.jerk = 16;
  EXPECT_NEAR(TimeLaw(2, timing).duration(), 2 / 1.0 + 1 / 4.0 + 4 / 16.0, 1e-12);
  EXPECT_NEAR(TimeLaw(0.0625, timing).duration(), 4 * std::cbrt(0.0625 / (2 * 16)), 1e-12);
  timing.speed = 10;
  const double v = TimeLaw(2, timing).speed();
  EXPECT_NEAR(v * v / 4 + v * 4 / 16, 2, 1e-12);
}

TEST(TimeLaw, HoldsTheSpeedBetweenRamps) {
  Timing timing;
  timing.speed = 1;
  const TimeLaw law(2 * M_PI * 0.1, timing);
  EXPECT_DOUBLE_EQ(law.speed(), 1);
  for (double x : {0.01, 0.4, 0.99}) EXPECT_EQ(law.at(law.rise() + x * law.cruise()).speed, 1);
  EXPECT_NEAR(law.at(law.rise()).way, law.length() / 8, 1e-12);
  timing.duration = 0.9;
  EXPECT_NEAR(TimeLaw(2 * M_PI * 0.1, timing).duration(), 0.9, 1e-12);
}

TEST(TimeLaw, RefusesWhatMakesNoMotion) {
  const auto refuses = [](double length, auto change) {
    Timing timing;
    change(timing);
    EXPECT_THROW(TimeLaw(length, timing), Error);
  };
  refuses(0, [](Timing&) {});
  refuses(-1, [](Timing&) {});
  refuses(NAN, [](Timing&) {});
  refuses(1, [](Timing& t) { t.duration = 0; });
  refuses(1, [](Timing& t) { t.speed = -1; });
  refuses(1, [](Timing& t) { t.speed = INFINITY; });
  refuses(1, [](Timing& t) { t.rise = 0; });
  refuses(1, [](Timing& t) { t.rise = 1; });
  refuses(1, [](Timing& t) { t.jerk = 1; });
  refuses(1, [](Timing& t) { t.profile = Profile::double_s, t.jerk = 1; });
  refuses(1, [](Timing& t) { t.duration = 1, t.acceleration = 1; });
  refuses(1, [](Timing& t) { t.duration = 1, t.speed = 0.5; });
  refuses(1, [](Timing& t) { t.duration = 1, t.speed = 5; });
  refuses(1, [](Timing& t) { t.ramp = 1; });
  refuses(1, [](Timing& t) { t.ramp = 2, t.speed = 1; });
}

}  // namespace
}  // namespace jourdain::time_law_test
