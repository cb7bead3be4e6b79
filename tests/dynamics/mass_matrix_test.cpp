// Laws of the mass matrix, the Coriolis forces and gravity, over the whole catalogue.
#include "core/dense/decompositions.hpp"
#include "support/full_model.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::mass_matrix_test {
namespace {

// Round-off of a dense solve, relative to the larger of the compared numbers.
constexpr double round_off = 1e-10;

// Entries of M differ in units (kg, kg m, kg m^2); they are compared as shares of sqrt(M_ii M_jj).
MatrixX shares(const MatrixX& A, const MatrixX& M) {
  const VectorX scale = M.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * A * scale.asDiagonal();
}

class MassMatrixLaw : public ::testing::TestWithParam<std::string> {
 protected:
  // A random state away from singularities, seed by seed.
  template <typename Law>
  void in_random_states(unsigned count, Law law) {
    for (unsigned seed = 1; seed <= count; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      Workspace workspace(robot);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      law(workspace);
      if (HasFatalFailure()) return;
    }
  }

  bool has(Coordinates c) const { return c == Coordinates::motors || robot.mechanism().output; }

  // Rates and changes of the driving motors.
  VectorX driving(const VectorX& of_all) const {
    VectorX part(n);
    for (int k = 0; k < n; ++k) part[k] = of_all[driving_motors(robot)[k]];
    return part;
  }

  // The workspace's velocities in either coordinates.
  VectorX velocities(const Workspace& workspace, Coordinates c) const {
    if (c == Coordinates::motors) return driving(motors_of(workspace).rates);
    Vector6 V;
    V << workspace.output_twist().v, workspace.output_twist().w;
    VectorX u(n);
    for (int k = 0; k < n; ++k) u[k] = V[static_cast<int>(robot.mechanism().output->moves[k])];
    return u;
  }

  // The forces of all motors seen from the driving ones: C^T Q.
  VectorX on_driving(Workspace& workspace, const VectorX& forces) const {
    MatrixX G(joint_offsets(robot).back(), n);
    EXPECT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    const std::vector<int> offsets = joint_offsets(robot);
    VectorX Q = VectorX::Zero(n);
    for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
      Q += forces[static_cast<int>(k)] * G.row(offsets[robot.motor_joints()[k]]).transpose();
    }
    return Q;
  }

  MatrixX M_at(Workspace& workspace) const {
    MatrixX M(n, n);
    EXPECT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    return M;
  }

  const Robot robot{with_all_terms(GetParam())};
  const int n = static_cast<int>(driving_motors(robot).size());
};

INSTANTIATE_TEST_SUITE_P(Catalogue, MassMatrixLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(MassMatrixLaw, IsSymmetricPositiveDefiniteAndTheSameFromTheEnergy) {
  in_random_states(20, [&](Workspace& workspace) {
    for (Coordinates c : {Coordinates::motors, Coordinates::output}) {
      if (!has(c)) continue;
      MatrixX M(n, n), E(n, n);
      ASSERT_EQ(mass_matrix(robot, workspace, M, c), Status::ok) << workspace.explain();
      ASSERT_EQ(mass_matrix_from_energy(robot, workspace, E, c), Status::ok);
      EXPECT_LT(shares(M - M.transpose(), M).cwiseAbs().maxCoeff(), round_off);
      EXPECT_LT(shares(M - E, M).cwiseAbs().maxCoeff(), round_off);
      const MatrixX scaled = shares(0.5 * (M + M.transpose()), M);
      EXPECT_GT(dense::symmetric_factors(scaled, false).values[0], 0);
    }
  });
}

TEST_P(MassMatrixLaw, SquaresToTheKineticEnergyOfTheWorkspace) {
  in_random_states(20, [&](Workspace& workspace) {
    for (Coordinates c : {Coordinates::motors, Coordinates::output}) {
      if (!has(c)) continue;
      MatrixX M(n, n);
      ASSERT_EQ(mass_matrix(robot, workspace, M, c), Status::ok);
      const VectorX u = velocities(workspace, c);
      const double energy = kinetic_energy(robot, workspace);
      EXPECT_NEAR(0.5 * u.dot(M * u), energy, round_off * u.cwiseAbs().dot(M.cwiseAbs() * u.cwiseAbs()));
    }
  });
}

// M_x = J^-T M_a J^-1 with the output's Jacobian in its moves.
TEST_P(MassMatrixLaw, OfTheOutputIsThatOfTheMotorsThroughTheJacobian) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  in_random_states(20, [&](Workspace& workspace) {
    MatrixX J(6, n), Jm(n, n), M_x(n, n);
    ASSERT_EQ(output_jacobian(robot, workspace, J), Status::ok);
    for (int k = 0; k < n; ++k) Jm.row(k) = J.row(static_cast<int>(robot.mechanism().output->moves[k]));
    ASSERT_EQ(mass_matrix(robot, workspace, M_x, Coordinates::output), Status::ok);
    const MatrixX M = M_at(workspace);
    EXPECT_LT(shares(Jm.transpose() * M_x * Jm - M, M).cwiseAbs().maxCoeff(), 1e-8);  // J^T M_x J cancels near folds
  });
}

