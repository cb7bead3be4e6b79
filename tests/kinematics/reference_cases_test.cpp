// Published numbers and closed forms from the papers, and reference values computed independently of this library.
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::reference_cases_test {
namespace {

// Reference values have nine or ten decimals; this is half a unit of the last one.
constexpr double nine_decimals = 0.5e-9;
constexpr double ten_decimals = 0.5e-10;

// Closed forms against the general solvers: round-off on numbers of the order of one.
constexpr double round_off = 1e-12;

constexpr unsigned seed = 7000;
constexpr int states = 50;

// L.-W. Tsai's platform at t = 0.5 of his first motion.
TEST(ReferenceCases, TsaiLegLengths) {
  const Robot robot = Robot::from_file("stewart-tsai");
  Workspace workspace(robot);
  PlatformState motion;
  const double s = std::sin(1.5);
  motion.pose.p = Vector3(-1.5 + 0.2 * s, 0.2 * s, 1 + 0.2 * s);
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  const double expected[] = {1.397901400, 1.278229220, 1.578264120, 1.604919687, 1.185787116, 1.281210327};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(workspace.motor_position(i), expected[i], nine_decimals) << "leg " << i + 1;
}

// Joined pairs of legs: base pairs at 0, 120, 240 deg, platform pairs at 60, 180, 300 deg, half angle 15 deg.
// (The reference has Izz = 2.5 kg m^2, which no body can have with the other two; it does not matter here.)
std::string massless_leg_hexapod() {
  std::string A, B;
  for (int i = 0; i < 6; ++i) {
    // Leg 2k+1 goes from the right half of base pair k to the left half of the platform pair before it, leg 2k+2 to the
    // next.
    const double side = i % 2 == 0 ? -1 : 1;
    const double base = (i / 2 * 120 + side * 15) * M_PI / 180;
    const double platform = (i / 2 * 120 + side * (60 - 15)) * M_PI / 180;
    A += fmt::format("{}[{:.17g}, {:.17g}, 0]", i == 0 ? "" : ", ", 0.6 * std::cos(base), 0.6 * std::sin(base));
    B += fmt::format("{}[{:.17g}, {:.17g}, 0]", i == 0 ? "" : ", ", 0.4 * std::cos(platform), 0.4 * std::sin(platform));
  }
  return fmt::format(R"(jourdain: 1
name: massless-leg-hexapod
bodies: {{platform: {{mass: 25, inertia: [1.2, 1.2, 2.4]}}}}
legs:
  repeat: {{count: 6, each: {{A: [{}], B: [{}]}}}}
  bodies: {{lower: {{mass: 0}}, upper: {{mass: 0}}}}
  joints:
    cardan: {{type: universal, between: [base, lower], at: A, axes: [x, y]}}
    slide:  {{type: prismatic, between: [lower, upper], axis: z, actuated: true}}
    ball:   {{type: spherical, between: [upper, platform], at: {{platform: B}}}}
platform: {{body: platform}}
assembly: {{platform: [0, 0, 0.8], joints: {{slide: 0.86}}}}
)",
                     A, B);
}

TEST(ReferenceCases, MasslessLegHexapodLength) {
  const Robot robot(read_model(massless_leg_hexapod()).mechanism);
  Workspace workspace(robot);
  PlatformState motion;
  motion.pose.p = Vector3(0, 0, 0.8);
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(workspace.motor_position(i), 0.862732755, nine_decimals) << "leg " << i + 1;
}

// R. Clavel's DELTA, as bars and as pairs of rods.
class ClavelDelta : public testing::TestWithParam<std::string> {};

TEST_P(ClavelDelta, MotorAnglesRatesAndAccelerations) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  PlatformState motion;
  motion.pose.p = Vector3(0.05, 0.03, -0.30);
  motion.twist.v = Vector3(1, -0.8, 0.6);
  motion.acceleration.a = Vector3(50, 40, -30);
  ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  const double q[] = {0.0585658040, 0.3103537085, 0.5482259384};
  const double qd[] = {-7.7752579555, 4.0159215969, -2.1343463696};
  const double qdd[] = {-77.055767499, 155.333826381, 412.747035170};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(workspace.motor_position(i), q[i], ten_decimals);
    EXPECT_NEAR(workspace.motor_velocity(i), qd[i], ten_decimals);
    EXPECT_NEAR(workspace.motor_acceleration(i), qdd[i], nine_decimals);
  }
}

