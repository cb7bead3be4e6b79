// Laws of the plant: energy, closure, other integrators, friction that sticks.
#include "support/draws.hpp"
#include "support/sprung_robots.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/simulation/plant.hpp"

#include <gtest/gtest.h>

namespace jourdain::plant_test {
namespace {

class FreeMotion : public testing::TestWithParam<std::string> {};

TEST_P(FreeMotion, KeepsEnergyAndClosure) {
  const Robot robot = sprung_robot(GetParam(), 200);
  Workspace ws(robot);
  VectorX start = robot.home_motors(), zero = VectorX::Zero(start.size());
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
  const double duration = draws(2, 60);
  for (int k = 1; k <= 100; ++k) {
    ASSERT_EQ(plant.advance(duration * k / 100, forces, false), Status::ok) << plant.workspace().explain();
    largest = std::max(largest, kinetic_energy(robot, plant.workspace()));
    worst = std::max(worst, std::abs(energy() - first));
    closure = std::max(closure, plant.workspace().closure_error(Order::position));
  }
  EXPECT_LT(worst, 1e-6 * largest);
  EXPECT_LT(closure, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FreeMotion, testing::Values("delta", "hexapod", "five-bar", "3rps", "gearshift"),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Generated code and the general engine have the same motion, friction that sticks included.
TEST(Plant, GeneratedCodeHasTheSameMotion) {
  for (const char* name : {"hexapod", "delta"}) {
    const Robot& robot = catalogue_robot(name);
    const int n = static_cast<int>(robot.motor_joints().size());
    Workspace ws(robot);
    VectorX forces = VectorX::Zero(n), q = robot.home_motors(), rates = forces;
    for (int k = 0; k < n; ++k) rates[k] = 0.2 * motor_unit(robot, k) * (k % 2 ? 1 : -0.6);
    ASSERT_EQ(inverse_dynamics(robot, ws, forces), Status::ok);
    ASSERT_EQ(forward_kinematics(robot, q, rates, VectorX::Zero(n), ws, Order::velocity), Status::ok);
    const ConstantForces constant(forces);
    PlantOptions options;
    options.tolerance = 1e-11;
    Plant engine(robot, options);
    options.compiled = true;
    Plant code(robot, options);
    if (!code.is_compiled()) GTEST_SKIP() << code.note();
    ASSERT_EQ(engine.start(ws, 0, constant), Status::ok);
    ASSERT_EQ(code.start(ws, 0, constant), Status::ok);
    for (int k = 1; k <= 20; ++k) {
      ASSERT_EQ(engine.advance(0.01 * k, constant, false), Status::ok);
      ASSERT_EQ(code.advance(0.01 * k, constant, false), Status::ok);
    }
    // The code goes without joints and bodies until they are wanted.
    EXPECT_TRUE(std::isnan(code.workspace().motor_position(0)));
    ASSERT_EQ(code.body_motions(), Status::ok);
    for (int i = 0; i < n; ++i) {
      const double unit = motor_unit(robot, i);
      EXPECT_NEAR(engine.workspace().motor_position(i), code.workspace().motor_position(i), 1e-9 * unit) << name;
      EXPECT_NEAR(engine.workspace().motor_velocity(i), code.workspace().motor_velocity(i), 1e-8 * unit) << name;
    }
  }
}

}  // namespace
}  // namespace jourdain::plant_test
