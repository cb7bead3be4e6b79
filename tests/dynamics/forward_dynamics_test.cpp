// Forces give back the motion that they were computed for, and free motions keep their energy; over the whole
// catalogue.
#include "support/full_model.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::forward_dynamics_test {
namespace {

class ForwardDynamicsLaw : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot robot{with_all_terms(GetParam())};
  const int motors = static_cast<int>(robot.motor_joints().size());
};

INSTANTIATE_TEST_SUITE_P(Catalogue, ForwardDynamicsLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

// Largest difference of the bodies' accelerations, lengths over size.
double difference(const Workspace& one, const Workspace& other) {
  double largest = 0;
  EXPECT_TRUE(one.has(Order::acceleration) && other.has(Order::acceleration));
  for (int i = 1; i < static_cast<int>(one.robot().mechanism().bodies.size()); ++i) {
    const Acceleration a = one.body_acceleration(i), b = other.body_acceleration(i);
    largest = std::max({largest, (a.a - b.a).norm() / one.robot().size(), (a.dw - b.dw).norm()});
  }
  return largest;
}

// What accelerations the forces of gravity, friction and springs alone would cause: round-off is relative to that, too.
double scale(const Workspace& workspace) {
  Workspace free = workspace;
  VectorX none = VectorX::Zero(static_cast<int>(workspace.robot().motor_joints().size())), accelerations = none;
  EXPECT_EQ(forward_dynamics(workspace.robot(), none, free, accelerations), Status::ok);
  EXPECT_EQ(body_motions(workspace.robot(), free), Status::ok);
  return scale_of(workspace).acceleration + scale_of(free).acceleration;
}

// forward(inverse(a)) = a to 1e-9, with friction, springs, counterbalances, rotors and process loads.
TEST_P(ForwardDynamicsLaw, GivesBackTheAccelerations) {
  constexpr double tolerance = 1e-9;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const std::array<BodyLoad, 2> loads = random_loads(robot, random);
    DynamicsOptions options;
    options.loads = loads;
    options.payload = seed % 2 == 0;
    VectorX forces(motors), accelerations(motors);
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces, options), Status::ok);
    Workspace result = workspace;
    ASSERT_EQ(forward_kinematics(robot, motors_of(workspace).q, motors_of(workspace).rates, VectorX::Zero(motors),
                                 result, Order::velocity),
              Status::ok);
    ASSERT_EQ(forward_dynamics(robot, forces, result, accelerations, options), Status::ok) << result.explain();
    EXPECT_LT(difference(workspace, result), tolerance * scale(workspace));
    EXPECT_EQ(accelerations, motors_of(result).accelerations);
    EXPECT_LT(result.closure_error(Order::acceleration), tolerance * scale_of(result).acceleration);
  }
}

// The same from a motion of the output, at its pose and twist, whatever its own acceleration says.
TEST_P(ForwardDynamicsLaw, TakesTheMotionOfTheOutput) {
  const Robot plain = Robot::from_file(GetParam());
  if (!plain.mechanism().output) GTEST_SKIP() << "no output";
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(plain);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    VectorX forces(motors), accelerations(motors);
    ASSERT_EQ(inverse_dynamics(plain, workspace, forces), Status::ok);
    const PlatformState motion{
        workspace.output_pose(), workspace.output_twist(), {Vector3(5, 6, 7), Vector3(8, 9, 10)}};
    Workspace result = workspace;
    ASSERT_EQ(forward_dynamics(plain, motion, forces, result, accelerations), Status::ok) << result.explain();
    ASSERT_EQ(body_motions(plain, result), Status::ok);
    EXPECT_LT(difference(workspace, result), 1e-9 * scale(workspace));
    EXPECT_LT((motors_of(result).q - motors_of(workspace).q).norm(), 1e-9 * (1 + motors_of(workspace).q.norm()));
    EXPECT_LT((motors_of(result).rates - motors_of(workspace).rates).norm(),
              1e-9 * (1 + motors_of(workspace).rates.norm()));
  }
}

// Positions and velocities are not touched, not even by failure.
TEST_P(ForwardDynamicsLaw, LeavesPositionsAndVelocities) {
  Random random(7);
  Workspace workspace(robot);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues before = motors_of(workspace);
  VectorX accelerations(motors), broken = VectorX::Constant(motors, std::nan(""));
  ASSERT_EQ(forward_dynamics(robot, VectorX::Zero(motors), workspace, accelerations), Status::ok);
  EXPECT_EQ(motors_of(workspace).q, before.q);
  EXPECT_EQ(motors_of(workspace).rates, before.rates);
  const VectorX found = accelerations;
  EXPECT_EQ(forward_dynamics(robot, broken, workspace, accelerations), Status::not_finite);
  EXPECT_EQ(accelerations, found);
  EXPECT_EQ(motors_of(workspace).accelerations, found);
}

