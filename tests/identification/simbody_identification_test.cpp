// Identification of a run whose dynamics are Simbody's: nothing of the forces is shared with the regressor.
#include "oracles/mechanism_bridge.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/draws.hpp"
#include "support/recorded_motion.hpp"

#include "jourdain/identification/estimate.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::simbody_identification_test {
namespace {

// A motion with the forces of Simbody, in the model's friction.
std::vector<Sample> simbody_samples(const Robot& robot, unsigned seed, int count) {
  std::vector<Sample> samples = recorded_samples(robot, seed, count, 50);
  const oracle::Mechanism mechanism = oracle::to_mechanism(robot, {.payload = false, .hold_spins = true});
  oracle::Simbody simbody(mechanism);
  Workspace workspace(robot);
  for (Sample& s : samples) {
    EXPECT_EQ(forward_kinematics(robot, s.q, s.rates, s.accelerations, workspace), Status::ok);
    simbody.solve(oracle::motor_drivers(robot, s.q, s.rates, s.accelerations), oracle::to_poses(workspace, mechanism));
    const std::vector<double> forces = oracle::motor_forces(mechanism, simbody.equations(), {});
    for (int k = 0; k < s.forces.size(); ++k) s.forces[k] = forces[k];
  }
  return samples;
}

TEST(SimbodyIdentification, GivesTheModelsParametersAndPredictsAnotherMotion) {
  const Robot& robot = catalogue_robot("delta");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const std::vector<Sample> run = simbody_samples(robot, 5, draws(250, 1000)),
                            other = simbody_samples(robot, 6, draws(100, 400));
  VectorX truth(static_cast<int>(base.base.size())), size = VectorX::Zero(3);
  for (std::size_t i = 0; i < base.base.size(); ++i) truth[static_cast<int>(i)] = base.base[i].value;
  for (const Sample& s : run) size = size.cwiseMax(s.forces.cwiseAbs());
  {
    SampleList list(run);
    Equations equations(base.form, list);
    const Estimate e = estimate(base, equations);
    EXPECT_LT((e.R * (e.values - truth)).norm() / (e.R * truth).norm(), 1e-8);
  }
  // Noise of 1 % of the largest force.
  int covered = 0;
  double worst = 0;
  const int runs = draws(10, 100);
  for (int i = 0; i < runs; ++i) {
    Random random(static_cast<unsigned>(40 + i));
    std::normal_distribution<double> normal;
    std::vector<Sample> noisy = run;
    for (Sample& s : noisy)
      for (int k = 0; k < 3; ++k) s.forces[k] += 0.01 * size[k] * normal(random);
    SampleList list(noisy), second(other);
    Equations equations(base.form, list), others(base.form, second);
    const Estimate e = estimate(base, equations);
    for (int j = 0; j < truth.size(); ++j) covered += std::abs(e.values[j] - truth[j]) <= e.parameters[j].half_width;
    while (const Equation* equation = others.next())
      worst = std::max(worst, ((equation->Y * e.values - equation->b).cwiseQuotient(2 * size)).cwiseAbs().maxCoeff());
  }
  const double share = static_cast<double>(covered) / static_cast<double>(runs * truth.size());
  std::printf(
      "delta, forces of Simbody: %.3f of the intervals hold the truth, another motion within %.2f %% of the range\n",
      share, 100 * worst);
  EXPECT_GT(share, 0.90);
  EXPECT_LT(worst, 0.02);
}

}  // namespace
}  // namespace jourdain::simbody_identification_test
