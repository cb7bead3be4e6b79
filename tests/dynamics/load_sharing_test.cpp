// More motors than freedoms: which of all forces that do the same are chosen, for turning, sliding and mixed motors.
#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace jourdain::load_sharing_test {
namespace {

constexpr double round_off = 1e-9;

// A planar platform on three arms with turning motors, held by `rams` sliding ones besides.
Mechanism mixed(int rams) {
  return read_model(R"(
jourdain: 1
name: mixed-planar
gravity: [2, -9, 0]
parameters: {Rb: 350 mm, rp: 100 mm, L1: 220 mm, L2: 240 mm, Rr: 600 mm, rr: 80 mm}
bodies:
  platform: {mass: 1.2 kg, inertia: {disc: rp, axis: z}}
legs:
  - name: arms
    repeat: {count: 3, about: z, step: 120 deg, name: "arm{i}"}
    bodies:
      arm: {mass: 0.60 kg, com: [L1/2, 0, 0], inertia: {box: [L1, 40 mm, 20 mm]}}
      rod: {mass: 0.45 kg, com: [L2/2, 0, 0], inertia: {box: [L2, 30 mm, 15 mm]}}
    joints:
      motor: {type: revolute, between: [base, arm], at: [Rb, 0, 0], axis: z, friction: {viscous: 0.03 N m s/rad},
              actuator: {rotor_inertia: 2e-5 kg m^2, gear: 10, max_force: 15 N m}}
      elbow: {type: revolute, between: [arm, rod], at: [L1, 0, 0], axis: z}
      wrist: {type: revolute, between: [rod, platform], at: {rod: [L2, 0, 0], platform: [rp, 0, 0]}, axis: z}
  - name: rams
    repeat: {count: )" +
                    std::to_string(rams) +
                    R"(, about: z, start: 40 deg, step: 100 deg, name: "ram{i}"}
    bodies:
      cylinder: {mass: 1.5 kg, com: [140 mm, 0, 0],  inertia: {cylinder: {radius: 30 mm, length: 300 mm}, axis: x}}
      piston:   {mass: 0.6 kg, com: [-160 mm, 0, 0], inertia: {cylinder: {radius: 10 mm, length: 320 mm}, axis: x}}
    joints:
      pivot: {type: revolute, between: [base, cylinder], at: [Rr, 0, 0], axis: z}
      slide: {type: prismatic, between: [cylinder, piston], axis: x, actuator: {max_force: 120 N}}
      tip:   {type: revolute, between: [piston, platform], at: {platform: [rr, 0, 0]}, axis: z}
platform: {body: platform, moves: [x, y, phi]}
assembly:
  platform: [0, 0, 0]
  joints: {motor: 119.0 deg, elbow: 114.3 deg, wrist: 126.7 deg, pivot: 180 deg, slide: 520 mm, tip: 180 deg}
)")
      .mechanism;
}

Mechanism redundant_model(const std::string& name) {
  if (name == "turning_and_one_ram") return mixed(1);
  if (name == "turning_and_two_rams") return mixed(2);
  return load(name);
}

class LoadSharing : public ::testing::TestWithParam<std::string> {
 protected:
  template <typename Law>
  void in_random_states(unsigned count, Law law) {
    for (unsigned seed = 1; seed <= count; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      Workspace workspace(robot);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      law(workspace, random);
      if (HasFatalFailure()) return;
    }
  }

  // Rates of all motors by those of the driving ones.
  MatrixX motor_rates(Workspace& workspace) const {
    const std::vector<int> offsets = joint_offsets(robot);
    MatrixX G(offsets.back(), n), C(m, n);
    EXPECT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    for (int i = 0; i < m; ++i) C.row(i) = G.row(offsets[robot.motor_joints()[i]]);
    return C;
  }

  VectorX forces(Workspace& workspace, const DynamicsOptions& options = {}) const {
    VectorX Q(m);
    EXPECT_EQ(inverse_dynamics(robot, workspace, Q, options), Status::ok) << workspace.explain();
    return Q;
  }

  // Weights without units of their own: of the size that the default ones have.
  VectorX random_weights(Random& random) const {
    VectorX w(m);
    for (int i = 0; i < m; ++i) w[i] = default_weight(i) * std::exp(uniform(random, 2));
    return w;
  }
  double default_weight(int i) const {
    const double unit = motor_unit(robot, i) == 1.0 ? robot.size() : 1.0;
    return 1 / (unit * unit);
  }
  VectorX default_weights() const {
    VectorX w(m);
    for (int i = 0; i < m; ++i) w[i] = default_weight(i);
    return w;
  }
  VectorX limits() const {
    VectorX b(m);
    for (int i = 0; i < m; ++i) b[i] = robot.mechanism().joints[robot.motor_joints()[i]].motor->max_force;
    return b;
  }