TEST_P(ForwardDynamicsLaw, IsTheDerivativeOfTheState) {
  constexpr double tolerance = 1e-9;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    VectorX forces(motors), accelerations(motors);
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    MotionEquations equations(robot);
    const int n = equations.size() / 2;
    VectorX x(2 * n), dx(2 * n);
    equations.read_state(workspace, x);
    Workspace there = workspace;
    ASSERT_EQ(equations.derivative(x, forces, there, dx), Status::ok) << there.explain();
    EXPECT_EQ(dx.head(n), x.tail(n));
    EXPECT_LT(difference(workspace, there), tolerance * scale(workspace));
    for (int k = 0; k < n; ++k) {
      const int motor = driving_motors(robot)[k];
      EXPECT_EQ(dx[n + k], there.motor_acceleration(motor));
    }
    // A refused state leaves the workspace where it is.
    const MotorValues before = motors_of(there);
    EXPECT_EQ(equations.derivative(VectorX::Constant(2 * n, std::nan("")), forces, there, dx), Status::not_finite);
    EXPECT_EQ(motors_of(there).q, before.q);
    EXPECT_EQ(equations.derivative(VectorX::Zero(2 * n + 1), forces, there, dx), Status::inconsistent);
  }
}

// Without friction, kinetic and potential energy less the work Q (q - q_0) of constant forces stay, and the loops stay
// closed.
TEST_P(ForwardDynamicsLaw, KeepsTheEnergyOfAFreeMotion) {
  constexpr double dt = 5e-4;
  constexpr int steps = 100;
  Random random(3);
  Workspace workspace(robot);
  Spread spread;
  spread.reach *= 0.5, spread.turn *= 0.5;
  ASSERT_TRUE(go_to_random_state(workspace, random, spread));
  DynamicsOptions options;
  options.friction = false;
  VectorX forces(motors);
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces, options), Status::ok);
  const auto energy = [&] {
    return kinetic_energy(robot, workspace) + potential_energy(robot, workspace) - forces.dot(motors_of(workspace).q);
  };
  MotionEquations equations(robot);
  VectorX x(equations.size());
  equations.read_state(workspace, x);
  const MotorValues start = motors_of(workspace);
  const double before = energy();
  double exchanged = 0;
  for (int i = 0; i < steps; ++i) {
    ASSERT_EQ(equations.step(dt, forces, x, workspace, options), Status::ok)
        << "step " << i << ": " << workspace.explain();
    exchanged = std::max({exchanged, kinetic_energy(robot, workspace),
                          forces.cwiseAbs().dot((motors_of(workspace).q - start.q).cwiseAbs())});
  }
  // The method's error is of fourth order in the step.
  EXPECT_NEAR(energy(), before, 1e-7 * exchanged);
  EXPECT_LT(workspace.closure_error(Order::position), 1e-11);
  EXPECT_GT((motors_of(workspace).q - start.q).norm(), 0);
}

TEST(ForwardDynamics, RefusesForeignWorkspacesAndWrongSizes) {
  const Robot delta = Robot::from_file("delta"), hexapod = Robot::from_file("hexapod");
  Workspace workspace(delta);
  VectorX three = VectorX::Zero(3), six = VectorX::Zero(6);
  EXPECT_EQ(forward_dynamics(hexapod, six, workspace, six), Status::inconsistent);
  EXPECT_EQ(forward_dynamics(delta, six, workspace, three), Status::inconsistent);
  EXPECT_EQ(forward_dynamics(delta, three, workspace, six), Status::inconsistent);
  const BodyLoad load{99, Vector3::Zero(), Vector3::Zero()};
  DynamicsOptions options;
  options.loads = {&load, 1};
  EXPECT_EQ(forward_dynamics(delta, three, workspace, three, options), Status::inconsistent);
}

// A mechanism without mass cannot be accelerated.
TEST(ForwardDynamics, RefusesARobotWithoutInertia) {
  Mechanism m = load("five-bar");
  for (Body& body : m.bodies) body.inertial = {};
  for (Joint& joint : m.joints) {
    if (joint.motor) joint.motor->rotor_inertia = 0;
  }
  if (m.output) m.output->payload = {};
  const Robot robot(m);
  Workspace workspace(robot);
  VectorX forces = VectorX::Ones(2), accelerations = VectorX::Zero(2);
  EXPECT_EQ(forward_dynamics(robot, forces, workspace, accelerations), Status::singular);
  EXPECT_EQ(accelerations, VectorX::Zero(2));
}

}  // namespace
}  // namespace jourdain::forward_dynamics_test
