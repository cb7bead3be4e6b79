// The mass matrices of [Codourey98] and the Coriolis forces by Lagrange's form, against those of the engine.
#include "support/random_states.hpp"

#include "dynamics/mass_matrix_checks.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "support/lagrange_coriolis.hpp"

#include <gtest/gtest.h>

namespace jourdain::mass_matrix_checks_test {
namespace {

constexpr double round_off = 1e-10;

MatrixX shares(const MatrixX& A, const MatrixX& M) {
  const VectorX scale = M.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * A * scale.asDiagonal();
}

// DELTA with forearms as bars or rods, with rotors and a payload.
Mechanism direct_drive(const std::string& name, double rotor_inertia = 0.015) {
  Mechanism mechanism = load(name);
  for (Joint& joint : mechanism.joints) {
    if (joint.motor) joint.motor->rotor_inertia = rotor_inertia;
  }
  mechanism.output->payload.mass = 0.05;
  return mechanism;
}

TEST(DeltaMassMatrix, FullOneIsThatOfTheRigidBodies) {
  for (const char* name : {"delta", "delta-rods"}) {
    const Robot robot(direct_drive(name));
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      Workspace workspace(robot);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      for (bool payload : {true, false}) {
        MatrixX M(3, 3);
        DeltaMassMatrices A;
        ASSERT_EQ(mass_matrix(robot, workspace, M, Coordinates::motors, payload), Status::ok);
        ASSERT_EQ(delta_mass_matrices(robot, workspace, A, payload), Status::ok);
        EXPECT_LT(shares(A.full - M, M).cwiseAbs().maxCoeff(), round_off) << name << " seed " << seed;
        EXPECT_LT(shares(A.simplified - A.simplified.transpose(), M).cwiseAbs().maxCoeff(), round_off);
        EXPECT_NEAR(A.loss, shares(A.simplified - M, M).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_GT(A.loss, 0);
      }
    }
  }
}

// (50) and (47) differ by the forearms alone: with massless ones both are that of the engine.
TEST(DeltaMassMatrix, SimplifiedOneIsExactForMasslessForearms) {
  for (const char* name : {"delta", "delta-rods", "delta-linear", "orthoglide"}) {
    const Robot robot(simplified(direct_drive(name, 1e-3), Simplification::massless_legs));
    Random random(2);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    MatrixX M(3, 3);
    DeltaMassMatrices A;
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    ASSERT_EQ(delta_mass_matrices(robot, workspace, A), Status::ok) << name;
    EXPECT_LT(shares(A.full - M, M).cwiseAbs().maxCoeff(), round_off) << name;
    EXPECT_LT(A.loss, round_off) << name;
  }
}

// The more the motors weigh, the less the simplification matters.
TEST(DeltaMassMatrix, LossFallsWithTheMotorsInertia) {
  double before = 1;
  for (double rotor : {0.0, 0.005, 0.015, 0.1}) {
    const Robot robot(direct_drive("delta", rotor));
    Workspace workspace(robot);
    PlatformState motion;
    motion.pose.p = {0.08, -0.05, -0.30};
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
    DeltaMassMatrices A;
    ASSERT_EQ(delta_mass_matrices(robot, workspace, A), Status::ok);
    EXPECT_LT(A.loss, before);
    before = A.loss;
  }
  EXPECT_LT(before, 0.01);
}

TEST(DeltaMassMatrix, RefusesOtherRobots) {
  const Robot hexapod = Robot::from_file("hexapod"), delta = Robot::from_file("delta");
  Workspace workspace(hexapod);
  DeltaMassMatrices A;
  EXPECT_EQ(delta_mass_matrices(hexapod, workspace, A), Status::inconsistent);
  EXPECT_EQ(delta_mass_matrices(delta, workspace, A), Status::inconsistent);
}

class LagrangeLaw : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, LagrangeLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(LagrangeLaw, GivesTheCoriolisForcesWithinItsEstimate) {
  const Robot& robot = catalogue_robot(GetParam());
  const int n = static_cast<int>(driving_motors(robot).size());
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    for (bool payload : {true, false}) {
      VectorX c(n);
      LagrangeCoriolis lagrange;
      ASSERT_EQ(coriolis_forces(robot, workspace, c, Coordinates::motors, payload), Status::ok);
      ASSERT_EQ(coriolis_by_lagrange(robot, workspace, lagrange, payload), Status::ok);
      // Differences of sixth order over 2e-3 leave about 1e-11 of the terms that cancel, and less than those of fourth.
      EXPECT_LT((lagrange.c - c).cwiseAbs().maxCoeff(), lagrange.error + 1e-8 * c.norm() + 1e-12);
      EXPECT_LT(lagrange.error, 1e-3 * c.norm() + 1e-12);
    }
  }
}

}  // namespace
}  // namespace jourdain::mass_matrix_checks_test
