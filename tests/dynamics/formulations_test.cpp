// The papers' formulations give the same forces as the fast path, over the whole catalogue, and the published models
// their numbers.
#include "dynamics/formulations/bars.hpp"
#include "support/draws.hpp"
#include "support/full_model.hpp"

#include "jourdain/dynamics/formulations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace jourdain::formulations_test {
namespace {

using Vector4 = Eigen::Vector4d;

// Largest difference over largest force: a few hundred roundings, and the digits that states near singularities cost.
constexpr double same_force = 1e-10;

// Rates and accelerations over the largest of the robot.
constexpr double same_motion = 1e-11;

// Reference forces are printed with nine decimals.
constexpr double printed = 0.6e-9;

constexpr unsigned first_seed = 7000;

unsigned states() { return static_cast<unsigned>(draws(50, 10000)); }

VectorX forces_by(Formulation formulation, Workspace& workspace, const DynamicsOptions& options) {
  VectorX forces = VectorX::Zero(static_cast<int>(workspace.robot().motor_joints().size()));
  EXPECT_EQ(inverse_dynamics_by(formulation, workspace.robot(), workspace, forces, options), Status::ok)
      << to_string(formulation) << ": " << workspace.explain();
  return forces;
}

const std::vector<std::string> delta_type{"delta", "delta-linear", "delta-lumped", "delta-rods", "orthoglide"};

bool is_delta(const std::string& name) {
  return std::find(delta_type.begin(), delta_type.end(), name) != delta_type.end();
}

std::vector<Formulation> exact_formulations(const std::string& name) {
  std::vector<Formulation> formulations{Formulation::virtual_work, Formulation::screw};
  if (is_delta(name)) formulations.push_back(Formulation::bars);
  return formulations;
}

// Wide states, as far from singularities as this in the measure of SingularityReport; robots with small plates or
// narrow parallelograms (quattro, delta-rods) have smaller numbers even at home, of which half is asked for.
constexpr double far_from_singularities = 0.05;
constexpr Spread wide{.reach = 0.15, .turn = 0.4, .rate = 2, .acceleration = 8};

class FormulationsOf : public testing::TestWithParam<std::string> {
 protected:
  bool go_far(Random& random) {
    for (int attempt = 0; attempt < 1000; ++attempt) {
      if (try_random_state(workspace, random, wide) == Status::ok &&
          singularity_distance(robot, workspace).nearest() > least_distance) {
        return true;
      }
    }
    return false;
  }

  // Calls `check` at random states with loads on random bodies, without and with friction.
  template <typename Check>
  void at_random_states(unsigned count, Check&& check) {
    for (unsigned seed = first_seed; seed < first_seed + count && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("seed {}", seed));
      Random random(seed);
      ASSERT_TRUE(go_far(random)) << workspace.explain();
      const std::array<BodyLoad, 2> loads = random_loads(robot, random);
      for (bool friction : {false, true}) {
        DynamicsOptions options;
        options.friction = friction;
        options.loads = loads;
        check(options, random);
      }
    }
  }

  // Bars are exact for uniform bars only.
  const Robot robot{with_all_terms(GetParam(), !is_delta(GetParam()))};
  Workspace workspace{robot};
  const double least_distance = std::min(far_from_singularities, 0.5 * home_clearance(robot));
};

TEST_P(FormulationsOf, Agree) {
  std::array<double, 3> worst{};
  const std::vector<Formulation> formulations = exact_formulations(GetParam());
  at_random_states(states(), [&](const DynamicsOptions& options, Random&) {
    const VectorX expected = forces_by(Formulation::virtual_power, workspace, options);
    for (std::size_t i = 0; i < formulations.size(); ++i) {
      SCOPED_TRACE(to_string(formulations[i]));
      const double apart = relative_difference(forces_by(formulations[i], workspace, options), expected);
      EXPECT_LT(apart, same_force);
      worst[i] = std::max(worst[i], apart);
    }
  });
  for (std::size_t i = 0; i < formulations.size(); ++i) {
    RecordProperty(std::string(to_string(formulations[i])), fmt::format("{:.1e}", worst[i]));
  }
}

