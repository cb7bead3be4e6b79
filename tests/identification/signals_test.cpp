// The differentiator against functions whose derivatives are known.
#include "identification/signals/signals.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace jourdain::signals_test {
namespace {

constexpr double rate = 1000, bandwidth = 20;

// Value, rate and acceleration at 0 of a function that is sampled about 0.
template <typename Function>
Vector3 differentiated(const Differentiator& d, const Function& f) {
  VectorX x(2 * d.half() + 1);
  for (int k = -d.half(); k <= d.half(); ++k) x[k + d.half()] = f(k / rate);
  return {d.smooth().dot(x), d.rate().dot(x), d.acceleration().dot(x)};
}

TEST(Differentiator, IsExactForParabolas) {
  const Differentiator d(rate, bandwidth);
  const Vector3 result = differentiated(d, [](double t) { return 3 + 2 * t - 5 * t * t; });
  EXPECT_NEAR(result[0], 3, 1e-4);
  EXPECT_NEAR(result[1], 2, 1e-9);
  EXPECT_NEAR(result[2], -10, 1e-7);
}

TEST(Differentiator, PassesTheBandAndStopsTwiceTheBand) {
  const Differentiator d(rate, bandwidth);
  const double full = 2 * std::numbers::pi * bandwidth;
  for (double f = 0.5; f <= bandwidth; f *= 1.3) {
    const double w = 2 * std::numbers::pi * f, phase = 0.7;
    const Vector3 result = differentiated(d, [&](double t) { return std::sin(w * t + phase); });
    EXPECT_NEAR(result[0], std::sin(phase), 1e-3) << f;
    EXPECT_NEAR(result[1] / full, w * std::cos(phase) / full, 1e-3) << f;
    EXPECT_NEAR(result[2] / (full * full), -w * w * std::sin(phase) / (full * full), 1e-3) << f;
  }
  for (double f = 2 * bandwidth; f < 450; f *= 1.2) {
    const double w = 2 * std::numbers::pi * f;
    const Vector3 result = differentiated(d, [&](double t) { return std::sin(w * t + 0.7); });
    EXPECT_LT(std::abs(result[0]), 1e-3) << f;
    EXPECT_LT(std::abs(result[1]) / full, 1e-3) << f;
    EXPECT_LT(std::abs(result[2]) / (full * full), 1e-3) << f;
  }
}

// A smoothing spline of fifth degree has the response 1 / (1 + (f / bandwidth)^6).
TEST(Differentiator, SplineHasItsResponse) {
  const Differentiator d(rate, bandwidth, Smoothing::spline);
  for (double f = 1; f <= 2 * bandwidth; f *= 1.4) {
    const double w = 2 * std::numbers::pi * f, phase = 0.7, pass = 1 / (1 + std::pow(f / bandwidth, 6));
    const Vector3 result = differentiated(d, [&](double t) { return std::sin(w * t + phase); });
    Vector3 applied;
    VectorX x(2 * d.half() + 1);
    for (int k = -d.half(); k <= d.half(); ++k) x[k + d.half()] = std::sin(w * k / rate + phase);
    d.apply(x.data() + d.half(), applied[0], applied[1], applied[2]);
    EXPECT_NEAR(result[0], pass * std::sin(phase), 1e-3) << f;
    EXPECT_NEAR(result[1] / w, pass * std::cos(phase), 1e-3) << f;
    EXPECT_NEAR(result[2] / (w * w), -pass * std::sin(phase), 3e-3) << f;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(applied[i], result[i], 1e-9 * (1 + std::abs(result[i])));
  }
}

TEST(Differentiator, RefusesABandwidthBeyondTheRate) {
  EXPECT_THROW(Differentiator(1000, 300), Error);
  EXPECT_THROW(Differentiator(1000, 0), Error);
  EXPECT_THROW(Differentiator(1000, -5), Error);
}

}  // namespace
}  // namespace jourdain::signals_test
