// Laws of the motor forces, over the whole catalogue, and the reference cases.
#include "core/dense/decompositions.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "legs/robot_data.hpp"
#include "support/reference_cases.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/statics.hpp"

#include <gtest/gtest.h>

namespace jourdain::inverse_dynamics_test {
namespace {

TEST(InverseDynamics, EqualsTheReferenceCases) {
  for (const ReferenceCase& each : reference_cases()) {
    SCOPED_TRACE(each.name);
    const Robot robot(each.mechanism);
    Workspace workspace(robot);
    VectorX forces(static_cast<int>(each.forces.size()));
    DynamicsOptions options;
    options.friction = each.friction;
    ASSERT_EQ(inverse_dynamics(robot, each.motion, workspace, forces, options), Status::ok) << workspace.explain();
    for (std::size_t i = 0; i < each.forces.size(); ++i)
      EXPECT_NEAR(forces[static_cast<int>(i)], each.forces[i], each.printed) << "motor " << i;
  }
}

class InverseDynamicsLaw : public ::testing::TestWithParam<std::string> {
 protected:
  // Forces at the workspace's configuration with other rates and changes of the motors.
  static VectorX forces_for(const Workspace& at, const VectorX& rates, const VectorX& accelerations,
                            const DynamicsOptions& options) {
    Workspace workspace = at;
    const MotorValues now = motors_of(at);
    EXPECT_EQ(forward_kinematics(at.robot(), now.q, rates, accelerations, workspace), Status::ok);
    VectorX forces(now.q.size());
    EXPECT_EQ(inverse_dynamics(at.robot(), workspace, forces, options), Status::ok) << workspace.explain();
    return forces;
  }
};

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, InverseDynamicsLaw, ::testing::ValuesIn(catalogue_names()), test_name);

// Actuators feed energy and friction. Difference quotients over 2e-4 s leave about 1e-9 of the power.
TEST_P(InverseDynamicsLaw, BalancesPower) {
  constexpr double step = 2e-4, tolerance = 2e-8;
  const Robot& robot = catalogue_robot(GetParam());
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorPath path(workspace);
    VectorX forces(static_cast<int>(robot.motor_joints().size()));
    ASSERT_EQ(path.go(0, workspace), Status::ok);
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok) << workspace.explain();
    const double fed = forces.dot(motors_of(workspace).rates);
    const double lost = friction_power(robot, workspace);
    Samples<double> energy;
    for (int i = -2; i <= 2; ++i) {
      Workspace there = workspace;
      ASSERT_EQ(path.go(i * step, there), Status::ok);
      energy.at[i + 2] = kinetic_energy(robot, there) + potential_energy(robot, there);
    }
    const double stored = derivative(energy, step);
    const double scale =
        forces.cwiseAbs().dot(motors_of(workspace).rates.cwiseAbs()) + std::abs(lost) + std::abs(stored);
    EXPECT_NEAR(fed - lost, stored, tolerance * scale);
  }
}

// The accelerations' part of the forces is a symmetric positive definite matrix, and half of it squares to the energy.
TEST_P(InverseDynamicsLaw, HasASymmetricMassMatrixThatGivesTheEnergy) {
  constexpr double round_off = 1e-9;
  const Robot& robot = catalogue_robot(GetParam());
  if (robot.mobility().motors > robot.mobility().freedoms())
    GTEST_SKIP() << "motors of a redundant robot are not independent";
  const int n = robot.mobility().motors;
  DynamicsOptions options;
  options.friction = false;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorValues now = motors_of(workspace);
    const VectorX rest = forces_for(workspace, now.rates, VectorX::Zero(n), options);
    MatrixX M(n, n);
    for (int k = 0; k < n; ++k) M.col(k) = forces_for(workspace, now.rates, VectorX::Unit(n, k), options) - rest;
    EXPECT_LT((M - M.transpose()).norm(), round_off * (M.norm() + rest.norm()));
    EXPECT_GT(dense::symmetric_factors(0.5 * (M + M.transpose()), false).values[0], 0);
    const double energy = kinetic_energy(robot, workspace);
    EXPECT_NEAR(0.5 * now.rates.dot(M * now.rates), energy, round_off * (energy + rest.norm() * now.rates.norm()));
  }
}

