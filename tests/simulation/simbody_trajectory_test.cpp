// The plant's way over time against Simbody's equations, integrated by another method.
#include "oracles/mechanism_bridge.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/draws.hpp"
#include "support/sprung_robots.hpp"

#include "jourdain/simulation/plant.hpp"

#include <gtest/gtest.h>

namespace jourdain::simbody_trajectory_test {
namespace {

// Positions and rates of the motors by the classical Runge-Kutta method on Simbody's accelerations.
class SimbodyMotion {
 public:
  SimbodyMotion(const Robot& robot, const Workspace& ws)
      : robot_(robot),
        mechanism_(oracle::to_mechanism(robot, {.payload = false, .hold_spins = true})),
        engine_(mechanism_),
        guess_(oracle::to_poses(ws, mechanism_)) {}

  VectorX changes(const VectorX& q, const VectorX& rates) {
    const VectorX zero = VectorX::Zero(q.size());
    const oracle::Result found = engine_.solve(oracle::motor_drivers(robot_, q, rates, zero), guess_);
    for (std::size_t i = 0; i < guess_.size(); ++i) guess_[i] = found.bodies[i].pose;
    const std::vector<double> forces(static_cast<std::size_t>(q.size()), 0.0);
    const std::vector<double> result =
        oracle::actuator_accelerations(mechanism_, engine_.equations(), oracle::Loads{}, forces);
    return Eigen::Map<const VectorX>(result.data(), q.size());
  }

  void advance(double h, VectorX& q, VectorX& v) {
    const VectorX a1 = changes(q, v), v2 = v + 0.5 * h * a1;
    const VectorX a2 = changes(q + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2;
    const VectorX a3 = changes(q + 0.5 * h * v2, v3), v4 = v + h * a3;
    const VectorX a4 = changes(q + h * v3, v4);
    q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }

 private:
  const Robot& robot_;
  oracle::Mechanism mechanism_;
  oracle::Simbody engine_;
  std::vector<oracle::Frame> guess_;
};

class Trajectories : public testing::TestWithParam<std::string> {};

TEST_P(Trajectories, EqualSimbodysOverTwoSeconds) {
  const Robot robot = sprung_robot(GetParam(), 40);
  const int n = static_cast<int>(robot.actuators().size());
  Workspace ws(robot);
  VectorX q = robot.home_actuators(), v = VectorX::Zero(n);
  for (int k = 0; k < n; ++k) {
    q[k] += 0.02 * motor_unit(robot, k) * (k % 2 ? 1 : -0.6);
    v[k] = 0.1 * motor_unit(robot, k) * (k % 3 ? -1 : 0.5);
  }
  ASSERT_EQ(forward_kinematics(robot, q, v, VectorX::Zero(n), ws, Order::velocity), Status::ok);
  Plant plant(robot);
  const ConstantForces none(VectorX::Zero(n));
  ASSERT_EQ(plant.start(ws, 0, none), Status::ok);
  SimbodyMotion simbody(robot, ws);
  const int steps = draws(100, 800);
  const double h = 2.0 / steps;
  double worst = 0;
  for (int k = 1; k <= steps; ++k) {
    simbody.advance(h, q, v);
    ASSERT_EQ(plant.advance(k * h, none, false), Status::ok);
    for (int i = 0; i < n; ++i) {
      worst = std::max(worst, std::abs(plant.workspace().actuator_position(i) - q[i]) / motor_unit(robot, i));
    }
  }
  // The error of the fourth-order steps of 20 ms, or 2.5 ms, on a motion of 0.02.
  EXPECT_LT(worst, draws(1, 0) ? 2e-5 : 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Trajectories, testing::Values("delta", "3rrr", "five-bar"), [](const auto& named) {
  std::string name = named.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace jourdain::simbody_trajectory_test
