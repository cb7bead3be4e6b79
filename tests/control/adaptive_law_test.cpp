// What adaptive laws rest on: a regressor whose Coriolis forces do no work on s, and a convex set of parameters.
#include "support/random_states.hpp"

#include "control/adaptive_law.hpp"
#include "control/physical_set.hpp"

#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <gtest/gtest.h>

namespace jourdain::adaptive_law_test {
namespace {

class PolarForm : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  LinearForm form{robot};
  VectorX p = form.values();
  int n = form.rows();
};

MatrixX inertia_at(const Robot& robot, const VectorX& q) {
  Workspace ws(robot);
  EXPECT_EQ(forward_kinematics(robot, q, ws), Status::ok);
  MatrixX M = MatrixX::Zero(q.size(), q.size());
  EXPECT_EQ(mass_matrix(robot, ws, M), Status::ok);
  return M;
}

TEST_P(PolarForm, EqualsInverseDynamicsForOneVelocity) {
  Random random(71);
  const MotorValues m = random_motor_motion(robot, random, {.reach = 0.03, .turn = 0.05});
  PolarRegressor regressor(form);
  ASSERT_EQ(regressor.evaluate(m.q, m.rates, m.rates, m.accelerations, m.rates), Status::ok);
  Workspace ws(robot);
  ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, ws), Status::ok);
  VectorX forces = VectorX::Zero(n);
  ASSERT_EQ(inverse_dynamics(robot, ws, forces), Status::ok);
  const VectorX found = regressor.Y() * p + regressor.known();
  EXPECT_LT((found - forces).norm(), 1e-9 * forces.norm());
}

// s^T (M' - 2 C(q')) s = 0 for every s: what the proof of Slotine and Li needs.
TEST_P(PolarForm, CoriolisFactorIsSkew) {
  Random random(72);
  const MotorValues m = random_motor_motion(robot, random, {.reach = 0.03, .turn = 0.05});
  const VectorX zero = VectorX::Zero(n);
  PolarRegressor regressor(form);
  VectorX rigid = p;
  for (int c = 0; c < form.columns(); ++c) {
    if (is_friction(form.parameters()[c].kind)) rigid[c] = 0;
  }
  const auto forces = [&](const VectorX& rates, const VectorX& other) {
    EXPECT_EQ(regressor.evaluate(m.q, rates, other, zero, zero), Status::ok);
    return VectorX(regressor.Y() * rigid);
  };
  const VectorX weight = forces(zero, zero);
  const double h = 1e-5;
  const MatrixX Mdot = (inertia_at(robot, m.q + h * m.rates) - inertia_at(robot, m.q - h * m.rates)) / (2 * h);
  for (int k = 0; k < 5; ++k) {
    const VectorX s = random_motor_motion(robot, random).rates;
    const double twice = 2 * s.dot(forces(m.rates, s) - weight), change = s.dot(Mdot * s);
    EXPECT_NEAR(twice, change, 1e-5 * std::abs(change) + 1e-9 * s.dot(inertia_at(robot, m.q) * s));
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PolarForm, testing::Values("delta", "hexapod", "hexaglide", "hexa", "3rps", "3rrr"),
                         [](const auto& named) { return named.param; });

// Bodies of identical legs are projected as one, so that estimates at the border go on.
TEST(PhysicalSet, MovesAlongTheBorder) {
  const LinearForm form(catalogue_robot("hexa"));
  PhysicalSet set(form);
  const VectorX p = form.values();
  const int mass = form.find("m.platform"), border = form.find("Ixx.left.rod");
  ASSERT_GE(mass, 0);
  ASSERT_GE(border, 0);
  VectorX next = p;
  next[mass] *= 1.1;
  next[border] = -1e-3 * next[form.find("Izz.left.rod")];
  set.project(p, next);
  EXPECT_GT(set.margin(next), -1e-8);
  EXPECT_NEAR(next[mass], 1.1 * p[mass], 1e-9 * p[mass]);
}

// In the metric of a covariance: what is known well stays, and the rest of the estimate gives way.
TEST(PhysicalSet, LeavesAloneWhatIsKnown) {
  const LinearForm form(catalogue_robot("hexapod"));
  PhysicalSet set(form);
  const VectorX p = form.values(), scale = p.cwiseAbs().cwiseMax(1e-3);
  const int n = static_cast<int>(p.size());
  const int mass = form.find("m.platform");
  ASSERT_GE(mass, 0);
  Random random(74);
  for (int k = 0; k < 50; ++k) {
    MatrixX P = MatrixX::Identity(n + 2, n + 2);
    P(mass, mass) = 1e-12;
    VectorX next = p, others = VectorX::Zero(2);
    for (int c = 0; c < n; ++c) {
      if (c != mass) next[c] *= 1 + uniform(random, 0.3);
    }
    const double outside = set.margin(next);
    set.project(p, scale, P, next, others);
    EXPECT_GT(set.margin(next), -1e-8);
    EXPECT_TRUE(others.isZero());
    if (outside < 0) {
      EXPECT_NEAR(next[mass], p[mass], 1e-6 * p[mass]);
    }
  }
}

TEST(PhysicalSet, KeepsBodiesReal) {
  const Robot& robot = catalogue_robot("hexapod");
  const LinearForm form(robot);
  PhysicalSet set(form);
  const VectorX p = form.values();
  EXPECT_GT(set.margin(p), -1e-9);
  Random random(73);
  const MatrixX expansion = form.expansion();
  for (int k = 0; k < 200; ++k) {
    VectorX next = p;
    for (int c = 0; c < next.size(); ++c) next[c] *= 1 + uniform(random, 3);
    const VectorX wanted = next;
    const double before = set.margin(next);
    set.project(p, next);
    EXPECT_GT(set.margin(next), -1e-8);
    if (before >= 0) {
      EXPECT_EQ(next, wanted);
    }
  }
}

}  // namespace
}  // namespace jourdain::adaptive_law_test