// Q = M ddq + c + g, the forces of the motors without friction, springs and counterbalances, with payload and without.
TEST_P(MassMatrixLaw, WithCoriolisAndGravityGivesInverseDynamics) {
  in_random_states(20, [&](Workspace& workspace) {
    for (bool payload : {true, false}) {
      DynamicsOptions options;
      options.friction = options.springs = false;
      options.payload = payload;
      VectorX Q(static_cast<int>(robot.motor_joints().size())), c(n), g(n);
      ASSERT_EQ(inverse_dynamics(robot, workspace, Q, options), Status::ok);
      MatrixX M(n, n);
      ASSERT_EQ(mass_matrix(robot, workspace, M, Coordinates::motors, payload), Status::ok);
      ASSERT_EQ(coriolis_forces(robot, workspace, c, Coordinates::motors, payload), Status::ok);
      ASSERT_EQ(gravity_forces(robot, workspace, g, Coordinates::motors, payload), Status::ok);
      const VectorX ddq = driving(motors_of(workspace).accelerations);
      const VectorX inertia = M * ddq;
      const VectorX difference = inertia + c + g - on_driving(workspace, Q);
      EXPECT_LT(difference.norm(), round_off * (inertia.norm() + c.norm() + g.norm()));
    }
  });
}

TEST_P(MassMatrixLaw, IsTheDifferenceOfInverseDynamics) {
  in_random_states(5, [&](Workspace& workspace) {
    const MatrixX M = M_at(workspace);
    const MotorValues now = motors_of(workspace);
    const auto forces = [&](const VectorX& accelerations) {
      Workspace there = workspace;
      VectorX Q(now.q.size());
      const VectorX agreeing = agreeing_accelerations(workspace, accelerations);
      EXPECT_EQ(forward_kinematics(robot, now.q, now.rates, agreeing, there), Status::ok);
      EXPECT_EQ(inverse_dynamics(robot, there, Q), Status::ok);
      return on_driving(there, Q);
    };
    const VectorX rest = forces(VectorX::Zero(now.q.size()));
    for (int k = 0; k < n; ++k) {
      const int motor = driving_motors(robot)[k];
      const VectorX column = forces(VectorX::Unit(now.q.size(), motor)) - rest;
      EXPECT_LT((column - M.col(k)).norm(), 1e-9 * (M.col(k).norm() + rest.norm())) << "motor " << motor;
    }
  });
}

// The same in the output's coordinates: forces of the motors for unit accelerations of each move, seen from the output
// by B^T with dq_a = B u.
TEST_P(MassMatrixLaw, OfTheOutputIsTheDifferenceOfInverseDynamics) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  in_random_states(5, [&](Workspace& workspace) {
    MatrixX M(n, n), B(static_cast<int>(robot.motor_joints().size()), n);
    ASSERT_EQ(mass_matrix(robot, workspace, M, Coordinates::output), Status::ok);
    ASSERT_EQ(inverse_jacobian(robot, workspace, B), Status::ok);
    const PlatformState now = output_of(workspace);
    const auto forces = [&](const Vector6& A) {
      Workspace there = workspace;
      const PlatformState motion{now.pose, now.twist, {A.head<3>(), A.tail<3>()}};
      EXPECT_EQ(inverse_kinematics(robot, motion, there), Status::ok);
      return VectorX(B.transpose() * forces_at(there));
    };
    const VectorX rest = forces(Vector6::Zero());
    for (int k = 0; k < n; ++k) {
      const auto move = static_cast<Eigen::Index>(moves[k]);
      const VectorX column = forces(Vector6::Unit(move)) - rest;
      EXPECT_LT((column - M.col(k)).norm(), 1e-9 * (M.col(k).norm() + rest.norm())) << "move " << k;
    }
  });
}