// At rest and without friction the motors hold the slope of the potential energy.
TEST_P(InverseDynamicsLaw, HoldsTheSlopeOfThePotentialEnergy) {
  const Robot& robot = catalogue_robot(GetParam());
  if (robot.mobility().motors > robot.mobility().freedoms())
    GTEST_SKIP() << "motors of a redundant robot are not independent";
  const int n = robot.mobility().motors;
  DynamicsOptions options;
  options.friction = false;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const VectorX q = motors_of(workspace).q;
    const VectorX holding = forces_for(workspace, VectorX::Zero(n), VectorX::Zero(n), options);
    VectorX slope(n);
    for (int k = 0; k < n; ++k) {
      const double step = 2e-4 * motor_unit(robot, k);
      Samples<double> energy;
      for (int i = -2; i <= 2; ++i) {
        Workspace there = workspace;
        ASSERT_EQ(forward_kinematics(robot, q + i * step * VectorX::Unit(n, k), there), Status::ok);
        energy.at[i + 2] = potential_energy(robot, there);
      }
      slope[k] = derivative(energy, step);
    }
    // Fourth-order differences over 2e-4 of the size leave about 1e-9, more near singularities.
    EXPECT_LT((holding - slope).norm(), 1e-6 * (holding.norm() + slope.norm()) + 1e-12);
  }
}

// The forces belong to the configuration, however the workspace came there.
TEST_P(InverseDynamicsLaw, IsTheSameAfterForwardAndInverseKinematics) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!robot.mechanism().output) GTEST_SKIP() << "no output to drive";
  Random random(77);
  Workspace workspace(robot), other(robot);
  VectorX forces(robot.mobility().motors), again(robot.mobility().motors);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorValues m = motors_of(workspace);
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, other), Status::ok) << other.explain();
  ASSERT_EQ(inverse_dynamics(robot, other, again), Status::ok);
  EXPECT_LT((forces - again).norm(), 1e-9 * forces.norm());
}

// Forces that follow from the platform's motion alone leave the other bodies out: reading these gives no number, what
// needs them says so, and body_motions() computes them as inverse_kinematics() does.
TEST(InverseDynamics, LeavesOtherBodiesToBodyMotions) {
  for (const char* name : {"palida", "delta", "hexa"}) {
    SCOPED_TRACE(name);
    const Robot robot = Robot::from_file(name);
    Random random(5);
    const PlatformState motion = random_motion(robot, random);
    Workspace workspace(robot), known(robot);
    Forces forces(robot), accelerations(robot);
    ASSERT_EQ(inverse_kinematics(robot, motion, known), Status::ok);
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces), Status::ok);
    ASSERT_FALSE(workspace.has(Order::position));
    EXPECT_TRUE(std::isnan(workspace.motor_position(0)));
    EXPECT_TRUE(workspace.body_pose(1).p.hasNaN());
    EXPECT_TRUE(workspace.output_acceleration().a.hasNaN());
    EXPECT_TRUE(std::isnan(workspace.joint(0).position[0]));
    EXPECT_TRUE(std::isnan(workspace.closure_error(Order::position)));
    EXPECT_TRUE(std::isnan(potential_energy(robot, workspace)));
    EXPECT_TRUE(std::isnan(nearest_limit(robot, workspace).margin));
    EXPECT_FALSE(within_limits(robot, workspace));
    EXPECT_THROW(singularity_distance(robot, workspace), Error);
    EXPECT_THROW(exceeded_limits(robot, workspace), Error);
    Reactions reactions;
    EXPECT_EQ(joint_reactions(robot, workspace, forces, reactions), Status::not_computed);
    VectorX x(MotionEquations(robot).size());
    EXPECT_EQ(MotionEquations(robot).read_state(workspace, x), Status::not_computed);

    ASSERT_EQ(body_motions(robot, workspace), Status::ok);
    ASSERT_TRUE(workspace.has(Order::acceleration));
    EXPECT_EQ(joint_reactions(robot, workspace, forces, reactions), Status::ok);
    for (int b = 1; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      EXPECT_LT((workspace.body_pose(b).p - known.body_pose(b).p).norm(), 1e-12 * robot.size());
      EXPECT_LT((workspace.body_acceleration(b).a - known.body_acceleration(b).a).norm(),
                1e-9 * (1 + known.body_acceleration(b).a.norm()));
    }

    // Forces leave positions and rates as they are.
    ASSERT_EQ(forward_dynamics(robot, forces, workspace, accelerations), Status::ok);
    EXPECT_TRUE(workspace.has(Order::velocity));
    EXPECT_FALSE(workspace.has(Order::acceleration));
    EXPECT_EQ(workspace.motor_velocity(0), known.motor_velocity(0));
    EXPECT_TRUE(std::isnan(workspace.motor_acceleration(0)));
    ASSERT_EQ(body_motions(robot, workspace), Status::ok);
    EXPECT_NEAR(workspace.motor_acceleration(0), accelerations[0], 1e-9 * (1 + accelerations.norm()));
  }
}

