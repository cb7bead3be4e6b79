// Laws of the actuator forces, over the whole catalogue, and the reference cases.
#include "support/smooth_motion.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <gtest/gtest.h>

namespace jourdain {
namespace {

// Reference forces are printed with nine decimals.
constexpr double printed = 0.6e-9;

void expect_printed(const VectorX& forces, const std::vector<double>& expected) {
  ASSERT_EQ(forces.size(), static_cast<Eigen::Index>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(forces[static_cast<int>(i)], expected[i], printed) << "motor " << i;
}

TEST(InverseDynamics, TsaiPlatformTranslating) {
  const Robot robot = Robot::from_file("stewart-tsai");
  Workspace workspace(robot);
  VectorX forces(6);
  const std::vector<std::pair<double, std::vector<double>>> cases = {
      {0.0, {7.246790513, 7.251394166, 7.224433591, 7.215861427, 7.247378051, 7.251339597}},
      {0.2, {5.272503643, 7.256385857, 3.951016808, 3.299495128, 7.709017401, 6.396971367}},
      {0.5, {4.089383785, 7.340758625, 1.621935762, 0.442229526, 7.976458634, 5.968556849}},
      {1.0, {6.690936719, 7.242134570, 6.372854690, 6.211225924, 7.384690983, 6.998092785}}};
  for (const auto& [t, expected] : cases) {
    const Vector3 along(0.2, 0.2, 0.2);
    Motion motion;
    motion.pose.p = Vector3(-1.5, 0, 1) + std::sin(3 * t) * along;
    motion.twist.v = 3 * std::cos(3 * t) * along;
    motion.acceleration.a = -9 * std::sin(3 * t) * along;
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces), Status::ok);
    expect_printed(forces, expected);
  }
}

TEST(InverseDynamics, TsaiPlatformTurning) {
  const Robot robot = Robot::from_file("stewart-tsai");
  Workspace workspace(robot);
  VectorX forces(6);
  const std::vector<std::pair<double, std::vector<double>>> cases = {
      {0.0, {7.252898581, 7.254981548, 7.254981548, 7.252898581, 7.255072848, 7.255072848}},
      {0.2, {9.144140808, 4.899484953, 9.147340061, 4.898420609, 9.146403724, 4.899929325}},
      {0.5, {10.825728560, 2.212952891, 10.829740551, 2.212558184, 10.827486162, 2.213229520}}};
  for (const auto& [t, expected] : cases) {
    const Vector3 turn(0, 0, M_PI / 6);
    Motion motion;
    motion.pose.p = Vector3(-1.5, 0, 1);
    motion.pose.R = rotation_from_vector(std::sin(3 * t) * turn);
    motion.twist.w = 3 * std::cos(3 * t) * turn;
    motion.acceleration.dw = -9 * std::sin(3 * t) * turn;
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces), Status::ok);
    expect_printed(forces, expected);
  }
}

TEST(InverseDynamics, ClavelDeltaAsBarsAndAsRods) {
  for (const char* name : {"delta", "delta-rods"}) {
    SCOPED_TRACE(name);
    const Robot robot = Robot::from_file(name);
    Workspace workspace(robot);
    VectorX forces(3);
    Motion motion;
    motion.pose.p = {0.05, 0.03, -0.30};
    motion.twist.v = {1, -0.8, 0.6};
    motion.acceleration.a = {50, 40, -30};
    DynamicsOptions options;
    options.friction = false;
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces, options), Status::ok);
    expect_printed(forces, {-0.780763222, 0.467907963, 2.709004127});
  }
}

class InverseDynamicsLaw : public ::testing::TestWithParam<std::string> {
 protected:
  // Forces at the workspace's configuration with other rates and changes of the motors.
  static VectorX forces_for(const Workspace& at, const VectorX& rates, const VectorX& changes,
                            const DynamicsOptions& options) {
    Workspace workspace = at;
    const MotorMotion now = motors_of(at);
    EXPECT_EQ(forward_kinematics(at.robot(), now.q, rates, changes, workspace), Status::ok);
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
  const Robot robot = Robot::from_file(GetParam());
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorPath path(workspace);
    VectorX forces(static_cast<int>(robot.actuators().size()));
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
  const Robot robot = Robot::from_file(GetParam());
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
    const MotorMotion now = motors_of(workspace);
    const VectorX rest = forces_for(workspace, now.rates, VectorX::Zero(n), options);
    MatrixX M(n, n);
    for (int k = 0; k < n; ++k) M.col(k) = forces_for(workspace, now.rates, VectorX::Unit(n, k), options) - rest;
    EXPECT_LT((M - M.transpose()).norm(), round_off * (M.norm() + rest.norm()));
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixX>(0.5 * (M + M.transpose())).eigenvalues()[0], 0);
    const double energy = kinetic_energy(robot, workspace);
    EXPECT_NEAR(0.5 * now.rates.dot(M * now.rates), energy, round_off * (energy + rest.norm() * now.rates.norm()));
  }
}

// At rest and without friction the motors hold the slope of the potential energy.
TEST_P(InverseDynamicsLaw, HoldsTheSlopeOfThePotentialEnergy) {
  const Robot robot = Robot::from_file(GetParam());
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
  const Robot robot = Robot::from_file(GetParam());
  if (!robot.mechanism().output) GTEST_SKIP() << "no output to drive";
  Random random(77);
  Workspace workspace(robot), other(robot);
  VectorX forces(robot.mobility().motors), again(robot.mobility().motors);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const MotorMotion m = motors_of(workspace);
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.changes, other), Status::ok) << other.explain();
  ASSERT_EQ(inverse_dynamics(robot, other, again), Status::ok);
  EXPECT_LT((forces - again).norm(), 1e-9 * forces.norm());
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
}  // namespace jourdain
