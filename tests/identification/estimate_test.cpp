// Least squares on simulated logs.
#include "support/recorded_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/estimate.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace jourdain::estimate_test {
namespace {

class EstimateLaw : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Catalogue, EstimateLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

// Deviation from the truth, in force: what a wrong parameter does to the motors, over the size of all forces.
double force_error(const Estimate& e, const VectorX& truth) {
  return (e.R * (e.values - truth)).norm() / (e.R * truth).norm();
}

TEST_P(EstimateLaw, OfALogWithoutNoiseIsTheTruth) {
  constexpr double tolerance = 1e-9;
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  SampleList samples(recorded_samples(robot, 7, 240, 30));
  Equations equations(base.form, samples);
  VectorX truth(static_cast<int>(base.base.size()));
  for (std::size_t i = 0; i < base.base.size(); ++i) truth[static_cast<int>(i)] = base.base[i].value;
  for (const Method method : {Method::ols, Method::wls, Method::irls}) {
    EstimatorOptions options;
    options.method = method;
    const Estimate e = estimate(base, equations, options);
    EXPECT_EQ(equations.refused(), 0);
    EXPECT_LT(force_error(e, truth), tolerance) << to_string(method);
    for (int j = 0; j < truth.size(); ++j) {
      const ParameterEstimate& p = e.parameters[j];
      const std::string& name = base.form.parameters()[j].name;
      // The forces of a loop with one motor are functions of one angle: not all of its 21 parameters can be told.
      EXPECT_TRUE(p.outcome == Outcome::estimated || GetParam() == "bricard") << name;
      // A sum that happens to vanish is measured by its parts, a parameter that is zero by the forces.
      const double parts = base.mapping.row(j).cwiseAbs() * base.full.values().cwiseAbs();
      const double size = std::max(parts, 1e-2 * (e.R * truth).norm() / e.R.col(j).norm());
      const double lost = e.condition > 1e7 ? 1e3 : 1;  // bricard: 6e7
      EXPECT_LT(std::abs(p.value - truth[j]) / size, lost * tolerance)
          << to_string(method) << " " << name << " cond " << e.condition;
    }
    RecordProperty("condition", std::to_string(e.condition));
  }
}

// Friction given by another log: the rest comes out, and its covariance follows from that of what is given.
TEST(TwoStage, CarriesTheVarianceOfWhatIsGiven) {
  const Robot& robot = catalogue_robot("five-bar");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  // Noise that is larger than what the change of the given value does, so that the motors' weights stay.
  std::vector<Sample> recorded = recorded_samples(robot, 7, 400, 50);
  Random random(3);
  std::normal_distribution<double> normal;
  for (Sample& s : recorded)
    for (double& f : s.forces) f += 0.01 * normal(random);
  SampleList samples(recorded);
  Equations equations(base.form, samples);
  const int n = static_cast<int>(base.base.size());
  GivenValues given{VectorX::Constant(n, std::numeric_limits<double>::quiet_NaN()), MatrixX::Zero(n, n)};
  int one = -1;
  for (int j = 0; j < n; ++j) {
    if (!is_friction(base.form.parameters()[j].kind)) continue;
    given.values[j] = base.base[j].value;
    one = j;
  }
  ASSERT_GE(one, 0);
  constexpr double deviation = 1e-3;
  EstimatorOptions options;
  options.method = Method::two_stage;
  options.given = given;
  const Estimate sure = estimate(base, equations, options);
  options.given->covariance(one, one) = deviation * deviation;
  const Estimate exact = estimate(base, equations, options);
  options.given->values[one] += deviation;
  const Estimate moved = estimate(base, equations, options);
  for (int j = 0; j < n; ++j) {
    const ParameterEstimate& p = exact.parameters[j];
    if (std::isfinite(given.values[j])) {
      EXPECT_EQ(p.outcome, Outcome::given);
      continue;
    }
    const double own = sure.parameters[j].deviation;
    EXPECT_NEAR(p.value, base.base[j].value, 4 * p.deviation);
    const double change = moved.values[j] - exact.values[j];
    EXPECT_NEAR(p.deviation * p.deviation - own * own, change * change, 0.1 * p.deviation * p.deviation);
  }
  options.given.reset();
  EXPECT_THROW(estimate(base, equations, options), Error);
  options.method = Method::iv;
  EXPECT_THROW(estimate(base, equations, options), Error);
}

}  // namespace
}  // namespace jourdain::estimate_test
