// Holding forces, capability and stiffness against inverse dynamics and kinematics, over the whole catalogue.
#include "support/random_states.hpp"

#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <gtest/gtest.h>

namespace jourdain::statics_test {
namespace {

constexpr double round_off = 1e-9;

// A catalogue robot whose motors have limits, different ones.
Robot limited(const std::string& name) {
  Mechanism m = load(name);
  double limit = 200;
  for (Joint& joint : m.joints) {
    if (!joint.motor) continue;
    joint.motor->max_force = limit *= 1.13;
    joint.motor->max_speed = 0.02 * limit;
  }
  return Robot(m);
}

class StaticsLaw : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot robot = limited(GetParam());
  const int motors = static_cast<int>(robot.motor_joints().size());
  const int n = static_cast<int>(driving_motors(robot).size());
  Workspace workspace{robot};

  const MotorModel& motor(int i) const { return *robot.mechanism().joints[robot.motor_joints()[i]].motor; }

  // Forces by inverse dynamics at rest.
  VectorX forces_at_rest(const DynamicsOptions& options) const {
    Workspace there = workspace;
    VectorX forces(motors);
    const VectorX zero = VectorX::Zero(motors);
    EXPECT_EQ(forward_kinematics(robot, motors_of(workspace).q, zero, zero, there), Status::ok);
    EXPECT_EQ(inverse_dynamics(robot, there, forces, options), Status::ok);
    return forces;
  }
};

INSTANTIATE_TEST_SUITE_P(Catalogue, StaticsLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(StaticsLaw, HoldingForcesAreThoseOfInverseDynamicsAtRest) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const BodyLoad load{last_held_body(robot), uniform3(random, 5), uniform3(random, 1)};
    DynamicsOptions options;
    options.loads = {&load, 1};
    const VectorX expected = forces_at_rest(options);
    const MotorValues before = motors_of(workspace);
    VectorX forces(motors);
    ASSERT_EQ(holding_forces(robot, workspace, forces, options), Status::ok);
    EXPECT_LT((forces - expected).norm(), round_off * expected.norm() + 1e-12);
    EXPECT_EQ(motors_of(workspace).rates, before.rates);
    EXPECT_EQ(motors_of(workspace).accelerations, before.accelerations);
  }
}

// With the surroundings pressing back as hard as the output can press, one motor is at its limit and none beyond.
TEST_P(StaticsLaw, CapabilityTakesOneMotorToItsLimit) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  const int body = robot.mechanism().output->body;
  int judged = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    Vector6 direction;
    direction << uniform3(random, 1), uniform3(random, 0.1);
    VectorX holding(motors);
    ASSERT_EQ(holding_forces(robot, workspace, holding), Status::ok);
    const Capability most = force_capability(robot, workspace, direction, holding);
    ASSERT_EQ(most.status, Status::ok);
    ASSERT_GE(most.motor, 0);
    if (most.factor == 0) continue;
    const Vector3 force = -most.factor * direction.head<3>(), moment = -most.factor * direction.tail<3>();
    const Vector3 arm = workspace.output_pose().p - workspace.body_pose(body).p;
    const BodyLoad load{body, force, moment + arm.cross(force)};
    DynamicsOptions options;
    options.loads = {&load, 1};
    const VectorX forces = forces_at_rest(options);
    const double limit = motor(most.motor).max_force;
    EXPECT_NEAR(std::abs(forces[most.motor]), limit, 1e-8 * limit);
    for (int i = 0; i < motors; ++i) EXPECT_LT(std::abs(forces[i]), (1 + 1e-8) * motor(i).max_force);
    ++judged;
  }
  EXPECT_GT(judged, 0);
}

