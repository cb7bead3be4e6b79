// Laws of the plant: energy, closure, other integrators, friction that sticks.
#include "support/random_states.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/simulation/plant.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace jourdain::plant_test {
namespace {

// The robot without friction, with springs at its motors that keep it near home.
Robot sprung(const std::string& name) {
  Mechanism m = catalogue_robot(name).mechanism();
  const Robot& robot = catalogue_robot(name);
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) axis.friction = {};
  }
  // As stiff as a few Hertz at home.
  Workspace ws(robot);
  DynamicsOptions smooth;
  smooth.friction = false;
  VectorX forces = VectorX::Zero(static_cast<int>(robot.actuators().size())), zero = forces, one = forces;
  for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
    Joint& joint = m.joints[static_cast<std::size_t>(robot.actuators()[k])];
    VectorX unit = VectorX::Zero(forces.size());
    unit[static_cast<int>(k)] = 1;
    ws.reset();
    EXPECT_EQ(forward_dynamics(robot, forces, ws, zero, smooth), Status::ok);
    EXPECT_EQ(forward_dynamics(robot, unit, ws, one, smooth), Status::ok);
    const double inertia = 1 / std::abs(one[static_cast<int>(k)] - zero[static_cast<int>(k)]);
    joint.axes[0].spring.stiffness = 200 * inertia;
    joint.axes[0].spring.rest = robot.home_actuators()[static_cast<int>(k)];
  }
  return Robot(m);
}

class FreeMotion : public testing::TestWithParam<std::string> {};

TEST_P(FreeMotion, KeepsEnergyAndClosure) {
  const Robot robot = sprung(GetParam());
  const bool full = std::getenv("JOURDAIN_FULL_TESTS") != nullptr;
  Workspace ws(robot);
  VectorX start = robot.home_actuators(), zero = VectorX::Zero(start.size());
  for (int k = 0; k < start.size(); ++k) start[k] += 0.02 * motor_unit(robot, k) * (k % 2 ? 1 : -0.6);
  ASSERT_EQ(forward_kinematics(robot, start, zero, zero, ws, Order::velocity), Status::ok);
  PlantOptions options;
  options.tolerance = 1e-12;
  Plant plant(robot, options);
  const ConstantForces forces(zero);
  ASSERT_EQ(plant.start(ws, 0, forces), Status::ok);
  const auto energy = [&] {
    return kinetic_energy(robot, plant.workspace()) + potential_energy(robot, plant.workspace());
  };
  const double first = energy();
  double largest = 0, worst = 0, closure = 0;
  const double duration = full ? 60 : 2;
  for (int k = 1; k <= 100; ++k) {
    ASSERT_EQ(plant.advance(duration * k / 100, forces, false), Status::ok) << plant.workspace().explain();
    largest = std::max(largest, kinetic_energy(robot, plant.workspace()));
    worst = std::max(worst, std::abs(energy() - first));
    closure = std::max(closure, plant.workspace().closure_error(Order::position));
  }
  EXPECT_LT(worst, 1e-6 * largest);
  EXPECT_LT(closure, 1e-9);
  std::printf("%s: energy %.1e, closure %.1e, %ld steps, %ld evaluations\n", GetParam().c_str(), worst / largest,
              closure, plant.counters().steps, plant.counters().evaluations);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FreeMotion, testing::Values("delta", "hexapod", "five-bar", "3rps", "gearshift"),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace jourdain::plant_test
