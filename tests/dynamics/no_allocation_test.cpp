// No function of the dynamics meant for a control loop allocates or frees memory or throws, whether it succeeds or
// fails, near singularities too.
#include "support/count_allocations.hpp"
#include "support/full_model.hpp"

#include "jourdain/design/simplify.hpp"
#include "jourdain/design/sizing.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "simulation/checked_motion.hpp"

#include <cmath>

namespace jourdain::no_allocation_test {
namespace {

class NoAllocation : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
    Random random(6100);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  }

  // The result, after it was shown to come without memory and exceptions.
  template <typename Function>
  Status expect_none(const char* what, Function function) {
    Status status = Status::ok;
    AllocationCount count;
    bool thrown = false;
    try {
      status = function();
    } catch (...) {
      thrown = true;
    }
    const long allocations = count.stop();
    EXPECT_EQ(allocations, 0) << what;
    EXPECT_FALSE(thrown) << what;
    return status;
  }

  template <typename Function>
  void expect_none(const char* what, Status expected, Function function) {
    EXPECT_EQ(expect_none(what, function), expected) << what;
  }

  // Every function of the dynamics at the workspace's configuration, whatever it answers; what it answers is finite.
  void expect_none_anywhere() {
    VectorX accelerations = VectorX::Zero(forces.size()), Q = VectorX::Zero(n), x = VectorX::Zero(2 * n), dx = x;
    MatrixX M = MatrixX::Zero(n, n);
    const VectorX stiffness = VectorX::Constant(forces.size(), 1000);
    VectorX found = VectorX::Zero(forces.size());
    if (expect_none("inverse_dynamics", [&] { return inverse_dynamics(robot, workspace, found); }) == Status::ok) {
      EXPECT_TRUE(found.allFinite());
    }
    expect_none("holding_forces", [&] { return holding_forces(robot, workspace, found); });
    for (Coordinates c : {Coordinates::motors, Coordinates::output}) {
      expect_none("mass_matrix", [&] { return mass_matrix(robot, workspace, M, c); });
      expect_none("mass_matrix_from_energy", [&] { return mass_matrix_from_energy(robot, workspace, M, c); });
      expect_none("coriolis_forces", [&] { return coriolis_forces(robot, workspace, Q, c); });
      expect_none("gravity_forces", [&] { return gravity_forces(robot, workspace, Q, c); });
      EXPECT_TRUE(M.allFinite() && Q.allFinite());
    }
    expect_none("output_stiffness", [&] { return output_stiffness(robot, workspace, stiffness, M); });
    expect_none("energies", [&] {
      const double sum =
          kinetic_energy(robot, workspace) + potential_energy(robot, workspace) + friction_power(robot, workspace);
      return std::isfinite(sum) ? Status::ok : Status::not_finite;
    });
    equations.read_state(workspace, x);
    expect_none("derivative", [&] { return equations.derivative(x, forces, workspace, dx); });
    expect_none("step", [&] { return equations.step(1e-4, forces, x, workspace); });
    if (expect_none("forward_dynamics", [&] { return forward_dynamics(robot, forces, workspace, accelerations); }) ==
        Status::ok) {
      EXPECT_TRUE(accelerations.allFinite());
    }
  }

  const Robot robot{with_all_terms(GetParam())};
  Workspace workspace{robot};
  const int n = static_cast<int>(driving_motors(robot).size());
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  MotionEquations equations{robot};
};

// The output goes out as far as it gets, into the folds of the legs or the motors' own ends, by halving the way: the
// last configurations are as near to a singularity as any that is answered.
TEST_P(NoAllocation, NearSingularitiesAndBeyond) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    workspace.reset();
    PlatformState motion = random_motion(robot, random);
    MotorValues motors = random_motor_motion(robot, random);
    const Vector3 way = 3 * robot.size() * direction3(random);
    const VectorX turn = 3 * (motors.q - robot.home_motors());
    const Vector3 start = motion.pose.p;
    double s = 0;
    for (double step = 0.25; step > 1e-9; step /= 2) {
      motion.pose.p = start + (s + step) * way;
      motors.q = robot.home_motors() + (1 + s + step) * turn;
      const Status status = expect_none("kinematics", [&] {
        return robot.mechanism().output
                   ? inverse_dynamics(robot, motion, workspace, forces)
                   : forward_kinematics(robot, motors.q, motors.rates, motors.accelerations, workspace);
      });
      if (status == Status::ok) s += step;
    }
    EXPECT_TRUE(forces.allFinite());
    expect_none_anywhere();
  }
}

