// Identification as the papers tell it: [Abdellatif05] on our virtual PaLiDA, with control by what was found, and the
// seven parameters of [Codourey97] (45).
#include "support/draws.hpp"
#include "support/random_states.hpp"

#include "jourdain/identification/identify.hpp"
#include "jourdain/identification/simulated_log.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

namespace jourdain::papers_test {
namespace {

// The same robot with other bodies and friction; declared relations between legs and entries stay.
Robot another(const Robot& robot, double bodies, double friction) {
  Mechanism m = robot.mechanism();
  for (Body& body : m.bodies) body.inertial.mass *= bodies, body.inertial.inertia *= bodies;
  for (Joint& joint : m.joints)
    for (JointAxis& axis : joint.axes) axis.friction.coulomb *= friction, axis.friction.viscous *= friction;
  return Robot(std::move(m));
}

// Identifies a machine that is not as its model, from the log of a harmonic excitation.
Identification identified(const Robot& model, const Robot& machine, const std::string& motion, bool consistent) {
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / ("papers-" + model.mechanism().name + ".csv")).string();
  SimulatedLogOptions sensors;
  sensors.rate = 500;
  write_simulated_log(parse_motion_text(model, motion).trajectory.on(machine), sensors, path);
  IdentifyOptions options;
  options.log.bandwidth = 20;
  options.consistent = consistent;
  Identification result = identify(model, path, options);
  std::filesystem::remove(path);
  return result;
}

int covered(const Identification& result, const Robot& machine) {
  const BaseParameters truth = find_base_parameters(LinearForm(machine));
  int count = 0;
  for (std::size_t j = 0; j < truth.base.size(); ++j) {
    const ParameterEstimate& p = result.estimate.parameters[j];
    count += std::abs(p.value - truth.base[j].value) <= p.half_width;
  }
  return count;
}

double control_error(const Robot& plant, const Robot& believed, const Trajectory& motion) {
  const Trajectory wanted = motion.on(believed);
  Workspace start(believed);
  Follower follow(wanted);
  EXPECT_EQ(follow(0, start, Order::position), Status::ok);
  LoopOptions loop;
  loop.timing.period = 5e-4;
  LawOptions laws;
  laws.timing = loop.timing;
  const std::unique_ptr<Controller> law = make_controller(Law::force_all, believed, start, laws);
  const LoopReport report = run_closed_loop(plant, *law, wanted, loop);
  EXPECT_FALSE(report.lost) << report.reason;
  double squares = 0;
  for (const MotorTracking& motor : report.motors) squares += motor.error_rms * motor.error_rms;
  return std::sqrt(squares / static_cast<double>(report.motors.size()));
}

// Rigid bodies and friction together from one harmonic excitation, then the circle of 1 m/s with computed forces.
TEST(Abdellatif05, IdentifiedPalidaIsControlledAsWellAsIfTheTruthWereKnown) {
  const Robot& model = catalogue_robot("palida");
  const Robot machine = another(model, 1.1, 0.8);
  const Identification result =
      identified(model, machine,
                 "fourier frequency=0.5Hz periods=4 ramp=1s "
                 "sine={x: [60mm, 20mm, -12mm, 6mm], y: [-40mm, 30mm, 10mm, 8mm], z: [30mm, -20mm, 15mm, 5mm], "
                 "rx: [8deg, 3deg, -3deg, 1deg], ry: [5deg, -6deg, 2deg, 2deg], rz: [10deg, 5deg, 3deg, -2deg]} "
                 "cosine={x: [10mm, 15mm, 10mm, -6mm], y: [20mm, 12mm, -10mm, 6mm], z: [-20mm, 10mm, 8mm, -6mm], "
                 "rx: [-4deg, 4deg, 2deg, -1deg], ry: [6deg, 3deg, -2deg, 1deg], rz: [-5deg, 6deg, -3deg, 2deg]}",
                 true);
  ASSERT_EQ(result.base.base.size(), 24u);
  const int held = covered(result, machine);
  std::printf("palida: %d of 24 intervals hold the truth, condition %.0f, %.2f %% of the variance explained at least\n",
              held, result.estimate.condition, 100 * result.residuals.motors[0].explained);
  EXPECT_GE(held, 20);
  ASSERT_TRUE(result.model) << result.model_problem;
  if (draws(0, 1) == 0) return;
  const Trajectory circle = parse_motion_text(model, "circle radius=120mm speed=1m/s tilt=30deg").trajectory;
  const double known = control_error(machine, machine, circle),
               found = control_error(machine, Robot(*result.model), circle),
               cad = control_error(machine, model, circle);
  std::printf("palida: control error with CAD %.4g mm, identified %.4g mm, truth %.4g mm\n", 1e3 * cad, 1e3 * found,
              1e3 * known);
  EXPECT_LT(found, 1.05 * known);
  EXPECT_GT(cad, found);
}

TEST(Codourey97, SevenParametersOfTheDelta) {
  const Robot& model = catalogue_robot("delta-lumped");
  const Robot machine = another(model, 1.3, 1);
  const Identification result = identified(
      model, machine,
      "fourier frequency=1Hz periods=6 ramp=1s sine={x: [60mm, 20mm, -10mm], y: [-40mm, 30mm, 10mm], z: [30mm, -20mm, "
      "10mm]} cosine={x: [10mm, 15mm, 8mm], y: [20mm, 12mm, -8mm], z: [-20mm, 10mm, 6mm]}",
      false);
  ASSERT_EQ(result.base.base.size(), 7u);
  EXPECT_GE(covered(result, machine), 6);
  for (std::size_t j = 0; j < 7; ++j) {
    const ParameterEstimate& p = result.estimate.parameters[j];
    std::printf("delta-lumped: %s %.5g +- %.2g, machine %.5g\n", result.base.form.parameters()[j].name.c_str(), p.value,
                p.half_width, 1.3 * p.model);
    EXPECT_NEAR(p.value / (1.3 * p.model), 1, 0.05);
  }
}

}  // namespace
}  // namespace jourdain::papers_test