// Lagrange's form [Codourey98] (15): c = dM/dt dq - 1/2 d(dq^T M dq)/dq, by differences of M along every coordinate.
TEST_P(MassMatrixLaw, GivesTheCoriolisForcesByLagrange) {
  if (static_cast<int>(robot.motor_joints().size()) > n) GTEST_SKIP() << "redundant motors cannot be moved one by one";
  in_random_states(3, [&](Workspace& workspace) {
    const MotorValues now = motors_of(workspace);
    MatrixX rate = MatrixX::Zero(n, n);
    VectorX slope(n), c(n);
    for (int k = 0; k < n; ++k) {
      const double step = 2e-4 * motor_unit(robot, k);
      Samples<MatrixX> M;
      for (int i = -2; i <= 2; ++i) {
        Workspace there = workspace;
        ASSERT_EQ(forward_kinematics(robot, now.q + i * step * VectorX::Unit(n, k), there), Status::ok);
        M.at[i + 2] = M_at(there);
      }
      const MatrixX by_k = derivative(M, step);
      rate += now.rates[k] * by_k;
      slope[k] = 0.5 * now.rates.dot(by_k * now.rates);
    }
    ASSERT_EQ(coriolis_forces(robot, workspace, c), Status::ok);
    const VectorX turning = rate * now.rates;
    // Fourth-order differences over 2e-4 leave about 1e-9, more near singularities.
    EXPECT_LT((turning - slope - c).norm(), 1e-6 * (turning.norm() + slope.norm()) + 1e-12);
  });
}

// The two sets of coordinates describe one system of forces: Q_a = J^T Q_x, and Coriolis forces differ by M Jdot.
TEST_P(MassMatrixLaw, CoordinatesAgreeOnGravityAndCoriolisForces) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  in_random_states(10, [&](Workspace& workspace) {
    MatrixX J(6, n), Jdot(6, n), Jm(n, n), Jm_dot(n, n), M_x(n, n);
    ASSERT_EQ(output_jacobian(robot, workspace, J), Status::ok);
    ASSERT_EQ(output_jacobian_rate(robot, workspace, Jdot), Status::ok);
    for (int k = 0; k < n; ++k) {
      const int move = static_cast<int>(robot.mechanism().output->moves[k]);
      Jm.row(k) = J.row(move), Jm_dot.row(k) = Jdot.row(move);
    }
    VectorX g_a(n), g_x(n), c_a(n), c_x(n);
    ASSERT_EQ(mass_matrix(robot, workspace, M_x, Coordinates::output), Status::ok);
    ASSERT_EQ(gravity_forces(robot, workspace, g_a), Status::ok);
    ASSERT_EQ(gravity_forces(robot, workspace, g_x, Coordinates::output), Status::ok);
    ASSERT_EQ(coriolis_forces(robot, workspace, c_a), Status::ok);
    ASSERT_EQ(coriolis_forces(robot, workspace, c_x, Coordinates::output), Status::ok);
    const MatrixX Jt = Jm.transpose();
    EXPECT_LT((g_a - Jt * g_x).norm(), 1e-9 * (Jt.cwiseAbs() * g_x.cwiseAbs()).norm() + 1e-12);
    const VectorX turning = Jt * (M_x * (Jm_dot * driving(motors_of(workspace).rates)));
    EXPECT_LT((c_a - Jt * c_x - turning).norm(), 1e-8 * (turning.norm() + (Jt.cwiseAbs() * c_x.cwiseAbs()).norm()));
  });
}

TEST(MassMatrix, RefusesForeignWorkspacesAndWrongSizes) {
  const Robot delta = Robot::from_file("delta"), bricard = Robot::from_file("bricard");
  Workspace workspace(delta), loop(bricard);
  MatrixX three = MatrixX::Constant(3, 3, 7), two(2, 2), one(1, 1);
  EXPECT_EQ(mass_matrix(bricard, workspace, one), Status::inconsistent);
  EXPECT_EQ(mass_matrix(delta, workspace, two), Status::inconsistent);
  EXPECT_EQ(mass_matrix(bricard, loop, one, Coordinates::output), Status::inconsistent);
  EXPECT_EQ(mass_matrix(delta, loop, three), Status::inconsistent);
  EXPECT_EQ(three, MatrixX::Constant(3, 3, 7));
}

}  // namespace
}  // namespace jourdain::mass_matrix_test
