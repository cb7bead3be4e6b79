// Gains of drives from an unloaded and a loaded run.
#include "support/recorded_motion.hpp"

#include "identification/estimators/drive_gains.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

namespace jourdain::drive_gains_test {
namespace {

class DriveGainsLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Some, DriveGainsLaw, ::testing::Values("delta", "palida", "3rps"), as_identifier);

Inertial known_payload(const Robot& robot) {
  Inertial payload;
  payload.mass = 0.5 * robot.mechanism().bodies[robot.mechanism().output->body].inertial.mass + 0.1;
  payload.com = Vector3(0.01, -0.02, 0.03) * robot.size();
  payload.inertia = Vector3(1, 1.2, 1.5).asDiagonal();
  payload.inertia *= 1e-3 * payload.mass * robot.size() * robot.size();
  return payload;
}

// Nominal forces: the true ones over the gains, with noise.
std::vector<Sample> nominal(std::vector<Sample> samples, const VectorX& gains, double noise, unsigned seed) {
  Random random(seed);
  std::normal_distribution<double> normal;
  VectorX size = VectorX::Zero(gains.size());
  for (const Sample& s : samples) size = size.cwiseMax(s.forces.cwiseAbs());
  for (Sample& s : samples)
    for (int k = 0; k < gains.size(); ++k) s.forces[k] = s.forces[k] / gains[k] + noise * size[k] * normal(random);
  return samples;
}

TEST_P(DriveGainsLaw, ComeOutWithAKnownPayload) {
  const Robot& robot = catalogue_robot(GetParam());
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  const Inertial payload = known_payload(robot);
  Mechanism carrying = robot.mechanism();
  carrying.output->payload = payload;
  const Robot heavy(carrying);
  const int motors = static_cast<int>(robot.motor_joints().size());
  VectorX gains(motors);
  for (int k = 0; k < motors; ++k) gains[k] = 0.8 + 0.1 * k;
  const std::vector<Sample> light = recorded_samples(robot, 21, 400, 100),
                            loaded = recorded_samples(heavy, 22, 400, 100);
  {
    SampleList a(nominal(light, gains, 0, 1)), b(nominal(loaded, gains, 0, 2));
    const DriveGains exact = identify_drive_gains(base, a, b, payload);
    for (int k = 0; k < motors; ++k) EXPECT_NEAR(exact.gains[k], gains[k], 1e-8);
  }
  SampleList a(nominal(light, gains, 0.01, 1)), b(nominal(loaded, gains, 0.01, 2));
  const DriveGains found = identify_drive_gains(base, a, b, payload);
  for (int k = 0; k < motors; ++k) {
    EXPECT_NEAR(found.gains[k], gains[k], 4 * found.gain_deviations[k]);
    EXPECT_LT(found.gain_deviations[k], 0.1);
  }
}

TEST(DriveGains, NeedAPayload) {
  const Robot& robot = catalogue_robot("delta");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  SampleList samples(recorded_samples(robot, 21, 200, 50));
  EXPECT_THROW(identify_drive_gains(base, samples, samples, {}), Error);
}

}  // namespace
}  // namespace jourdain::drive_gains_test