TEST_P(StaticsLaw, SpeedCapabilityTakesOneMotorToItsLimit) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    VectorX direction(static_cast<int>(moves.size()));
    Vector6 V = Vector6::Zero();
    for (int k = 0; k < direction.size(); ++k) {
      V[static_cast<int>(moves[k])] = direction[k] = uniform(random, 1);
    }
    const Capability most = speed_capability(robot, workspace, direction);
    ASSERT_EQ(most.status, Status::ok);
    V *= most.factor;
    Workspace there = workspace;
    ASSERT_EQ(
        inverse_kinematics(robot, {workspace.output_pose(), {V.head<3>(), V.tail<3>()}, {}}, there, Order::velocity),
        Status::ok);
    const double limit = motor(most.motor).max_speed;
    EXPECT_NEAR(std::abs(there.motor_velocity(most.motor)), limit, 1e-8 * limit);
    for (int i = 0; i < motors; ++i) EXPECT_LT(std::abs(there.motor_velocity(i)), (1 + 1e-8) * motor(i).max_speed);
  }
}

// Springs at the motors and the stiffness at the output store the same energy in the same displacement.
TEST_P(StaticsLaw, StiffnessStoresTheEnergyOfTheMotors) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  const std::vector<int> offsets = joint_offsets(robot);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    VectorX stiffness(motors);
    for (int i = 0; i < motors; ++i) stiffness[i] = 1000 + uniform(random, 500);
    MatrixX K(n, n), J(6, n), Jm(n, n), G(offsets.back(), n), C(motors, n);
    ASSERT_EQ(output_stiffness(robot, workspace, stiffness, K), Status::ok);
    ASSERT_EQ(output_jacobian(robot, workspace, J), Status::ok);
    ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    for (int k = 0; k < n; ++k) Jm.row(k) = J.row(static_cast<int>(robot.mechanism().output->moves[k]));
    for (int i = 0; i < motors; ++i) {
      C.row(i) = G.row(offsets[robot.motor_joints()[i]]);
    }
    const MatrixX expected = C.transpose() * stiffness.asDiagonal() * C;
    EXPECT_LT((Jm.transpose() * K * Jm - expected).norm(), 1e-8 * expected.norm());
    EXPECT_LT((K - K.transpose()).norm(), round_off * K.norm());
  }
}

TEST(Statics, RefusesWhatDoesNotFit) {
  const Robot delta = Robot::from_file("delta"), bricard = Robot::from_file("bricard");
  Workspace workspace(delta), loop(bricard);
  VectorX two = VectorX::Zero(2), three = VectorX::Zero(3), one = VectorX::Zero(1);
  MatrixX K(3, 3), small(1, 1);
  EXPECT_EQ(holding_forces(delta, workspace, two), Status::inconsistent);
  EXPECT_EQ(holding_forces(delta, loop, three), Status::inconsistent);
  EXPECT_EQ(force_capability(delta, workspace, Vector6::Ones(), two).status, Status::inconsistent);
  EXPECT_EQ(force_capability(bricard, loop, Vector6::Ones(), one).status, Status::inconsistent);
  EXPECT_EQ(speed_capability(delta, workspace, two).status, Status::inconsistent);
  EXPECT_EQ(output_stiffness(delta, workspace, three, small), Status::inconsistent);
  EXPECT_EQ(output_stiffness(bricard, loop, one, small), Status::inconsistent);
  EXPECT_EQ(output_stiffness(delta, workspace, VectorX::Constant(3, 1e308), K), Status::not_finite);
}

// The DELTA cannot turn: a moment along no freedom costs its motors nothing.
TEST(Statics, StructureCarriesWhatMotorsDoNotFeel) {
  const Robot robot = limited("delta");
  Workspace workspace(robot);
  Vector6 turn = Vector6::Zero();
  turn[3] = 1;
  const Capability most = force_capability(robot, workspace, turn, VectorX::Zero(3));
  EXPECT_EQ(most.status, Status::ok);
  EXPECT_EQ(most.motor, -1);
  EXPECT_EQ(most.factor, unlimited);
}

}  // namespace
}  // namespace jourdain::statics_test
