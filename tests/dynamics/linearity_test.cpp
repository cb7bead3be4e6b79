// Forces are linear in gravity, in acceleration and in each of the ten inertial parameters of every body; sums of
// causes are sums of forces.
#include "support/full_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace jourdain::linearity_test {
namespace {

// Largest difference over the largest force that takes part.
constexpr double round_off = 1e-11;

constexpr unsigned first_seed = 8300;
constexpr unsigned states = 3;

using Parameters = Eigen::Matrix<double, 10, 1>;

// The inverse of inertial_parameters().
Inertial inertial_of(const Parameters& p) {
  Inertial result;
  result.mass = p[0];
  result.com = p.segment<3>(1) / p[0];
  const Vector3& c = result.com;
  result.inertia << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  result.inertia -= p[0] * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
  return result;
}

class Linearity : public testing::TestWithParam<std::string> {
 protected:
  // Forces of a changed robot, with the same geometry, at the workspace's motion.
  VectorX forces_of(const Mechanism& changed) const {
    const Robot other(changed);
    Workspace there(other);
    EXPECT_EQ(go_alike(workspace, there), Status::ok) << there.explain();
    return forces_at(there);
  }

  void go(unsigned seed) {
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
  }

  const Mechanism mechanism = with_all_terms(GetParam());
  const Robot robot{mechanism};
  Workspace workspace{robot};
};

// The largest entry of any of these.
double largest(std::initializer_list<VectorX> all) {
  double result = 0;
  for (const VectorX& v : all) result = std::max(result, v.cwiseAbs().maxCoeff());
  return result;
}

TEST_P(Linearity, InGravity) {
  for (unsigned seed = first_seed; seed < first_seed + states; ++seed) {
    SCOPED_TRACE(seed);
    go(seed);
    Random random(seed);
    const Vector3 one = uniform3(random, 10), two = uniform3(random, 10);
    const auto with = [&](const Vector3& gravity) {
      Mechanism m = mechanism;
      m.gravity = gravity;
      return forces_of(m);
    };
    const VectorX none = with(Vector3::Zero()), a = with(one), b = with(two), both = with(one + 3 * two);
    EXPECT_LT((both - none - (a - none) - 3 * (b - none)).cwiseAbs().maxCoeff(),
              round_off * largest({none, a, b, both}));
    EXPECT_GT((a - none).norm(), 0);
  }
}

TEST_P(Linearity, InAcceleration) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  for (unsigned seed = first_seed; seed < first_seed + states; ++seed) {
    SCOPED_TRACE(seed);
    go(seed);
    Random random(seed);
    const MotorValues now = motors_of(workspace);
    const auto with = [&](const VectorX& accelerations) {
      Workspace there = workspace;
      const VectorX agreeing = agreeing_accelerations(workspace, accelerations);
      EXPECT_EQ(forward_kinematics(robot, now.q, now.rates, agreeing, there), Status::ok);
      return forces_at(there);
    };
    VectorX one(motors), two(motors);
    for (int i = 0; i < motors; ++i) {
      one[i] = uniform(random, 5 * motor_unit(robot, i));
      two[i] = uniform(random, 5 * motor_unit(robot, i));
    }
    const VectorX none = with(VectorX::Zero(motors)), a = with(one), b = with(two), both = with(one - 2 * two);
    EXPECT_LT((both - none - (a - none) + 2 * (b - none)).cwiseAbs().maxCoeff(),
              round_off * largest({none, a, b, both}));
    EXPECT_GT((a - none).norm(), 0);
  }
}

// Every parameter alone once and twice as much, then all of them together.
TEST_P(Linearity, InEveryInertialParameter) {
  go(first_seed);
  const IdleParts idle(mechanism);
  const VectorX before = forces_at(workspace);
  VectorX sum = VectorX::Zero(before.size());
  Mechanism all = mechanism;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (idle.bodies.count(static_cast<int>(i))) continue;
    const Parameters p = inertial_parameters(mechanism.bodies[i].inertial);
    Parameters steps;
    steps << 0.1 * p[0], Vector3::Constant(0.02 * p[0] * robot.size()),
        Eigen::Matrix<double, 6, 1>::Constant(0.05 * p.tail<6>().cwiseAbs().maxCoeff());
    for (int k = 0; k < 10; ++k) {
      SCOPED_TRACE(fmt::format("{}, parameter {}", mechanism.bodies[i].name, k));
      const auto with = [&](double factor) {
        Mechanism m = mechanism;
        m.bodies[i].inertial = inertial_of(p + factor * steps[k] * Parameters::Unit(k));
        return forces_of(m);
      };
      const VectorX once = with(1), twice = with(2);
      EXPECT_LT((twice - before - 2 * (once - before)).cwiseAbs().maxCoeff(),
                round_off * largest({before, once, twice}));
      sum += once - before;
    }
    all.bodies[i].inertial = inertial_of(p + steps);
  }
  const VectorX together = forces_of(all);
  EXPECT_LT((together - before - sum).cwiseAbs().maxCoeff(),
            round_off * static_cast<double>(10 * mechanism.bodies.size()) * largest({before, together, sum}));
  EXPECT_GT((together - before).norm(), 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Linearity, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::linearity_test