// Motors of arms that are only seen by their elbows keep their whole turns: three of them, in steps of less than half a
// turn, each larger than what is followed at once.
TEST(InverseDynamics, CountsTurnsOfArmsThatAreNotLookedAt) {
  for (const char* name : {"delta", "hexa"}) {
    SCOPED_TRACE(name);
    const Robot robot = Robot::from_file(name);
    const RobotData& data = data_of(robot);
    Workspace workspace(robot);
    const VectorX home = motors_of(workspace).q;
    const PlatformState at_home{robot.home_pose(), {}, {}};
    VectorX forces(home.size());
    ASSERT_EQ(inverse_dynamics(robot, at_home, workspace, forces), Status::ok);
    KinematicState& state = state_of(workspace);
    ASSERT_TRUE(state.held());
    constexpr int steps = 9;
    for (int i = 1; i <= steps; ++i) {
      std::array<std::array<double, 2>, most_legs> elbows{};
      for (int k = 0; k < data.plan.size(); ++k) {
        const RobotLeg& leg = data.plan.legs[k];
        const double turned = home[leg.index] + leg.zero_angle + (k % 2 == 0 ? 1 : -1) * 6 * M_PI * i / steps;
        elbows[k] = {0.3 * std::cos(turned), 0.3 * std::sin(turned)};
      }
      follow_elbows(data, elbows, state);
    }
    ASSERT_EQ(body_motions(robot, workspace), Status::ok);
    const VectorX q = motors_of(workspace).q;
    for (int k = 0; k < data.plan.size(); ++k) {
      const int motor = data.plan.legs[k].index;
      EXPECT_NEAR(q[motor] - home[motor], (k % 2 == 0 ? 1 : -1) * 6 * M_PI, 1e-9) << "leg " << k;
    }
  }
}

TEST(InverseDynamics, RefusesForeignWorkspacesAndWrongSizes) {
  const Robot delta = Robot::from_file("delta"), hexapod = Robot::from_file("hexapod");
  Workspace workspace(delta);
  VectorX three(3), six(6);
  EXPECT_EQ(inverse_dynamics(hexapod, workspace, six), Status::inconsistent);
  EXPECT_EQ(inverse_dynamics(delta, workspace, six), Status::inconsistent);
  const BodyLoad load{1, Vector3(std::nan(""), 0, 0), Vector3::Zero()};
  DynamicsOptions options;
  options.loads = {&load, 1};
  EXPECT_EQ(inverse_dynamics(delta, workspace, three, options), Status::not_finite);
}

}  // namespace
}  // namespace jourdain::inverse_dynamics_test
