// Estimates sample by sample against those of all samples at once.
#include "support/recorded_motion.hpp"

#include "identification/estimators/recursive.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace jourdain::recursive_test {
namespace {

std::vector<Sample> noisy(std::vector<Sample> samples, double noise) {
  Random random(4);
  std::normal_distribution<double> normal;
  for (Sample& s : samples)
    for (double& f : s.forces) f += noise * normal(random);
  return samples;
}

TEST(Recursive, EndsWhereWeightedLeastSquaresDoes) {
  const Robot& robot = catalogue_robot("five-bar");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  SampleList list(noisy(recorded_samples(robot, 5, 600, 100), 0.02));
  Equations equations(base.form, list);
  const Estimate all = estimate(base, equations);
  RecursiveOptions options;
  int visits = 0;
  options.visit = [&](double, const VectorX& values, const VectorX& deviations) {
    ++visits;
    EXPECT_TRUE(values.allFinite() && deviations.allFinite());
  };
  const Estimate last = estimate_recursively(base, equations, options);
  EXPECT_EQ(last.method, Method::recursive);
  EXPECT_GE(visits, 100);
  for (std::size_t j = 0; j < all.parameters.size(); ++j) {
    EXPECT_NEAR(last.parameters[j].value, all.parameters[j].value, 1e-3 * all.parameters[j].deviation);
    EXPECT_NEAR(last.parameters[j].deviation / all.parameters[j].deviation, 1, 0.6);
  }
}

TEST(Recursive, FollowsARobotThatChanges) {
  const Robot& robot = catalogue_robot("five-bar");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  Mechanism warm = robot.mechanism();
  for (Joint& joint : warm.joints)
    if (joint.motor) joint.axes[0].friction.viscous *= 0.5;
  const std::vector<Sample> before = recorded_samples(robot, 5, 1600, 100),
                            after = recorded_samples(Robot(warm), 5, 1600, 100);
  std::vector<Sample> both(before.begin(), before.begin() + 800);
  both.insert(both.end(), after.begin() + 800, after.end());
  SampleList list(noisy(both, 0.001));
  Equations equations(base.form, list);
  RecursiveOptions options;
  options.memory = 1;
  const Estimate last = estimate_recursively(base, equations, options);
  for (std::size_t j = 0; j < base.base.size(); ++j) {
    const Parameter& p = base.form.parameters()[j];
    if (p.kind != ParameterKind::viscous || p.name.find("motor") == std::string::npos) continue;
    EXPECT_NEAR(last.parameters[j].value, 0.5 * base.base[j].value, 0.05 * base.base[j].value) << p.name;
  }
}

TEST(Recursive, RefusesWhatIsNoNumberAndKeepsItsValues) {
  RecursiveLeastSquares recursion(VectorX::Zero(2), VectorX::Ones(2));
  EXPECT_EQ(recursion.add(Eigen::Vector2d(1, 0), std::numeric_limits<double>::quiet_NaN(), 1), Status::not_finite);
  EXPECT_EQ(recursion.add(VectorX::Ones(3), 1, 1), Status::inconsistent);
  EXPECT_EQ(recursion.values(), VectorX::Zero(2));
  // One row that counts as much as the beginning: half way, variance halved.
  EXPECT_EQ(recursion.add(Eigen::Vector2d(1, 0), 1, 1), Status::ok);
  EXPECT_NEAR(recursion.values()[0], 0.5, 1e-12);
  EXPECT_NEAR(recursion.deviation(0), std::sqrt(0.5), 1e-12);
  // Forgetting never goes beyond the beginning.
  for (int i = 0; i < 100; ++i) recursion.forget(0.5);
  EXPECT_LE(recursion.deviation(0), 1 + 1e-12);
  EXPECT_THROW(RecursiveLeastSquares(VectorX::Zero(2), VectorX::Zero(2)), Error);
}

}  // namespace
}  // namespace jourdain::recursive_test