// The DELTA's Jacobian and both directions of its accelerations in closed form, [Codourey98] (30)-(37), signs put
// right.
TEST_P(ClavelDelta, JacobianAndAccelerationsInClosedForm) {
  constexpr double R = 0.126, L_A = 0.2;
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorValues m = motors_of(workspace);
    const PlatformState x = output_of(workspace);
    Matrix3 S, Sdot;
    Vector3 sb, sb_rate, accelerations;
    for (int k = 0; k < 3; ++k) {
      const Matrix3 Rz = rotation_from_vector({0, 0, k * 2 * M_PI / 3});
      const double c = std::cos(m.q[k]), sn = std::sin(m.q[k]);
      const Vector3 s = x.pose.p - Rz * Vector3(R + L_A * c, 0, -L_A * sn);
      const Vector3 b = Rz * Vector3(L_A * sn, 0, L_A * c);
      const Vector3 bdot = Rz * Vector3(L_A * c, 0, -L_A * sn) * m.rates[k];
      const Vector3 sdot = x.twist.v + b * m.rates[k];
      EXPECT_NEAR(s.norm(), 0.4, round_off);
      S.row(k) = s.transpose(), Sdot.row(k) = sdot.transpose();
      sb[k] = s.dot(b), sb_rate[k] = sdot.dot(b) + s.dot(bdot);
      accelerations[k] = -(sdot.dot(sdot) + s.dot(x.acceleration.a + bdot * m.rates[k])) / sb[k];
    }
    const Matrix3 J = -S.inverse() * sb.asDiagonal().toDenseMatrix();
    const Matrix3 Jdot = -S.inverse() * (Sdot * J + sb_rate.asDiagonal().toDenseMatrix());
    MatrixX ours(6, 3), ours_rate(6, 3);
    ASSERT_EQ(output_jacobian(robot, workspace, ours), Status::ok);
    ASSERT_EQ(output_jacobian_rate(robot, workspace, ours_rate), Status::ok);
    const double rate = scale_of(workspace).rate, change = scale_of(workspace).acceleration;
    EXPECT_LT((ours.topRows(3) - J).norm(), round_off);
    EXPECT_LT(ours.bottomRows(3).norm(), round_off) << "the plate does not turn";
    EXPECT_LT((ours_rate.topRows(3) - Jdot).norm(), 10 * round_off * rate);
    EXPECT_LT((J * m.rates - x.twist.v).norm(), round_off * rate);
    EXPECT_LT((J * m.accelerations + Jdot * m.rates - x.acceleration.a).norm(), 10 * round_off * change);
    EXPECT_LT((accelerations - m.accelerations).norm(), 10 * round_off * change);
  }
}

INSTANTIATE_TEST_SUITE_P(BarsAndRods, ClavelDelta, testing::Values("delta", "delta-rods"), as_identifier);

// The gearshift's influence coefficients, [Gallardo03] section 5, and its motors from the knob's direction.
TEST(ReferenceCases, GearshiftClosedForms) {
  const Robot robot = Robot::from_file("gearshift");
  const Mechanism& mechanism = robot.mechanism();
  const std::vector<int> offsets = joint_offsets(robot);
  const auto row = [&](const char* name) { return offsets[find_joint(mechanism, name)]; };
  Workspace workspace(robot);
  MatrixX G(offsets.back(), 2);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const VectorX q = Eigen::Vector2d(uniform(random, 0.6), uniform(random, 0.6));
    ASSERT_EQ(forward_kinematics(robot, q, workspace), Status::ok);
    ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    const double s1 = std::sin(q[0]), c1 = std::cos(q[0]), s2 = std::sin(q[1]), c2 = std::cos(q[1]);
    const Vector3 axis2(0, c1, s1), axis2_other(c2, 0, -s2);
    const double a = axis2_other.cross(axis2).norm();
    EXPECT_NEAR(G(row("chain1.s2"), 0), -s1 * s2 * c2 / (a * a), round_off);
    EXPECT_NEAR(G(row("chain1.s2"), 1), c1 / (a * a), round_off);
    EXPECT_NEAR(G(row("chain1.s3"), 0), -c1 * s2 / a, round_off);
    EXPECT_NEAR(G(row("chain1.s3"), 1), -s1 * c2 / a, round_off);
    // The knob points along s3 = (s2' x s2) / a; its end P gives the motors.
    const PlatformState tool = to_tool(robot, {workspace.output_pose(), {}, {}});
    const Vector3 P = tool.pose.p;
    EXPECT_LT((P - 0.15 * axis2_other.cross(axis2) / a).norm(), round_off);
    EXPECT_NEAR(std::atan(-P.y() / P.z()), q[0], round_off);
    EXPECT_NEAR(std::atan(P.x() / P.z()), q[1], round_off);
  }
}

