// No function of the dynamics meant for a control loop allocates or frees memory, whether it succeeds or fails.
#include "support/count_allocations.hpp"
#include "support/random_states.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/simplify.hpp"
#include "jourdain/dynamics/sizing.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/jacobians.hpp"

#include <cmath>

namespace jourdain {
namespace {

class NoAllocation : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
    Random random(6100);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  }

  template <typename Function>
  void expect_none(const char* what, Status expected, Function function) {
    AllocationCount count;
    const Status status = function();
    const long allocations = count.stop();
    EXPECT_EQ(allocations, 0) << what;
    EXPECT_EQ(status, expected) << what;
  }

  const Robot robot = Robot::from_file(GetParam());
  Workspace workspace{robot};
  const int n = static_cast<int>(driving_actuators(robot).size());
  VectorX forces = VectorX::Zero(static_cast<int>(robot.actuators().size()));
};

TEST_P(NoAllocation, InverseDynamics) {
  expect_none("inverse_dynamics", Status::ok, [&] { return inverse_dynamics(robot, workspace, forces); });
  VectorX wrong = VectorX::Zero(forces.size() + 1);
  expect_none("inverse_dynamics", Status::inconsistent, [&] { return inverse_dynamics(robot, workspace, wrong); });
}

TEST_P(NoAllocation, LoadSharing) {
  const VectorX weights = VectorX::Constant(forces.size(), 2), preload = VectorX::Constant(forces.size(), 3);
  DynamicsOptions options;
  options.motor_weights = {weights.data(), static_cast<std::size_t>(weights.size())};
  options.preload = {preload.data(), static_cast<std::size_t>(preload.size())};
  expect_none("inverse_dynamics", Status::ok, [&] { return inverse_dynamics(robot, workspace, forces, options); });
  // Within limits that can be met, and under a load that cannot.
  options.bounded = true;
  expect_none("inverse_dynamics", Status::ok, [&] { return holding_forces(robot, workspace, forces, options); });
  bool limited = true;
  for (int joint : robot.actuators()) {
    limited &= std::isfinite(robot.mechanism().joints[static_cast<std::size_t>(joint)].actuator->max_force);
  }
  if (!limited) return;
  const int last = static_cast<int>(robot.mechanism().bodies.size()) - 1;
  const BodyLoad load{robot.mechanism().output ? robot.mechanism().output->body : last, Vector3(1e7, -2e7, 1e7),
                      Vector3(1e7, 3e7, -2e7)};
  options.loads = {&load, 1};
  expect_none("inverse_dynamics", Status::limit, [&] { return inverse_dynamics(robot, workspace, forces, options); });
}

TEST_P(NoAllocation, Sums) {
  Sizing sizing(robot);
  expect_none("Sizing::add", Status::ok, [&] { return sizing.add(workspace, forces, 0.5); });
  expect_none("Sizing::add", Status::inconsistent, [&] { return sizing.add(workspace, forces, 0.4); });
  SimplificationLoss loss(robot, robot);
  const VectorX q = robot.home_actuators(), still = VectorX::Zero(q.size());
  expect_none("SimplificationLoss::add", Status::ok, [&] { return loss.add(q, still, still); });
}

TEST_P(NoAllocation, EquationsOfMotion) {
  MatrixX M(n, n), wrong(n + 1, n);
  VectorX Q(n);
  for (Coordinates c : {Coordinates::actuators, Coordinates::output}) {
    const Status expected = c == Coordinates::output && !robot.mechanism().output ? Status::inconsistent : Status::ok;
    expect_none("mass_matrix", expected, [&] { return mass_matrix(robot, workspace, M, c); });
    expect_none("mass_matrix_from_energy", expected, [&] { return mass_matrix_from_energy(robot, workspace, M, c); });
    expect_none("coriolis_forces", expected, [&] { return coriolis_forces(robot, workspace, Q, c); });
    expect_none("gravity_forces", expected, [&] { return gravity_forces(robot, workspace, Q, c); });
    expect_none("mass_matrix", Status::inconsistent, [&] { return mass_matrix(robot, workspace, wrong, c); });
  }
}

TEST_P(NoAllocation, ForwardDynamics) {
  VectorX changes(forces.size());
  const VectorX broken = VectorX::Constant(forces.size(), std::nan(""));
  expect_none("forward_dynamics", Status::ok, [&] { return forward_dynamics(robot, forces, workspace, changes); });
  expect_none("forward_dynamics", Status::not_finite,
              [&] { return forward_dynamics(robot, broken, workspace, changes); });
}

TEST_P(NoAllocation, Integration) {
  MotionEquations equations(robot);
  VectorX x(equations.size()), dx(equations.size());
  expect_none("read_state", Status::ok, [&] { return equations.read_state(workspace, x), Status::ok; });
  expect_none("derivative", Status::ok, [&] { return equations.derivative(x, forces, workspace, dx); });
  expect_none("step", Status::ok, [&] { return equations.step(1e-4, forces, x, workspace); });
  expect_none("step", Status::not_finite, [&] { return equations.step(std::nan(""), forces, x, workspace); });
}

TEST_P(NoAllocation, Statics) {
  MatrixX K(n, n);
  const VectorX stiffness = VectorX::Constant(forces.size(), 1000);
  expect_none("holding_forces", Status::ok, [&] { return holding_forces(robot, workspace, forces); });
  expect_none("output_stiffness", robot.mechanism().output ? Status::ok : Status::inconsistent,
              [&] { return output_stiffness(robot, workspace, stiffness, K); });
}

INSTANTIATE_TEST_SUITE_P(Catalogue, NoAllocation, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain
