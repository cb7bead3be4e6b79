// A and B against differences of forward dynamics; margins against the rule.
#include "support/random_states.hpp"

#include "jourdain/control/linearize.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

namespace jourdain::linearize_test {
namespace {

class Linear : public testing::TestWithParam<std::string> {};

TEST_P(Linear, EqualsDifferencesOfForwardDynamics) {
  Mechanism m = catalogue_robot(GetParam()).mechanism();
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) axis.friction.coulomb = axis.friction.offset = 0;
  }
  const Robot robot(m);
  const int n = static_cast<int>(robot.motor_joints().size());
  Workspace ws(robot);
  VectorX q = robot.home_motors(), zero = VectorX::Zero(n);
  for (int k = 0; k < n; ++k) q[k] += 0.03 * motor_unit(robot, k) * (k % 2 ? 1 : -0.7);
  ASSERT_EQ(forward_kinematics(robot, q, ws), Status::ok);
  const LinearModel model = linearize(robot, ws);
  const auto accelerations = [&](const VectorX& at, const VectorX& rates, const VectorX& forces) {
    Workspace moved = ws;
    EXPECT_EQ(forward_kinematics(robot, at, rates, zero, moved, Order::velocity), Status::ok);
    VectorX result = zero;
    EXPECT_EQ(forward_dynamics(robot, forces, moved, result), Status::ok);
    return result;
  };
  EXPECT_LT(accelerations(q, zero, model.holding).norm(), 1e-8 * (1 + model.holding.norm() * model.B.norm()));
  for (int k = 0; k < n; ++k) {
    const double h = 1e-5 * motor_unit(robot, k);
    const VectorX e = h * VectorX::Unit(n, k);
    const VectorX by_q =
        (accelerations(q + e, zero, model.holding) - accelerations(q - e, zero, model.holding)) / (2 * h);
    const VectorX by_u = (accelerations(q, e, model.holding) - accelerations(q, -e, model.holding)) / (2 * h);
    const double f = 1e-2 * (1 + model.holding.norm());
    const VectorX by_f =
        (accelerations(q, zero, model.holding + f * VectorX::Unit(n, k)) - accelerations(q, zero, model.holding)) / f;
    EXPECT_LT((model.A.col(k).tail(n) - by_q).norm(), 1e-4 * (1 + model.A.norm()));
    EXPECT_LT((model.A.col(n + k).tail(n) - by_u).norm(), 1e-5 * (1 + model.A.norm()));
    EXPECT_LT((model.B.col(k).tail(n) - by_f).norm(), 1e-6 * model.B.norm());
  }
  EXPECT_EQ(model.modes.size(), static_cast<std::size_t>(2 * n));
  EXPECT_GE(model.coupling, 1 - 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Linear,
                         testing::Values("delta", "hexapod", "hexapod-full", "five-bar", "3rps", "gearshift",
                                         "four-bar"),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Stiffness against differences of the eighth order of the forces that hold the robot.
class Stiffness : public testing::TestWithParam<std::string> {};

TEST_P(Stiffness, EqualsDifferencesOfHighOrder) {
  const Robot& robot = catalogue_robot(GetParam());
  const int n = static_cast<int>(robot.motor_joints().size());
  if (static_cast<int>(driving_motors(robot).size()) != n) GTEST_SKIP() << "has no linear model";
  Workspace ws(robot);
  VectorX q = robot.home_motors();
  for (int k = 0; k < n; ++k) q[k] += 0.03 * motor_unit(robot, k) * (k % 2 ? 1 : -0.7);
  ASSERT_EQ(forward_kinematics(robot, q, ws), Status::ok);
  const LinearModel model = linearize(robot, ws);
  const auto holding = [&](const VectorX& at) {
    Workspace moved = ws;
    VectorX forces = VectorX::Zero(n);
    EXPECT_EQ(forward_kinematics(robot, at, moved), Status::ok);
    EXPECT_EQ(holding_forces(robot, moved, forces), Status::ok);
    return forces;
  };
  constexpr double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  MatrixX K = MatrixX::Zero(n, n);
  VectorX units(n);
  for (int k = 0; k < n; ++k) {
    units[k] = motor_unit(robot, k);
    const double h = 1e-3 * units[k];
    for (int i = 1; i <= 4; ++i)
      K.col(k) +=
          weights[i - 1] / h * (holding(q + i * h * VectorX::Unit(n, k)) - holding(q - i * h * VectorX::Unit(n, k)));
  }
  const auto in_units = [&](const MatrixX& of) { return MatrixX(units.asDiagonal() * of * units.asDiagonal()); };
  const double scale = in_units(K).norm() + units.cwiseProduct(model.holding).norm();
  EXPECT_LT(in_units(model.K - K).norm(), 1e-9 * scale + 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Stiffness, testing::ValuesIn(catalogue_names()), as_identifier);

TEST(Stiffness, OfSpringsAndOffsets) {
  // A pendulum with a spring and an offset: K = k - m g l cos q (hanging up), by hand.
  const Robot robot(read_model(R"(jourdain: 1
name: pendulum
gravity: [0, 0, -10]
bodies: {arm: {mass: 2 kg, com: [0, 0, 0.5], inertia: [0.01, 0.01, 0.01]}}
joints:
  m: {type: revolute, between: [base, arm], axis: y, actuated: true, spring: {stiffness: 3, rest: 0.2, preload: 1}, friction: {offset: 0.4}}
)")
                        .mechanism);
  Workspace ws(robot);
  ASSERT_EQ(forward_kinematics(robot, VectorX::Constant(1, 0.3), ws), Status::ok);
  EXPECT_NEAR(linearize(robot, ws).K(0, 0), 3 - 2 * 10 * 0.5 * std::cos(0.3), 1e-12);
}

TEST(LoopMargin, OfTheRule) {
  // w = 1/(3 T) leaves 36 degrees, whatever T is made of.
  for (const double lag : {0.0, 1e-3, 5e-3}) {
    LoopTiming timing;
    timing.lag = lag;
    timing.delay = 0.5e-3;
    const LoopMargin margin = loop_margin(timing.largest_frequency(), 1, timing);
    EXPECT_GT(margin.phase_margin, 30 * M_PI / 180) << lag;
    EXPECT_LT(margin.phase_margin, 45 * M_PI / 180) << lag;
  }
  LoopTiming slow;
  slow.delay = 10e-3;
  EXPECT_LT(loop_margin(300, 1, slow).phase_margin, 0);
}

TEST(Linear, RedundantMotorsAreRefused) {
  const Robot& robot = catalogue_robot("redundant-planar");
  Workspace ws(robot);
  EXPECT_THROW(linearize(robot, ws), Error);
}

}  // namespace
}  // namespace jourdain::linearize_test