// PaLiDA's leg angles and lengths, [Abdellatif05]: alpha = atan2(x, -z), beta = atan2(y, sqrt(x^2 + z^2)), l = |r|.
TEST(ReferenceCases, PalidaLegCoordinates) {
  const Robot robot = Robot::from_file("palida");
  const Mechanism& mechanism = robot.mechanism();
  Workspace workspace(robot);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    for (int k = 1; k <= 6; ++k) {
      const auto joint = [&](const char* name) { return find_joint(mechanism, fmt::format("leg{}.{}", k, name)); };
      const Vector3 A = mechanism.joints[joint("alpha")].in_a.p;
      const Vector3 B = mechanism.joints[joint("ball")].in_b.p;
      const Vector3 r = workspace.output_pose() * B - A;
      EXPECT_NEAR(workspace.joint(joint("alpha")).position[0], std::atan2(r.x(), -r.z()), round_off);
      EXPECT_NEAR(workspace.joint(joint("beta")).position[0], std::atan2(r.y(), std::hypot(r.x(), r.z())), round_off);
      EXPECT_NEAR(workspace.joint(joint("slide")).position[0], r.norm(), round_off);
      // ldot = e . (v + w x R b), theory section 6.
      const Twist t = workspace.output_twist();
      const Vector3 v = t.v + t.w.cross(workspace.output_pose().R * B);
      EXPECT_NEAR(workspace.motor_velocity(k - 1), r.normalized().dot(v), round_off * scale_of(workspace).rate);
    }
  }
}

// The demonstration hexapod stands upright: alpha = atan2(x, z).
TEST(ReferenceCases, HexapodLegCoordinates) {
  const Robot robot = Robot::from_file("hexapod");
  const Mechanism& mechanism = robot.mechanism();
  Workspace workspace(robot);
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  for (int k = 1; k <= 6; ++k) {
    const auto joint = [&](const char* name) { return find_joint(mechanism, fmt::format("leg{}.{}", k, name)); };
    const Vector3 A = mechanism.joints[joint("alpha")].in_a.p;
    const Vector3 r = workspace.output_pose() * mechanism.joints[joint("ball")].in_b.p - A;
    EXPECT_NEAR(workspace.joint(joint("alpha")).position[0], std::atan2(r.x(), r.z()), round_off);
    EXPECT_NEAR(workspace.joint(joint("beta")).position[0], std::atan2(r.y(), std::hypot(r.x(), r.z())), round_off);
    EXPECT_NEAR(workspace.joint(joint("slide")).position[0], r.norm(), round_off);
  }
}

// Bricard's trihedral loop: cos t + cos u + cos t cos u = 0 for odd and even hinge angles.
TEST(ReferenceCases, BricardLoopEquation) {
  const Robot robot = Robot::from_file("bricard");
  Workspace workspace(robot);
  for (double t = -0.3; t < 0.3; t += 0.05) {
    ASSERT_EQ(forward_kinematics(robot, robot.home_motors() + VectorX::Constant(1, t), workspace), Status::ok);
    for (int j = 0; j < 6; j += 2) {
      const double odd = std::cos(workspace.joint(j).position[0]), even = std::cos(workspace.joint(j + 1).position[0]);
      EXPECT_NEAR(odd + even + odd * even, 0, round_off);
    }
  }
}

}  // namespace
}  // namespace jourdain::reference_cases_test
