// The scaling law: in other units of length, mass and time the same robot has the same forces, matrices, energies and
// accelerations, each in its own unit. No tolerance of the dynamics depends on a unit.
#include "support/full_model.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace jourdain::scaling_test {
namespace {

// Largest difference over largest force of its kind. Every number is rounded once more, and the solvers multiply that
// by their condition numbers, up to 1e4 here.
constexpr double round_off = 1e-9;

constexpr unsigned first_seed = 8100;
constexpr unsigned states = 10;

// Three independent factors, each large and small with others against it.
const Units stages[] = {{1e-3, 1e-2, 30}, {700, 3e4, 1e-2}, {1, 1.7e-3, 1}, {1, 1, 4e-3}};

PlatformState in_units(PlatformState m, const Units& u) {
  m.pose.p *= u.length;
  m.twist.v *= u.length / u.time;
  m.twist.w /= u.time;
  m.acceleration.a *= u.acceleration();
  m.acceleration.dw /= u.time * u.time;
  return m;
}

class DynamicScaling : public testing::TestWithParam<std::string> {
 protected:
  // Unit of a motor's coordinate.
  static double coordinate(const Robot& robot, int motor, const Units& u) {
    const int joint = robot.motor_joints()[motor];
    return coordinate_unit(robot.mechanism().joints[joint].type, 0, u);
  }

  // The other robot's workspace at the same motion in its units.
  static Status go(const Workspace& from, const Units& u, Workspace& to) {
    to.reset();
    if (to.robot().mechanism().output) return inverse_kinematics(to.robot(), in_units(output_of(from), u), to);
    MotorValues m = motors_of(from);
    for (int i = 0; i < m.q.size(); ++i) {
      const double q = coordinate(to.robot(), i, u);
      m.q[i] *= q, m.rates[i] *= q / u.time, m.accelerations[i] *= q / (u.time * u.time);
    }
    return forward_kinematics(to.robot(), m.q, m.rates, m.accelerations, to);
  }

  // Forces or forces by rates, with slides counted in sizes of the robot so that entries can be compared.
  static VectorX plain(const Robot& robot, VectorX forces, const Units& u, double size) {
    for (int i = 0; i < forces.size(); ++i) {
      forces[i] *= coordinate(robot, i, u) / u.energy() * (motor_unit(robot, i) == 1.0 ? 1.0 : size);
    }
    return forces;
  }

  const Robot robot{with_all_terms(GetParam())};
};

TEST_P(DynamicScaling, ForcesEnergiesAndAccelerationsStay) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  const double size = robot.size();
  for (const Units& u : stages) {
    SCOPED_TRACE(fmt::format("length {}, mass {}, time {}", u.length, u.mass, u.time));
    const Robot other{scaled(robot.mechanism(), u)};
    ASSERT_EQ(driving_motors(other), driving_motors(robot));
    Workspace workspace(robot), there(other);
    for (unsigned seed = first_seed; seed < first_seed + states && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("seed {}", seed));
      Random random(seed);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      ASSERT_EQ(go(workspace, u, there), Status::ok) << there.explain();
      std::array<BodyLoad, 2> loads = random_loads(robot, random), other_loads = loads;
      for (BodyLoad& load : other_loads) load.force *= u.force(), load.moment *= u.energy();
      DynamicsOptions options, other_options;
      options.loads = loads;
      other_options.loads = other_loads;

      const VectorX forces = forces_at(workspace, options);
      const VectorX expected = plain(robot, forces, {}, size);
      EXPECT_LT(relative_difference(plain(other, forces_at(there, other_options), u, size), expected), round_off);
      for (Formulation formulation : {Formulation::virtual_work, Formulation::screw}) {
        VectorX by(motors);
        ASSERT_EQ(inverse_dynamics_by(formulation, other, there, by, other_options), Status::ok);
        EXPECT_LT(relative_difference(plain(other, by, u, size), expected), round_off) << to_string(formulation);
      }

      const double T = kinetic_energy(robot, workspace), U = potential_energy(robot, workspace);
      EXPECT_NEAR(kinetic_energy(other, there) / u.energy(), T, round_off * T);
      EXPECT_NEAR(potential_energy(other, there) / u.energy(), U, round_off * (std::abs(U) + T));
      EXPECT_NEAR(friction_power(other, there) * u.time / u.energy(), friction_power(robot, workspace),
                  round_off * friction_power(robot, workspace));

      // Twice the forces, so that accelerations are not those of the workspace.
      VectorX holding(motors), other_holding(motors);
      ASSERT_EQ(holding_forces(robot, workspace, holding, options), Status::ok);
      ASSERT_EQ(holding_forces(other, there, other_holding, other_options), Status::ok);
      EXPECT_LT(relative_difference(plain(other, other_holding, u, size), plain(robot, holding, {}, size)), round_off);
      VectorX pushed = 2 * forces, other_pushed = pushed, accelerations(motors), other_accelerations(motors);
      for (int i = 0; i < motors; ++i) other_pushed[i] *= u.energy() / coordinate(other, i, u);
      ASSERT_EQ(forward_dynamics(robot, pushed, workspace, accelerations, options), Status::ok);
      ASSERT_EQ(forward_dynamics(other, other_pushed, there, other_accelerations, other_options), Status::ok);
      for (int i = 0; i < motors; ++i) {
        const double share = motor_unit(robot, i);
        accelerations[i] /= share;
        other_accelerations[i] *= u.time * u.time / coordinate(other, i, u) / share;
      }
      EXPECT_LT(relative_difference(other_accelerations, accelerations),
                10 * round_off);  // through the mass matrix as well
    }
  }
}

TEST_P(DynamicScaling, MassMatrixStays) {
  const int n = static_cast<int>(driving_motors(robot).size());
  for (const Units& u : stages) {
    SCOPED_TRACE(fmt::format("length {}, mass {}, time {}", u.length, u.mass, u.time));
    const Robot other{scaled(robot.mechanism(), u)};
    Workspace workspace(robot), there(other);
    Random random(first_seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(go(workspace, u, there), Status::ok);
    MatrixX M(n, n), other_M(n, n);
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    ASSERT_EQ(mass_matrix(other, there, other_M), Status::ok);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        const double q_i = coordinate(robot, driving_motors(robot)[i], u);
        const double q_k = coordinate(robot, driving_motors(robot)[k], u);
        EXPECT_NEAR(other_M(i, k) * q_i * q_k / (u.mass * u.length * u.length), M(i, k),
                    round_off * std::sqrt(M(i, i) * M(k, k)));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DynamicScaling, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::scaling_test