  const Robot robot{redundant_model(GetParam())};
  const int m = static_cast<int>(robot.motor_joints().size());
  const int n = static_cast<int>(driving_motors(robot).size());
};

INSTANTIATE_TEST_SUITE_P(Robots, LoadSharing,
                         ::testing::Values("redundant-planar", "turning_and_one_ram", "turning_and_two_rams"),
                         as_identifier);

std::span<const double> view(const VectorX& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

// All choices do the same to the mechanism; the chosen one is stationary against forces that do no work.
TEST_P(LoadSharing, IsTheLeastWeightedNormNearThePreload) {
  in_random_states(10, [&](Workspace& workspace, Random& random) {
    const MatrixX C = motor_rates(workspace);
    const MatrixX N = dense::orthogonal_complement(C);
    ASSERT_EQ(N.cols(), m - n);
    const VectorX plain = forces(workspace), weights = random_weights(random);
    VectorX preload(m);
    for (int i = 0; i < m; ++i) preload[i] = uniform(random, 20);
    const auto expect_nearest = [&](const VectorX& Q, const VectorX& w, const VectorX& P) {
      EXPECT_LT((C.transpose() * (Q - plain)).norm(),
                round_off * (C.transpose().cwiseAbs() * (Q.cwiseAbs() + plain.cwiseAbs())).norm());
      const VectorX slope = w.cwiseProduct(Q - P);
      EXPECT_LT((N.transpose() * slope).norm(),
                round_off * (N.transpose().cwiseAbs() * w.cwiseProduct(Q.cwiseAbs() + P.cwiseAbs())).norm());
    };
    const VectorX none = VectorX::Zero(m);
    expect_nearest(plain, default_weights(), none);
    DynamicsOptions options;
    options.motor_weights = view(weights);
    expect_nearest(forces(workspace, options), weights, none);
    options.preload = view(preload);
    expect_nearest(forces(workspace, options), weights, preload);
    options.motor_weights = {};
    const VectorX loaded = forces(workspace, options);
    expect_nearest(loaded, default_weights(), preload);
    EXPECT_GT((loaded - plain).norm(), 1e-3 * preload.norm());
  });
}

// A heavy weight on a motor leaves the work to the others.
TEST_P(LoadSharing, GivesNothingToAMotorOfGreatWeight) {
  in_random_states(3, [&](Workspace& workspace, Random&) {
    for (int spared = 0; spared < m; ++spared) {
      VectorX weights = default_weights();
      weights[spared] *= 1e12;
      DynamicsOptions options;
      options.motor_weights = view(weights);
      EXPECT_LT(std::abs(forces(workspace, options)[spared]), 1e-6 * (forces(workspace).norm() + 1)) << spared;
    }
  });
}

// In another unit of length nothing changes but the unit: moments must not be added to forces.
TEST_P(LoadSharing, DoesNotDependOnTheUnitOfLength) {
  constexpr double factor = 1000;
  const Robot large(scaled(robot.mechanism(), factor));
  in_random_states(5, [&](Workspace& workspace, Random&) {
    PlatformState motion = output_of(workspace);
    motion.pose.p *= factor, motion.twist.v *= factor, motion.acceleration.a *= factor;
    Workspace there(large);
    VectorX Q(m);
    ASSERT_EQ(inverse_dynamics(large, motion, there, Q), Status::ok) << there.explain();
    const VectorX expected = forces(workspace);
    for (int i = 0; i < m; ++i) {
      const double unit = motor_unit(robot, i) == 1.0 ? factor * factor : factor;
      EXPECT_NEAR(Q[i] / unit, expected[i], round_off * expected.norm());
    }
  });
}

// The nearest forces within limits by trying every set of motors at their limits.
std::optional<VectorX> nearest_by_enumeration(const MatrixX& C, const VectorX& Q0, const VectorX& w, const VectorX& P,
                                              const VectorX& limit) {
  const int m = static_cast<int>(w.size()), n = static_cast<int>(C.cols());
  std::optional<VectorX> best;
  double least = std::numeric_limits<double>::infinity();
  const VectorX driving = C.transpose() * Q0;
  int cases = 1;
  for (int i = 0; i < m; ++i) cases *= 3;
  for (int code = 0; code < cases; ++code) {
    // Digits: 0 free, 1 at the upper limit, 2 at the lower one.
    std::vector<int> free;
    VectorX Q = VectorX::Zero(m);
    for (int i = 0, c = code; i < m; ++i, c /= 3) {
      if (c % 3 == 0) free.push_back(i);
      if (c % 3 != 0) Q[i] = c % 3 == 1 ? limit[i] : -limit[i];
    }
    if (static_cast<int>(free.size()) < n) continue;
    // Q_f = P_f + W_f^-1 C_f lambda with C_f^T Q_f = rest.
    const MatrixX C_f = dense::rows(C, free);
    const VectorX P_f = dense::entries(P, free), w_f = dense::entries(w, free);
    const MatrixX A = C_f.transpose() * w_f.cwiseInverse().asDiagonal() * C_f;
    const VectorX rest = driving - C.transpose() * Q - C_f.transpose() * P_f;
    const VectorX Q_f = P_f + w_f.cwiseInverse().asDiagonal() * (C_f * dense::PivotedQr(A).solve(rest));
    for (std::size_t i = 0; i < free.size(); ++i) Q[free[i]] = Q_f[static_cast<int>(i)];
    if ((C.transpose() * Q - driving).norm() > 1e-7 * (1 + driving.norm())) continue;
    if (((Q.cwiseAbs() - limit).array() > 1e-9 * limit.array()).any()) continue;
    const double norm = (Q - P).dot(w.asDiagonal() * (Q - P));
    if (norm < least) least = norm, best = Q;
  }
  return best;
}

TEST_P(LoadSharing, WithinLimitsIsTheNearestOfAllOrRefused) {
  int met = 0, refused = 0, active = 0;
  in_random_states(60, [&](Workspace& workspace, Random& random) {
    const VectorX weights = random_weights(random);
    VectorX preload(m);
    for (int i = 0; i < m; ++i) preload[i] = uniform(random, 1) * limits()[i];
    // Loads from light to too heavy.
    BodyLoad load{robot.mechanism().output->body,
                  500 * std::abs(uniform(random, 1)) * uniform3(random, 1).cwiseProduct(Vector3(1, 1, 0)),
                  Vector3(0, 0, uniform(random, 5))};
    DynamicsOptions options;
    options.loads = {&load, 1};
    options.motor_weights = view(weights);
    options.preload = view(preload);
    const VectorX unbounded = forces(workspace, options);
    const auto expected = nearest_by_enumeration(motor_rates(workspace), unbounded, weights, preload, limits());
    options.bounded = true;
    VectorX Q = VectorX::Constant(m, 77);
    const Status status = inverse_dynamics(robot, workspace, Q, options);
    if (!expected) {
      ++refused;
      EXPECT_EQ(status, Status::limit);
      EXPECT_EQ(Q, VectorX::Constant(m, 77));
      EXPECT_GE(workspace.report().joint, 0);
      EXPECT_GT(workspace.report().value, 0);
      return;
    }
    ++met;
    ASSERT_EQ(status, Status::ok) << workspace.explain();
    const VectorX roots = weights.cwiseSqrt();
    EXPECT_LT(roots.cwiseProduct(Q - *expected).norm(), 1e-7 * roots.cwiseProduct(*expected).norm() + 1e-7);
    for (int i = 0; i < m; ++i) {
      EXPECT_LE(std::abs(Q[i]), limits()[i] * (1 + 1e-9));
      active += std::abs(unbounded[i]) > limits()[i];
    }
  });
  // The draw covers all cases.
  EXPECT_GT(met, 10);
  EXPECT_GT(refused, 3);
  EXPECT_GT(active, 5);
}

// Where the driving motors alone are singular the others help: forces go on smoothly through that pose.
TEST_P(LoadSharing, PassesSingularitiesOfTheDrivingMotors) {
  const std::vector<int> driving = driving_motors(robot);
  Workspace workspace(robot);
  Random random(11);
  const Spread wide{.reach = 0.25, .turn = 1.2};
  const auto go = [&](const PlatformState& from, const PlatformState& to, double t) {
    PlatformState motion = from;
    motion.pose.p += t * (to.pose.p - from.pose.p);
    const Eigen::AngleAxisd turn(from.pose.R.transpose() * to.pose.R);
    motion.pose.R = from.pose.R * Eigen::AngleAxisd(t * turn.angle(), turn.axis()).toRotationMatrix();
    workspace.reset();
    return inverse_kinematics(robot, motion, workspace) == Status::ok;
  };
  const auto side = [&] {
    MatrixX B(m, n);
    EXPECT_EQ(inverse_jacobian(robot, workspace, B), Status::ok);
    return dense::determinant(dense::rows(B, driving));
  };
  int passed = 0;
  for (int attempt = 0; attempt < 400 && passed < 3; ++attempt) {
    PlatformState from = random_motion(robot, random, wide), to = random_motion(robot, random, wide);
    if (!go(from, to, 0)) continue;
    const double start = side();
    if (!go(from, to, 1) || start * side() > 0) continue;
    double low = 0, high = 1;
    bool reached = true;
    for (int i = 0; i < 60 && reached; ++i) {
      const double middle = 0.5 * (low + high);
      reached = go(from, to, middle);
      (reached && start * side() > 0 ? low : high) = middle;
    }
    if (!reached || !go(from, to, low)) continue;
    ++passed;
    DynamicsOptions options;
    options.friction = false;
    MatrixX G(joint_offsets(robot).back(), n);
    EXPECT_NE(influence_coefficients(robot, workspace, G), Status::ok)
        << "the driving motors alone still hold the platform";
    const VectorX at = forces(workspace, options);
    constexpr double step = 1e-5;
    ASSERT_TRUE(go(from, to, low - step));
    const VectorX before = forces(workspace, options);
    ASSERT_TRUE(go(from, to, low + step));
    const VectorX after = forces(workspace, options);
    EXPECT_LT((0.5 * (before + after) - at).norm(), 1e-4 * at.norm());
  }
  EXPECT_GE(passed, 1);
}

TEST_P(LoadSharing, IsTheSameInEveryFormulationAndAtRest) {
  in_random_states(5, [&](Workspace& workspace, Random& random) {
    const VectorX weights = random_weights(random);
    DynamicsOptions options;
    options.motor_weights = view(weights);
    const VectorX Q = forces(workspace, options);
    for (Formulation formulation : {Formulation::virtual_work, Formulation::screw}) {
      VectorX other(m);
      ASSERT_EQ(inverse_dynamics_by(formulation, robot, workspace, other, options), Status::ok);
      EXPECT_LT((other - Q).norm(), round_off * Q.norm()) << to_string(formulation);
    }
    PlatformState rest;
    rest.pose = workspace.output_pose();
    Workspace there = workspace;
    ASSERT_EQ(inverse_kinematics(robot, rest, there), Status::ok);
    options.friction = false;
    VectorX holding(m);
    ASSERT_EQ(holding_forces(robot, there, holding, options), Status::ok);
    EXPECT_LT((holding - forces(there, options)).norm(), round_off * (1 + holding.norm()));
  });
}

TEST(LoadSharingOptions, AreChecked) {
  const Robot robot = Robot::from_file("redundant-planar");
  Workspace workspace(robot);
  VectorX Q = VectorX::Constant(4, 7);
  const auto status = [&](const std::vector<double>& weights, const std::vector<double>& preload) {
    DynamicsOptions options;
    options.motor_weights = weights;
    options.preload = preload;
    EXPECT_EQ(holding_forces(robot, workspace, Q, options), inverse_dynamics(robot, workspace, Q, options));
    return workspace.report().status;
  };
  const double nan = std::nan("");
  EXPECT_EQ(status({1, 1, 1}, {}), Status::inconsistent);
  EXPECT_EQ(status({1, 1, 1, 0}, {}), Status::inconsistent);
  EXPECT_EQ(status({1, 1, 1, -1}, {}), Status::inconsistent);
  EXPECT_EQ(status({1, 1, 1, nan}, {}), Status::not_finite);
  EXPECT_EQ(status({}, {1, 1, 1, 1, 1}), Status::inconsistent);
  EXPECT_EQ(status({}, {1, 1, 1, nan}), Status::not_finite);
  EXPECT_EQ(Q, VectorX::Constant(4, 7));
  EXPECT_EQ(status({1, 2, 3, 4}, {1, 1, 1, 1}), Status::ok);
}

// Without redundant motors the limits are only checked.
TEST(LoadSharingOptions, LimitForcesOfEveryRobot) {
  const Robot robot = Robot::from_file("palida");
  Workspace workspace(robot);
  DynamicsOptions options;
  options.bounded = true;
  VectorX Q(6);
  EXPECT_EQ(holding_forces(robot, workspace, Q, options), Status::ok);
  const BodyLoad heavy{robot.mechanism().output->body, Vector3(0, 0, -5000), Vector3::Zero()};
  options.loads = {&heavy, 1};
  const VectorX before = Q;
  EXPECT_EQ(inverse_dynamics(robot, workspace, Q, options), Status::limit);
  EXPECT_EQ(Q, before);
  EXPECT_TRUE(robot.mechanism().joints[workspace.report().joint].motor.has_value());
  EXPECT_GT(workspace.report().value, 0);
  EXPECT_NE(workspace.explain().find("the force of a motor is exceeded"), std::string::npos);
}

}  // namespace
}  // namespace jourdain::load_sharing_test
