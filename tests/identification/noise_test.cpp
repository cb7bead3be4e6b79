// What noise, outliers and lost samples do to estimates.
#include "support/draws.hpp"
#include "support/recorded_motion.hpp"

#include "identification/signals/signals.hpp"
#include "jourdain/identification/estimate.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::noise_test {
namespace {

constexpr double rate = 1000;

// Steps of the encoders: 200000 a turn, or 2 micrometres.
double encoder(const Robot& robot, int motor) {
  return motor_unit(robot, motor) == 1.0 ? 2 * 3.14159265 / 200000 : 2e-6;
}

// Three repetitions at 1 kHz, positions on the grid of the encoders, rates and accelerations derived from them.
std::vector<Sample> measured(const Robot& robot, int every) {
  const double period = 1.5;
  const std::vector<Sample> exact = recorded_samples(robot, 5, static_cast<int>(3 * period * rate), rate, period);
  const Differentiator d(rate, 30);
  const int motors = static_cast<int>(robot.motor_joints().size()), count = static_cast<int>(exact.size());
  MatrixX q(motors, count);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < motors; ++k) q(k, i) = std::round(exact[i].q[k] / encoder(robot, k)) * encoder(robot, k);
  std::vector<Sample> result;
  for (int i = d.half(); i + d.half() < count; i += every) {
    Sample s = exact[i];
    const auto window = q.middleCols(i - d.half(), 2 * d.half() + 1);
    s.q = window * d.smooth();
    s.rates = window * d.rate();
    s.accelerations = window * d.acceleration();
    s.first = result.empty();
    result.push_back(s);
  }
  return result;
}

// Equations in memory, with noise on their forces.
class EquationList : public EquationSource {
 public:
  EquationList(const LinearForm& form, SampleSource& samples) : form_(form) {
    Equations source(form, samples);
    while (const Equation* e = source.next()) clean_.push_back(*e);
    noisy_ = clean_;
  }
  const LinearForm& form() const override { return form_; }
  void rewind() override { next_ = 0; }
  const Equation* next() override { return next_ < noisy_.size() ? &noisy_[next_++] : nullptr; }

  // Noise on motor k of this size, partly white and partly with a memory of some samples.
  void add_noise(int k, double size, Random& random) {
    std::normal_distribution<double> normal;
    double slow = 0;
    for (std::size_t i = 0; i < clean_.size(); ++i) {
      slow = 0.7 * slow + std::sqrt(1 - 0.49) * normal(random);
      noisy_[i].b[k] = clean_[i].b[k] + size * (0.8 * normal(random) + 0.6 * slow);
    }
  }

 private:
  LinearForm form_;
  std::vector<Equation> clean_, noisy_;
  std::size_t next_ = 0;
};

VectorX rms_forces(const std::vector<Sample>& samples) {
  VectorX sum = VectorX::Zero(samples.front().forces.size());
  for (const Sample& s : samples) sum += s.forces.cwiseAbs2();
  return (sum / static_cast<double>(samples.size())).cwiseSqrt();
}

VectorX truth_of(const BaseParameters& base) {
  VectorX truth(static_cast<int>(base.base.size()));
  for (std::size_t i = 0; i < base.base.size(); ++i) truth[static_cast<int>(i)] = base.base[i].value;
  return truth;
}

double force_error(const Estimate& e, const VectorX& truth) {
  return (e.R * (e.values - truth)).norm() / (e.R * truth).norm();
}

class Noise : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Some, Noise, ::testing::Values("palida", "delta"), as_identifier);

// The current noise of each motor is 2 % of its force, partly white and partly with a memory of ten samples.
TEST_P(Noise, IntervalsCoverTheTruth) {
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const VectorX truth = truth_of(base);
  const std::vector<Sample> clean = measured(robot, 4);
  const int motors = static_cast<int>(robot.motor_joints().size());
  const int runs = draws(50, 1000);
  const VectorX force = rms_forces(clean);
  std::vector<int> covered(base.base.size(), 0);
  SampleList list(clean);
  EquationList equations(base.form, list);
  for (int run = 0; run < runs; ++run) {
    Random random(static_cast<unsigned>(100 + run));
    for (int k = 0; k < motors; ++k) equations.add_noise(k, 0.02 * force[k], random);
    const Estimate e = estimate(base, equations);
    for (std::size_t j = 0; j < covered.size(); ++j) {
      const ParameterEstimate& p = e.parameters[j];
      covered[j] += std::abs(p.value - truth[static_cast<int>(j)]) <= p.half_width;
    }
  }
  double pooled = 0, least = 1;
  for (std::size_t j = 0; j < covered.size(); ++j) {
    const double share = static_cast<double>(covered[j]) / runs;
    pooled += share / static_cast<double>(covered.size());
    least = std::min(least, share);
    if (share < 0.9) std::printf("%s %.3f\n", base.form.parameters()[j].name.c_str(), share);
  }
  std::printf("%s: %.3f pooled, least %.3f of %d draws\n", GetParam().c_str(), pooled, least, runs);
  EXPECT_GT(pooled, runs > 500 ? 0.94 : 0.93);
  EXPECT_LT(pooled, runs > 500 ? 0.96 : 0.975);
  // Of 50 draws with coverage 0.95 the least of 30 parameters lies above 0.80.
  EXPECT_GT(least, runs > 500 ? 0.92 : 0.80);
}

TEST_P(Noise, OutliersAndLostSamplesHardlyMatter) {
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const VectorX truth = truth_of(base);
  const std::vector<Sample> clean = measured(robot, 2);
  const int motors = static_cast<int>(robot.motor_joints().size());
  const VectorX force = rms_forces(clean);
  double plain = 0, outliers = 0, lost = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> share(0, 1);
    std::vector<Sample> noisy = clean;
    for (Sample& s : noisy)
      for (int k = 0; k < motors; ++k) s.forces[k] += 0.02 * force[k] * normal(random);
    std::vector<Sample> spoilt = noisy, fewer;
    for (Sample& s : spoilt)
      for (int k = 0; k < motors; ++k)
        if (share(random) < 0.1) s.forces[k] += force[k] * (2 + 3 * share(random));
    bool gap = true;
    for (const Sample& s : noisy) {
      if (share(random) < 0.05) {
        gap = true;
        continue;
      }
      fewer.push_back(s);
      fewer.back().first = gap;
      gap = false;
    }
    EstimatorOptions options;
    options.method = Method::irls;
    const auto error = [&](const std::vector<Sample>& samples) {
      SampleList list(samples);
      Equations equations(base.form, list);
      const Estimate e = estimate(base, equations, options);
      return force_error(e, truth);
    };
    plain += error(noisy);
    outliers += error(spoilt);
    lost += error(fewer);
  }
  std::printf("%s: force error %.2e, with outliers %.2f, with lost samples %.2f times that\n", GetParam().c_str(),
              plain / 3, outliers / plain, lost / plain);
  EXPECT_LT(outliers, 1.5 * plain);
  EXPECT_LT(lost, 1.5 * plain);
}

}  // namespace
}  // namespace jourdain::noise_test