// The models of the DELTA are refused for other robots.
TEST_P(FormulationsOf, KnowTheirRobots) {
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  const bool suits = exact_formulations(GetParam()).size() == 3;
  for (Formulation formulation : {Formulation::bars, Formulation::bars_simplified}) {
    EXPECT_EQ(inverse_dynamics_by(formulation, robot, workspace, forces), suits ? Status::ok : Status::inconsistent);
  }
}

TEST_P(FormulationsOf, DoNotDependOnReferencePoints) {
  at_random_states(20, [&](const DynamicsOptions& options, Random& random) {
    const VectorX expected = forces_by(Formulation::virtual_work, workspace, options);
    std::vector<Vector3> points(robot.mechanism().bodies.size());
    for (Vector3& point : points) point = uniform3(random, robot.size());
    VectorX forces(expected.size());
    ASSERT_EQ(inverse_dynamics_by_virtual_work(robot, workspace, forces, options, points), Status::ok);
    EXPECT_LT(relative_difference(forces, expected), same_force);
  });
}

// The loops in screw form give the accelerations of the recursion over the tree.
TEST_P(FormulationsOf, HaveTheSameAccelerations) {
  at_random_states(50, [&](const DynamicsOptions&, Random&) {
    ScrewMotion motion;
    ASSERT_EQ(screw_motion(robot, workspace, motion), Status::ok);
    const MotionScale scale = scale_of(workspace);
    for (int i = 0; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
      SCOPED_TRACE(robot.mechanism().bodies[i].name);
      const auto at = static_cast<std::size_t>(i);
      const Vector3 p = workspace.body_pose(i).p;
      const double reach = robot.size() + p.norm();
      const Screw V = motion.velocities[at] - velocity_state(workspace.body_twist(i), p);
      const Screw A =
          motion.accelerations[at] - acceleration_state(workspace.body_acceleration(i), workspace.body_twist(i), p);
      EXPECT_LT(V.primary.norm() + V.dual.norm() / reach, same_motion * scale.rate);
      EXPECT_LT(A.primary.norm() + A.dual.norm() / reach, same_motion * scale.acceleration);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FormulationsOf, testing::ValuesIn(catalogue_names()), as_identifier);

void expect_printed(const VectorX& forces, const std::vector<double>& expected) {
  ASSERT_EQ(forces.size(), static_cast<Eigen::Index>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(forces[static_cast<int>(i)], expected[i], printed) << "motor " << i;
}

TEST(Formulations, GiveTheForcesOfClavelsDelta) {
  for (const char* name : {"delta", "delta-rods"}) {
    SCOPED_TRACE(name);
    const Robot robot = Robot::from_file(name);
    Workspace workspace(robot);
    PlatformState motion;
    motion.pose.p = {0.05, 0.03, -0.30};
    motion.twist.v = {1, -0.8, 0.6};
    motion.acceleration.a = {50, 40, -30};
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
    for (Formulation formulation :
         {Formulation::virtual_power, Formulation::virtual_work, Formulation::screw, Formulation::bars}) {
      SCOPED_TRACE(to_string(formulation));
      expect_printed(forces_by(formulation, workspace, {}), {-0.780763222, 0.467907963, 2.709004127});
    }
    expect_printed(forces_by(Formulation::bars_simplified, workspace, {}), {-0.918698223, 0.481979873, 2.791272268});
  }
}

TEST(Formulations, GiveTheForcesOfTsaisPlatform) {
  const Robot robot = Robot::from_file("stewart-tsai");
  Workspace workspace(robot);
  // Motion 1 of the published case at 0.5 s.
  const Vector3 along(0.2, 0.2, 0.2);
  PlatformState motion;
  motion.pose.p = Vector3(-1.5, 0, 1) + std::sin(1.5) * along;
  motion.twist.v = 3 * std::cos(1.5) * along;
  motion.acceleration.a = -9 * std::sin(1.5) * along;
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  for (Formulation formulation : {Formulation::virtual_power, Formulation::virtual_work, Formulation::screw}) {
    SCOPED_TRACE(to_string(formulation));
    expect_printed(forces_by(formulation, workspace, {}),
                   {4.089383785, 7.340758625, 1.621935762, 0.442229526, 7.976458634, 5.968556849});
  }
}

// A bar is a cylinder whose tensor is that of a thin rod: the same matrix, energy and forces.
TEST(Formulations, SeeABarAsAThinCylinder) {
  constexpr double round_off = 1e-13, mass = 0.7;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Vector3 x_1 = uniform3(random, 1), x_2 = uniform3(random, 1);
    // Both ends move on with the centre and turn with w across the bar.
    const Vector3 e = (x_1 - x_2).normalized();
    const double length = (x_1 - x_2).norm();
    MatrixX J_1(3, 4), J_2(3, 4);
    for (int k = 0; k < 4; ++k) {
      const Vector3 v = uniform3(random, 1), turn = uniform3(random, 1).cross(x_1 - x_2) / 2;
      J_1.col(k) = v + turn;
      J_2.col(k) = v - turn;
    }
    // [Codourey98] (6) to (9). The paper leaves the direction of e_L open: it points from end 2 to end 1.
    const MatrixX J_v = 0.5 * (J_1 + J_2);
    MatrixX J_w(3, 4);
    for (int k = 0; k < 4; ++k) J_w.col(k) = (x_1 - x_2).cross(Vector3(J_1.col(k) - J_2.col(k))) / (length * length);
    const Matrix3 tensor = mass * length * length / 12 * (Matrix3::Identity() - e * e.transpose());
    const MatrixX expected = mass * J_v.transpose() * J_v + J_w.transpose() * tensor * J_w;
    const MatrixX M = bar_mass_matrix(mass, J_1, J_2);
    EXPECT_LT((M - expected).norm(), round_off * expected.norm());
    EXPECT_LT((M - M.transpose()).norm(), round_off * expected.norm());
    const Vector4 rates = Vector4::Unit(0) - 0.5 * Vector4::Unit(2) + 2 * Vector4::Unit(3);
    // (12).
    const Vector3 v_1 = J_1 * rates, v_2 = J_2 * rates;
    const double energy = mass / 6 * (v_1.squaredNorm() + v_2.squaredNorm() + v_1.dot(v_2));
    EXPECT_NEAR(energy, 0.5 * rates.dot(M * rates), round_off * M.norm() * 10);
    const VectorX forces = bar_forces(mass, J_1, J_2, J_1 * rates, J_2 * rates, Vector3::Zero());
    EXPECT_LT((forces - M * rates).norm(), round_off * M.norm() * 10);
  }
}

TEST(Formulations, RefuseForeignWorkspacesAndWrongSizes) {
  const Robot delta = Robot::from_file("delta"), hexapod = Robot::from_file("hexapod");
  Workspace workspace(delta);
  VectorX three(3), six(6);
  for (Formulation formulation :
       {Formulation::virtual_power, Formulation::virtual_work, Formulation::screw, Formulation::bars}) {
    EXPECT_EQ(inverse_dynamics_by(formulation, hexapod, workspace, six), Status::inconsistent);
    EXPECT_EQ(inverse_dynamics_by(formulation, delta, workspace, six), Status::inconsistent);
    const BodyLoad load{1, Vector3(std::nan(""), 0, 0), Vector3::Zero()};
    DynamicsOptions options;
    options.loads = {&load, 1};
    EXPECT_EQ(inverse_dynamics_by(formulation, delta, workspace, three, options), Status::not_finite);
  }
  const std::vector<Vector3> too_few(2, Vector3::Zero());
  EXPECT_EQ(inverse_dynamics_by_virtual_work(delta, workspace, three, {}, too_few), Status::inconsistent);
}

}  // namespace
}  // namespace jourdain::formulations_test
