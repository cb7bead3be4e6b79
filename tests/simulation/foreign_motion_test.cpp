// The plant's way over time against the equations of other engines, integrated by another method.
#include "oracles/mechanism_bridge.hpp"
#include "oracles/mujoco_oracle.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/draws.hpp"
#include "support/sprung_robots.hpp"

#include "jourdain/simulation/plant.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace jourdain::foreign_motion_test {
namespace {

// Accelerations of the motors for their positions and rates, without motor forces.
using Accelerations = std::function<VectorX(const VectorX& q, const VectorX& rates)>;

VectorX free_accelerations(const oracle::Mechanism& mechanism, const oracle::Equations& equations,
                           Eigen::Index motors) {
  const std::vector<double> forces(static_cast<std::size_t>(motors), 0.0);
  const std::vector<double> found = oracle::motor_accelerations(mechanism, equations, oracle::Loads{}, forces);
  return Eigen::Map<const VectorX>(found.data(), motors);
}

// Simbody closes the loops itself, from the last configuration.
Accelerations by_simbody(const Robot& robot, const Workspace& ws) {
  const auto mechanism =
      std::make_shared<const oracle::Mechanism>(oracle::to_mechanism(robot, {.payload = false, .hold_spins = true}));
  const auto engine = std::make_shared<oracle::Simbody>(*mechanism);
  std::vector<oracle::Frame> guess = oracle::to_poses(ws, *mechanism);
  return [robot, mechanism, engine, guess](const VectorX& q, const VectorX& rates) mutable {
    const oracle::Result found = engine->solve(oracle::motor_drivers(robot, q, rates, VectorX::Zero(q.size())), guess);
    for (std::size_t i = 0; i < guess.size(); ++i) guess[i] = found.bodies[i].pose;
    return free_accelerations(*mechanism, engine->equations(), q.size());
  };
}

// MuJoCo's tree at our configuration, loops as exact equations: its own soft ones would leave a gap.
Accelerations by_mujoco(const Robot& robot, const Workspace& ws) {
  const auto mechanism =
      std::make_shared<const oracle::Mechanism>(oracle::to_mechanism(robot, {.payload = false, .hold_spins = true}));
  const auto engine = std::make_shared<oracle::Mujoco>(*mechanism);
  return [robot, mechanism, engine, at = ws](const VectorX& q, const VectorX& rates) mutable {
    const VectorX zero = VectorX::Zero(q.size());
    EXPECT_EQ(forward_kinematics(robot, q, rates, zero, at, Order::velocity), Status::ok);
    double gap = 0;
    const oracle::Equations equations =
        engine->equations(oracle::motor_drivers(robot, q, rates, zero), oracle::to_poses(at, *mechanism), gap);
    EXPECT_LT(gap, 1e-9);
    return free_accelerations(*mechanism, equations, q.size());
  };
}

// One step of the classical Runge-Kutta method.
void advance(const Accelerations& at, double h, VectorX& q, VectorX& v) {
  const VectorX a1 = at(q, v), v2 = v + 0.5 * h * a1;
  const VectorX a2 = at(q + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2;
  const VectorX a3 = at(q + 0.5 * h * v2, v3), v4 = v + h * a3;
  const VectorX a4 = at(q + h * v3, v4);
  q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
  v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

// A robot that swings freely, and how finely the other engine's equations are integrated.
struct Swing {
  std::string robot;
  double square;     // see sprung_robot
  int few, many;     // steps of two seconds
  double few_error;  // of the few steps, over the motors' units; of the many 1e-8
  double part;       // of the two seconds that the few steps go: Simbody's thirteen bodies take their time
};

std::ostream& operator<<(std::ostream& stream, const Swing& swing) { return stream << swing.robot; }

class Trajectories : public testing::TestWithParam<Swing> {
 protected:
  void compare(Accelerations (*engine)(const Robot&, const Workspace&)) {
    const Robot robot = sprung_robot(GetParam().robot, GetParam().square);
    const int n = static_cast<int>(robot.motor_joints().size());
    Workspace ws(robot);
    VectorX q = robot.home_motors(), v = VectorX::Zero(n);
    for (int k = 0; k < n; ++k) {
      q[k] += 0.02 * motor_unit(robot, k) * (k % 2 ? 1 : -0.6);
      v[k] = 0.1 * motor_unit(robot, k) * (k % 3 ? -1 : 0.5);
    }
    ASSERT_EQ(forward_kinematics(robot, q, v, VectorX::Zero(n), ws, Order::velocity), Status::ok);
    Plant plant(robot);
    const ConstantForces none(VectorX::Zero(n));
    ASSERT_EQ(plant.start(ws, 0, none), Status::ok);
    const Accelerations other = engine(robot, ws);
    const int steps = draws(GetParam().few, GetParam().many);
    const double h = 2.0 / steps;
    const int last = draws(1, 0) ? static_cast<int>(GetParam().part * steps) : steps;
    double worst = 0;
    for (int k = 1; k <= last; ++k) {
      advance(other, h, q, v);
      ASSERT_EQ(plant.advance(k * h, none, false), Status::ok) << plant.workspace().explain() << " at " << k * h;
      for (int i = 0; i < n; ++i) {
        worst = std::max(worst, std::abs(plant.workspace().motor_position(i) - q[i]) / motor_unit(robot, i));
      }
    }
    EXPECT_LT(worst, draws(1, 0) ? GetParam().few_error : 1e-8);
  }
};

TEST_P(Trajectories, EqualSimbodysOverTwoSeconds) { compare(by_simbody); }
TEST_P(Trajectories, EqualMujocosOverTwoSeconds) { compare(by_mujoco); }

// The hexapod stands on its legs: with springs softer than its weight it probably tips over and leaves its workspace,
// after which there is no configuration to be found. At 400/s^2 it swings, twice as fast as the others, and needs
// shorter steps.
INSTANTIATE_TEST_SUITE_P(Catalogue, Trajectories,
                         testing::Values(Swing{"delta", 40, 100, 800, 2e-5, 1}, Swing{"3rrr", 40, 100, 800, 2e-5, 1},
                                         Swing{"five-bar", 40, 100, 800, 2e-5, 1},
                                         Swing{"hexapod", 400, 200, 1600, 2e-5, 0.125}),
                         [](const auto& named) {
                           std::string name = named.param.robot;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace jourdain::foreign_motion_test
