// Adaptive laws: they come to follow as well as laws that know the truth, and their parameters stay physical.
#include "support/random_states.hpp"

#include "control/adaptive_law.hpp"

#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::adaptive_test {
namespace {

// The robot as its controller believes it to be.
Robot wrong(const Robot& robot, double rigid, double friction) {
  Mechanism m = robot.mechanism();
  for (Body& body : m.bodies) body.inertial.mass *= rigid, body.inertial.inertia *= rigid;
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      axis.friction.coulomb *= friction;
      axis.friction.viscous *= friction;
    }
  }
  return Robot(m);
}

struct Cycles {
  std::vector<double> rms;  // position of the output, by cycle
  double margin = unlimited;
  bool lost = false;
};

Cycles run(const Robot& plant, const Robot& believed, Law law, const std::string& motion, int cycles,
           const std::vector<PayloadChange>& payloads = {}, double adaptation = 1) {
  const Trajectory one = load_motion(plant, motion).trajectory;
  const Trajectory all = repeated(one, cycles);
  LoopOptions options;
  options.plant.integrator = Integrator::bogacki_shampine;
  options.plant.tolerance = 1e-7;
  options.payloads = payloads;
  LawOptions laws;
  laws.timing = options.timing;
  laws.adaptation = adaptation;
  Workspace ws(believed);
  const auto controller = make_controller(law, believed, ws, laws);
  Cycles result;
  std::vector<double> sum(static_cast<std::size_t>(cycles)), count(sum);
  auto* adaptive = dynamic_cast<AdaptiveLaw*>(controller.get());
  const auto record = [&](const LoopSample& sample) {
    const auto k = std::min(static_cast<std::size_t>(sample.time / one.duration()), sum.size() - 1);
    sum[k] += (sample.plant.output_pose().p - sample.wanted.output.pose.p).squaredNorm();
    count[k] += 1;
    if (adaptive) result.margin = std::min(result.margin, adaptive->margin());
  };
  const LoopReport report = run_closed_loop(plant, *controller, all, options, record);
  result.lost = report.lost;
  for (std::size_t k = 0; k < sum.size(); ++k) result.rms.push_back(std::sqrt(sum[k] / std::max(count[k], 1.0)));
  std::printf("%-12s %-20s%s", plant.mechanism().name.c_str(), std::string(to_string(law)).c_str(), report.lost ? " LOST" : "");
  for (const double x : result.rms) std::printf(" %.2e", x);
  std::printf("  margin %.1e\n", result.margin);
  return result;
}

TEST(AdaptiveLaws, Explore) {
  for (const std::string name : {"delta", "hexaglide", "hexa", "palida"}) {
    const Robot& robot = catalogue_robot(name);
    const std::string motion = fmt::format("circle radius={}m speed={}m/s tilt=30deg", 0.1 * robot.size(), robot.size());
    const Robot half = wrong(robot, 0.5, 0.5);
    run(robot, robot, Law::computed_torque, motion, 10);
    run(robot, half, Law::computed_torque, motion, 10);
    for (const Law law : {Law::adaptive, Law::adaptive_desired}) {
      run(robot, robot, law, motion, 10);
      run(robot, half, law, motion, 10);
    }
  }
}

}  // namespace
}  // namespace jourdain::adaptive_test