// Nonsense is refused in the same way.
TEST_P(NoAllocation, Nonsense) {
  const double nan = std::nan("");
  const BodyLoad broken{1, Vector3(nan, 0, 0), Vector3::Zero()}, nowhere{99, Vector3::Zero(), Vector3::Zero()};
  for (const auto& [load, expected] :
       {std::pair(broken, Status::not_finite), std::pair(nowhere, Status::inconsistent)}) {
    DynamicsOptions options;
    options.loads = {&load, 1};
    VectorX accelerations = forces;
    expect_none("inverse_dynamics", expected, [&] { return inverse_dynamics(robot, workspace, forces, options); });
    expect_none("holding_forces", expected, [&] { return holding_forces(robot, workspace, forces, options); });
    expect_none("forward_dynamics", expected,
                [&] { return forward_dynamics(robot, forces, workspace, accelerations, options); });
  }
}

TEST_P(NoAllocation, RefusedMotions) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  PlatformState motion = output_of(workspace);
  motion.acceleration.a[0] = std::nan("");
  expect_none("inverse_dynamics", Status::not_finite,
              [&] { return inverse_dynamics(robot, motion, workspace, forces); });
  // Far away; slides without limits reach that too.
  motion = output_of(workspace);
  motion.pose.p += Vector3::Constant(100 * robot.size());
  expect_none("inverse_dynamics", [&] { return inverse_dynamics(robot, motion, workspace, forces); });
}

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
  // Within limits that can be met.
  options.bounded = true;
  expect_none("inverse_dynamics", Status::ok, [&] { return holding_forces(robot, workspace, forces, options); });
}

TEST_P(NoAllocation, LoadSharingBeyondTheLimits) {
  DynamicsOptions options;
  options.bounded = true;
  for (int joint : robot.motor_joints()) {
    if (!std::isfinite(robot.mechanism().joints[joint].motor->max_force))
      GTEST_SKIP() << "a motor has no limit of force";
  }
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
  const VectorX q = robot.home_motors(), still = VectorX::Zero(q.size());
  expect_none("SimplificationLoss::add", Status::ok, [&] { return loss.add(q, still, still); });
}

TEST_P(NoAllocation, EquationsOfMotion) {
  MatrixX M(n, n), wrong(n + 1, n);
  VectorX Q(n);
  for (Coordinates c : {Coordinates::motors, Coordinates::output}) {
    const Status expected = c == Coordinates::output && !robot.mechanism().output ? Status::inconsistent : Status::ok;
    expect_none("mass_matrix", expected, [&] { return mass_matrix(robot, workspace, M, c); });
    expect_none("mass_matrix_from_energy", expected, [&] { return mass_matrix_from_energy(robot, workspace, M, c); });
    expect_none("coriolis_forces", expected, [&] { return coriolis_forces(robot, workspace, Q, c); });
    expect_none("gravity_forces", expected, [&] { return gravity_forces(robot, workspace, Q, c); });
    expect_none("mass_matrix", Status::inconsistent, [&] { return mass_matrix(robot, workspace, wrong, c); });
  }
}

TEST_P(NoAllocation, ForwardDynamics) {
  VectorX accelerations(forces.size());
  const VectorX broken = VectorX::Constant(forces.size(), std::nan(""));
  expect_none("forward_dynamics", Status::ok,
              [&] { return forward_dynamics(robot, forces, workspace, accelerations); });
  expect_none("forward_dynamics", Status::not_finite,
              [&] { return forward_dynamics(robot, broken, workspace, accelerations); });
}

TEST_P(NoAllocation, Integration) {
  VectorX x(equations.size()), dx(equations.size());
  expect_none("read_state", Status::ok, [&] { return equations.read_state(workspace, x); });
  expect_none("derivative", Status::ok, [&] { return equations.derivative(x, forces, workspace, dx); });
  expect_none("step", Status::ok, [&] { return equations.step(1e-4, forces, x, workspace); });
  expect_none("step", Status::not_finite, [&] { return equations.step(std::nan(""), forces, x, workspace); });
  CheckedMotion checked(robot, forces);
  expect_none("CheckedMotion::start", Status::ok, [&] { return checked.start(workspace); });
  expect_none("CheckedMotion::advance", Status::ok, [&] { return checked.advance(1e-4, workspace); });
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
}  // namespace jourdain::no_allocation_test
