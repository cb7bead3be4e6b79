// Jacobians, their rates, influence coefficients and partial screws against the motions they describe.
#include "jourdain/kinematics/kinematics.hpp"

#include "support/smooth_motion.hpp"

#include <fmt/format.h>

namespace jourdain::jacobian_test {
namespace {

// Relative to the largest rate or acceleration: round-off times the condition of the motors' equations, below 1e4.
constexpr double round_off = 1e-11;

// Jdot by five-point differences; see differences_test.cpp. J grows like the inverse distance from singularities.
constexpr double step = 5e-4;
constexpr double accuracy = 1e-7;

constexpr unsigned seed = 4000;
constexpr int states = 25;

Vector6 stacked(const Twist& t) {
  Vector6 v;
  v << t.v, t.w;
  return v;
}

Vector6 stacked(const Acceleration& t) {
  Vector6 v;
  v << t.a, t.dw;
  return v;
}

// Linear rows in robot sizes.
MatrixX plain(MatrixX J, double size) {
  J.topRows(3) /= size;
  return J;
}

// A workspace that moves through random states, with its driving rates and changes.
class Jacobians : public testing::TestWithParam<std::string> {
 protected:
  void go(unsigned i) {
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    scale = scale_of(workspace);
    const MotorValues m = motors_of(workspace);
    const std::vector<int>& driving = driving_motors(robot);
    rates.resize(static_cast<int>(driving.size()));
    accelerations = rates;
    for (int k = 0; k < rates.size(); ++k) {
      rates[k] = m.rates[driving[k]];
      accelerations[k] = m.accelerations[driving[k]];
    }
  }

  int columns() const { return static_cast<int>(driving_motors(robot).size()); }

  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
  VectorX rates, accelerations;
  MotionScale scale;
};

class OutputJacobians : public Jacobians {};

TEST_P(Jacobians, BodyJacobianTimesRatesIsTheTwist) {
  MatrixX J(6, columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    for (int b = 0; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      SCOPED_TRACE(robot.mechanism().bodies[b].name);
      ASSERT_EQ(body_jacobian(robot, workspace, b, J), Status::ok);
      const Vector6 difference = J * rates - stacked(workspace.body_twist(b));
      EXPECT_LT(plain(difference, robot.size()).norm(), round_off * scale.rate);
    }
  }
}

TEST_P(Jacobians, PartialScrewsTimesRatesAreTheVelocityState) {
  std::vector<Screw> screws(static_cast<std::size_t>(columns()));
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    for (int b = 1; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      SCOPED_TRACE(robot.mechanism().bodies[b].name);
      ASSERT_EQ(partial_screws(robot, workspace, b, screws), Status::ok);
      Screw sum;
      for (int k = 0; k < columns(); ++k) sum = sum + rates[k] * screws[k];
      const Screw state = velocity_state(workspace.body_twist(b), workspace.body_pose(b).p);
      // The base origin may lie far from the body: velocities there are larger.
      const double reach = robot.size() + workspace.body_pose(b).p.norm();
      EXPECT_LT((sum.primary - state.primary).norm(), round_off * scale.rate);
      EXPECT_LT((sum.dual - state.dual).norm(), round_off * scale.rate * reach);
    }
  }
}

TEST_P(Jacobians, InfluenceCoefficientsTimesRatesAreTheJointRates) {
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX G(offsets.back(), columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    const VectorX all = G * rates;
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      const JointState s = workspace.joint(static_cast<int>(j));
      for (int k = 0; k < s.freedoms; ++k) {
        EXPECT_NEAR(all[offsets[j] + k], s.rate[k], round_off * scale.rate * std::max(1.0, robot.size()))
            << robot.mechanism().joints[j].name;
      }
    }
    // A driving motor depends on itself alone.
    for (int k = 0; k < columns(); ++k) {
      const int motor = driving_motors(robot)[k];
      const int row = offsets[robot.motor_joints()[motor]];
      const VectorX own = G.row(row).transpose() - VectorX::Unit(columns(), k);
      EXPECT_LT(own.norm(), round_off * std::max(1.0, 1 / robot.size()));
    }
  }
}

TEST_P(OutputJacobians, JacobianTimesRatesIsTheTwist) {
  MatrixX J(6, columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    ASSERT_EQ(jourdain::output_jacobian(robot, workspace, J), Status::ok);
    const Vector6 difference = J * rates - stacked(workspace.output_twist());
    EXPECT_LT(plain(difference, robot.size()).norm(), round_off * scale.rate);
  }
}

// A = J ddq + Jdot dq, and reading the matrices changes nothing in the workspace.
TEST_P(OutputJacobians, JacobianAndItsRateGiveTheAcceleration) {
  MatrixX J(6, columns()), Jdot(6, columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    const PlatformState before = output_of(workspace);
    ASSERT_EQ(jourdain::output_jacobian(robot, workspace, J), Status::ok);
    ASSERT_EQ(output_jacobian_rate(robot, workspace, Jdot), Status::ok);
    const Vector6 difference = J * accelerations + Jdot * rates - stacked(workspace.output_acceleration());
    EXPECT_LT(plain(difference, robot.size()).norm(), round_off * scale.acceleration);
    const PlatformState after = output_of(workspace);
    EXPECT_EQ(before.pose.p, after.pose.p);
    EXPECT_EQ(before.twist.w, after.twist.w);
    EXPECT_EQ(before.acceleration.a, after.acceleration.a);
  }
}

TEST_P(OutputJacobians, RateIsTheDerivativeAlongTheMotion) {
  MatrixX Jdot(6, columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    // Redundant motors must agree: such a robot follows its output instead.
    const bool by_motors = robot.mobility().actuation == Actuation::fully;
    Random random(seed + i);
    const MotorPath motors(workspace);
    const OutputPath output(robot, random);
    if (!by_motors) {
      ASSERT_EQ(output.go(0, workspace), Status::ok);
    }
    const double h = step / scale_of(workspace).rate;
    Samples<MatrixX> J;
    for (int k = 0; k < 5; ++k) {
      Workspace moment = workspace;
      const double t = (k - 2) * h;
      ASSERT_EQ(by_motors ? motors.go(t, moment) : output.go(t, moment), Status::ok) << moment.explain();
      J.at[k].resize(6, columns());
      ASSERT_EQ(jourdain::output_jacobian(robot, moment, J.at[k]), Status::ok);
    }
    ASSERT_EQ(output_jacobian_rate(robot, workspace, Jdot), Status::ok);
    const double unit = plain(J.at[2], robot.size()).norm() * scale_of(workspace).rate;
    EXPECT_LT(plain(derivative(J, h) - Jdot, robot.size()).norm(), accuracy * unit);
  }
}

// Jdot is linear in the rates, and keeps its digits however slow or fast the motion is.
TEST_P(OutputJacobians, RateGrowsWithTheSpeed) {
  MatrixX Jdot(6, columns()), scaled(6, columns());
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    ASSERT_EQ(output_jacobian_rate(robot, workspace, Jdot), Status::ok);
    const PlatformState motion = output_of(workspace);
    for (double factor : {1e-9, 1e9}) {
      Workspace there = workspace;
      const PlatformState faster{motion.pose, {factor * motion.twist.v, factor * motion.twist.w}, {}};
      ASSERT_EQ(inverse_kinematics(robot, faster, there, Order::velocity), Status::ok) << there.explain();
      ASSERT_EQ(output_jacobian_rate(robot, there, scaled), Status::ok);
      const double unit = plain(Jdot, robot.size()).norm();
      EXPECT_LT(plain(scaled / factor - Jdot, robot.size()).norm(), 1e-9 * unit) << factor;
    }
  }
}

TEST_P(OutputJacobians, InverseJacobianIsTheInverse) {
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  const int freedoms = static_cast<int>(moves.size());
  MatrixX J(6, columns()), B(static_cast<int>(robot.motor_joints().size()), freedoms);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    go(i);
    ASSERT_EQ(jourdain::output_jacobian(robot, workspace, J), Status::ok);
    ASSERT_EQ(inverse_jacobian(robot, workspace, B), Status::ok);
    MatrixX J_moves(freedoms, columns()), B_driving(columns(), freedoms);
    for (int k = 0; k < freedoms; ++k) J_moves.row(k) = J.row(static_cast<int>(moves[k]));
    for (int k = 0; k < columns(); ++k) B_driving.row(k) = B.row(driving_motors(robot)[k]);
    EXPECT_LT((B_driving * J_moves - MatrixX::Identity(columns(), columns())).norm(), round_off * J.norm() * B.norm());
    // All motors, redundant ones too, follow the output's rates.
    VectorX u(freedoms);
    const Vector6 twist = stacked(workspace.output_twist());
    for (int k = 0; k < freedoms; ++k) u[k] = twist[static_cast<int>(moves[k])];
    const VectorX difference = B * u - motors_of(workspace).rates;
    EXPECT_LT(difference.lpNorm<Eigen::Infinity>(), round_off * scale.rate * std::max(1.0, robot.size()));
  }
}

class NoOutput : public testing::TestWithParam<std::string> {};

TEST_P(NoOutput, HasNoOutputJacobian) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  MatrixX J = MatrixX::Constant(6, 2, 7);
  EXPECT_EQ(jourdain::output_jacobian(robot, workspace, J), Status::inconsistent);
  EXPECT_EQ(output_jacobian_rate(robot, workspace, J), Status::inconsistent);
  EXPECT_EQ(inverse_jacobian(robot, workspace, J), Status::inconsistent);
  EXPECT_EQ(J, MatrixX::Constant(6, 2, 7)) << "nothing is written";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Jacobians, testing::ValuesIn(catalogue_names()), as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, OutputJacobians, testing::ValuesIn(catalogue_except(without_output)),
                         as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, NoOutput, testing::ValuesIn(without_output), as_identifier);

}  // namespace
}  // namespace jourdain::jacobian_test
