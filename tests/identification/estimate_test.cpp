// Least squares on simulated logs.
#include "support/recorded_motion.hpp"

#include "jourdain/identification/estimate.hpp"

#include <gtest/gtest.h>

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
  SampleList samples(recorded_samples(robot, 7, 400, 50));
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
      const ParameterEstimate& p = e.parameters[static_cast<std::size_t>(j)];
      const std::string& name = base.form.parameters()[static_cast<std::size_t>(j)].name;
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

}  // namespace
}  // namespace jourdain::estimate_test
