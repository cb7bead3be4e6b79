// Robots with massless or lumped legs: what stays, what goes, and how much is lost.
#include "support/full_model.hpp"
#include "support/random_states.hpp"
#include "support/reference_cases.hpp"

#include "dynamics/mass_matrix_checks.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "model/check_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::simplify_test {
namespace {

// Round-off of the formulations against each other.
constexpr double round_off = 1e-10;

const std::vector<std::string> without_legs{"bricard",  "five-bar",  "five-bar-leg",
                                            "four-bar", "free-form", "serial-arm"};

// Legs of arms or carriages and bars whose centre of mass lies between the two joints.
const std::vector<std::string> on_bars{"delta", "delta-rods", "delta-linear", "orthoglide", "quattro",
                                       "hexa",  "hexaglide",  "3rrr",         "3prr",       "redundant-planar"};

double mass_of(const Mechanism& mechanism, std::string_view body) {
  return mechanism.bodies[find_body(mechanism, body)].inertial.mass;
}

// Gravity in a direction without symmetry, so that horizontal planar robots feel it too.
Mechanism with_oblique_gravity(const std::string& name) {
  Mechanism mechanism = load(name);
  mechanism.gravity = {3, -4, -8};
  return mechanism;
}

class SimplifyLaw : public ::testing::TestWithParam<std::string> {};
class LumpedBars : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, SimplifyLaw, ::testing::ValuesIn(catalogue_except(without_legs)), as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, LumpedBars, ::testing::ValuesIn(on_bars), as_identifier);

TEST_P(SimplifyLaw, KeepsGeometryAndDriveAndIsAValidFile) {
  const Mechanism full = load(GetParam());
  for (Simplification how : {Simplification::massless_legs, Simplification::lumped}) {
    SCOPED_TRACE(to_string(how));
    const Mechanism simple = simplified(full, how);
    EXPECT_EQ(simple.joints.size(), full.joints.size());
    EXPECT_EQ(simple.gravity, full.gravity);
    for (int body : passive_links(full)) {
      EXPECT_EQ(simple.bodies[body].inertial.mass, 0) << full.bodies[body].name;
    }
    // The reader takes what comes out, with no warning beyond those of the original.
    const LoadedModel again = read_model(print_model(simple), "simplified");
    EXPECT_TRUE(again.mechanism == simple);
    // Same configuration and rates as the full model.
    const Robot robot(full), simple_robot(simple);
    Random random(21);
    Workspace workspace(robot), simple_workspace(simple_robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_kinematics(simple_robot, output_of(workspace), simple_workspace), Status::ok);
    const MotorValues one = motors_of(workspace), two = motors_of(simple_workspace);
    EXPECT_LT((one.q - two.q).norm() + (one.rates - two.rates).norm(), 1e-9 * (1 + one.q.norm() + one.rates.norm()));
  }
}

TEST_P(SimplifyLaw, AllFormulationsStillAgree) {
  for (Simplification how : {Simplification::massless_legs, Simplification::lumped}) {
    const Robot robot(simplified(load(GetParam()), how));
    for (unsigned seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      Workspace workspace(robot);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      VectorX fast(static_cast<int>(robot.motor_joints().size())), other(fast.size());
      ASSERT_EQ(inverse_dynamics(robot, workspace, fast), Status::ok);
      for (Formulation formulation : {Formulation::virtual_work, Formulation::screw, Formulation::bars}) {
        const Status status = inverse_dynamics_by(formulation, robot, workspace, other);
        if (formulation == Formulation::bars && status == Status::inconsistent) continue;  // no DELTA
        ASSERT_EQ(status, Status::ok);
        EXPECT_LT((other - fast).norm(), round_off * fast.norm()) << to_string(formulation);
      }
    }
  }
}

TEST_P(SimplifyLaw, ForwardDynamicsInvertsInverseDynamics) {
  for (Simplification how : {Simplification::massless_legs, Simplification::lumped}) {
    const Robot robot(simplified(load(GetParam()), how));
    Random random(31);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    VectorX forces(static_cast<int>(robot.motor_joints().size()));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    EXPECT_TRUE(forces.allFinite());
  }
}

TEST_P(LumpedBars, KeepsMassAndHoldingForces) {
  const Mechanism full = with_oblique_gravity(GetParam()), simple = simplified(full, Simplification::lumped);
  EXPECT_NEAR(total_mass(simple), total_mass(full), 1e-12 * total_mass(full));
  EXPECT_LT(total_mass(simplified(full, Simplification::massless_legs)), total_mass(full));
  const Robot robot(full), simple_robot(simple);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot), simple_workspace(simple_robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_kinematics(simple_robot, output_of(workspace), simple_workspace), Status::ok);
    VectorX holding(static_cast<int>(robot.motor_joints().size())), simple_holding(holding.size());
    ASSERT_EQ(holding_forces(robot, workspace, holding), Status::ok);
    ASSERT_EQ(holding_forces(simple_robot, simple_workspace, simple_holding), Status::ok);
    EXPECT_LT((holding - simple_holding).norm(), round_off * holding.norm());
    // Points at the ends move more than a bar between them.
    EXPECT_GE(kinetic_energy(simple_robot, simple_workspace), kinetic_energy(robot, workspace) * (1 - round_off));
  }
}

// T_lumped - T = sum of m |v_1 - v_2|^2 / 12, for uniform bars.
TEST(Lumped, EnergyOfABarExceedsByItsTurning) {
  for (const char* name : {"delta", "delta-rods"}) {
    const Mechanism full = load(name);
    const Robot robot(full), simple(simplified(full, Simplification::lumped));
    Random random(5);
    Workspace workspace(robot), simple_workspace(simple);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_kinematics(simple, output_of(workspace), simple_workspace), Status::ok);
    double excess = 0;
    for (int body : passive_links(full)) {
      // Each end's velocity, in the order of the joints.
      Vector3 apart = Vector3::Zero();
      double sign = 1;
      for (const Joint& joint : full.joints) {
        if (joint.body_a != body && joint.body_b != body) continue;
        apart += sign * (workspace.body_pose(body).R * (joint.body_a == body ? joint.in_a.p : joint.in_b.p));
        sign = -sign;
      }
      const Vector3 turning = workspace.body_twist(body).w.cross(apart);
      excess += full.bodies[body].inertial.mass * turning.squaredNorm() / 12;
    }
    const double energy = kinetic_energy(robot, workspace);
    EXPECT_NEAR(kinetic_energy(simple, simple_workspace) - energy, excess, 1e-9 * energy) << name;
  }
}

TEST(Lumped, TelescopicLegsGiveThePistonToThePlatformAndTheCylinderToTheBase) {
  const Mechanism tsai = simplified(load("stewart-tsai"), Simplification::lumped);
  EXPECT_NEAR(mass_of(tsai, "platform"), 1.5 + 6 * 0.1, 1e-12);
  EXPECT_NEAR(total_mass(tsai), 2.1, 1e-12);
  // A cardan ring and the stator on it drop out at the base too.
  const Mechanism palida = simplified(load("palida"), Simplification::lumped);
  EXPECT_NEAR(mass_of(palida, "platform"), 3.6 + 6 * 1.7, 1e-12);
  EXPECT_NEAR(total_mass(palida), 3.6 + 6 * 1.7, 1e-12);
  // Steiner: Izz of the platform grows by the sliders at their joints.
  const Inertial& plate = palida.bodies[find_body(palida, "platform")].inertial;
  const Inertial before = load("palida").bodies[find_body(palida, "platform")].inertial;
  double added = 0;
  for (const Joint& joint : palida.joints) {
    if (joint.type == JointType::spherical) added += 1.7 * joint.in_b.p.head<2>().squaredNorm();
  }
  EXPECT_NEAR(plate.inertia(2, 2), before.inertia(2, 2) + added, 1e-5);  // the sum of the B_k is 1e-3 off centre
}

TEST(Lumped, DividesADeltaForearmInHalves) {
  const Mechanism full = load("delta"), simple = simplified(full, Simplification::lumped);
  EXPECT_NEAR(mass_of(simple, "platform"), 0.1 + 3 * 0.0225, 1e-12);
  EXPECT_NEAR(mass_of(simple, "leg1.arm"), 0.118 + 0.0225, 1e-12);
  EXPECT_EQ(mass_of(simplified(full, Simplification::massless_legs), "leg1.arm"), mass_of(full, "leg1.arm"));
}

// A robot driven at the elbows: upper and lower links are passive, and their masses meet at the elbow.
TEST(Lumped, KeepsAPointMassBetweenTwoPassiveLinks) {
  Mechanism robot = load("3rrr");
  for (Joint& joint : robot.joints) {
    if (joint.name.ends_with(".motor")) joint.motor.reset();
    if (joint.name.ends_with(".elbow")) joint.motor.emplace();
  }
  const Mechanism simple = simplified(robot, Simplification::lumped);
  EXPECT_NEAR(mass_of(simple, "leg1.arm"), 0.60 / 2 + 0.45 / 2, 1e-12);
  EXPECT_EQ(mass_of(simple, "leg1.rod"), 0);
  const Inertial& arm = simple.bodies[find_body(simple, "leg1.arm")].inertial;
  EXPECT_NEAR((arm.com - Vector3(0.22, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR(arm.inertia.norm(), 0, 1e-15);
  EXPECT_NEAR(mass_of(simple, "platform"), 1.2 + 3 * 0.45 / 2, 1e-12);
}

// Bodies fixed to a link, and to the platform.
TEST(Lumped, TreatsFixedBodiesAsOne) {
  Mechanism robot = load("3rrr");
  const int rod = find_body(robot, "leg1.rod"), platform = find_body(robot, "platform");
  const auto fix = [&](const char* name, int to, const Vector3& place) {
    Inertial inertial;
    inertial.mass = 1;
    robot.bodies.push_back({name, inertial});
    Joint joint;
    joint.name = std::string(name) + ".weld";
    joint.body_a = to;
    joint.body_b = static_cast<int>(robot.bodies.size()) - 1;
    joint.in_a.p = place;
    robot.joints.push_back(joint);
    return static_cast<int>(robot.bodies.size()) - 1;
  };
  robot.legs[0].bodies.push_back(fix("weight", rod, {0.06, 0, 0}));
  robot.legs[0].bodies.push_back(fix("gripper", platform, {0, 0, 0}));
  const Mechanism simple = simplified(robot, Simplification::lumped);
  EXPECT_EQ(mass_of(simple, "gripper"), 1);
  EXPECT_EQ(mass_of(simple, "weight"), 0);
  EXPECT_NEAR(mass_of(simple, "leg1.arm"), 0.60 + 0.45 / 2 + 0.75, 1e-12);  // a quarter of the way to the wrist
  EXPECT_NEAR(mass_of(simple, "platform"), 1.2 + 3 * 0.45 / 2 + 0.25, 1e-12);
}

TEST(Simplify, RefusesRobotsWithoutLegs) {
  for (const std::string& name : without_legs) {
    try {
      simplified(load(name), Simplification::lumped);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << name;
    }
  }
}

TEST(MasslessLegs, HoldAPlatformAsTheFormulaSays) {
  const ReferenceCase reference = massless_leg_case();
  const Robot simple(reference.mechanism);
  Workspace workspace(simple);
  VectorX forces(6);
  ASSERT_EQ(inverse_dynamics(simple, reference.motion, workspace, forces), Status::ok) << workspace.explain();
  ASSERT_EQ(body_motions(simple, workspace), Status::ok);
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(std::abs(workspace.motor_position(k)), 0.862732755, 1e-9);
    EXPECT_NEAR(forces[k], reference.forces[k], reference.printed);
  }
}

TEST(SimplificationLoss, IsTheDifferenceOfForcesAlongTheMotion) {
  const Mechanism mechanism = load("hexapod-full");
  const Robot full(mechanism), simple(simplified(mechanism, Simplification::massless_legs));
  SimplificationLoss loss(full, simple);
  Workspace one(full), two(simple);
  VectorX Q(6), P(6), largest = VectorX::Zero(6), squares = VectorX::Zero(6);
  Random random(3);
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(go_to_random_state(one, random));
    const PlatformState motion = output_of(one);
    ASSERT_EQ(inverse_dynamics(full, motion, one, Q), Status::ok);
    ASSERT_EQ(inverse_dynamics(simple, motion, two, P), Status::ok);
    ASSERT_EQ(loss.add(motion), Status::ok);
    largest = largest.cwiseMax((P - Q).cwiseAbs());
    squares += (P - Q).cwiseAbs2();
  }
  PlatformState broken = output_of(one);
  broken.pose.p.x() = std::nan("");
  EXPECT_EQ(loss.add(broken), Status::not_finite);
  const LossReport report = loss.report();
  EXPECT_EQ(report.states, 31);
  EXPECT_EQ(report.refused, 1);
  EXPECT_GT(report.largest, 0.01);
  for (int k = 0; k < 6; ++k) {
    const MotorLoss& motor = report.motors[k];
    EXPECT_NEAR(std::abs(motor.difference.value), largest[k], 1e-9 * largest[k]);
    EXPECT_NEAR(motor.difference_rms, std::sqrt(squares[k] / 30), 1e-9 * largest[k]);
    EXPECT_GE(std::abs(motor.force.value), motor.force_rms);
  }
}

TEST(SimplificationLoss, IsNothingForTheSameModelAndForRobotsDrivenByTheirMotors) {
  const Robot robot = Robot::from_file("delta");
  SimplificationLoss loss(robot, robot);
  const VectorX q = robot.home_motors(), rate = VectorX::Constant(3, 0.5), change = VectorX::Constant(3, -2);
  EXPECT_EQ(loss.add(q, rate, change), Status::ok);
  EXPECT_EQ(loss.report().largest, 0);
  EXPECT_THROW(SimplificationLoss(robot, Robot::from_file("hexapod")), Error);
}

// The state of the case clavel_delta.
TEST(SimplificationLoss, AtTheClavelState) {
  const Mechanism mechanism = load("delta");
  const Robot full(mechanism), lumped(simplified(mechanism, Simplification::lumped)),
      massless(simplified(mechanism, Simplification::massless_legs));
  PlatformState motion;
  motion.pose.p = {0.05, 0.03, -0.30};
  motion.twist.v = {1, -0.8, 0.6};
  motion.acceleration.a = {50, 40, -30};
  SimplificationLoss halves(full, lumped), nothing(full, massless);
  ASSERT_EQ(halves.add(motion), Status::ok);
  ASSERT_EQ(nothing.add(motion), Status::ok);
  // As docs/dynamics.md says; (58) loses 5 % there.
  EXPECT_NEAR(halves.report().largest, 0.083, 1e-3);
  EXPECT_NEAR(nothing.report().largest, 0.318, 1e-3);
}

// The inertia of thirds is [Codourey98] (50), which the paper's own formulas give.
TEST(Thirds, HaveTheMassMatrixOfThePaper) {
  for (const char* name : {"delta", "delta-rods", "delta-linear", "orthoglide"}) {
    SCOPED_TRACE(name);
    const Robot robot(load(name)), simple(simplified(load(name), Simplification::thirds));
    for (unsigned seed = 1; seed <= 5; ++seed) {
      Random random(seed);
      Workspace workspace(robot), simple_workspace(simple);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      ASSERT_EQ(inverse_kinematics(simple, output_of(workspace), simple_workspace), Status::ok);
      DeltaMassMatrices paper;
      ASSERT_EQ(delta_mass_matrices(robot, workspace, paper), Status::ok);
      MatrixX M(3, 3);
      ASSERT_EQ(mass_matrix(simple, simple_workspace, M), Status::ok);
      EXPECT_LT((M - paper.simplified).norm(), round_off * M.norm());
      EXPECT_GT((M - paper.full).norm(), 1e-3 * M.norm());
    }
  }
}

// (58) is the inertia of thirds with the weight of halves.
TEST(Thirds, WithTheWeightOfHalvesAreTheSimplifiedBars) {
  Mechanism thirds = simplified(load("delta"), Simplification::thirds);
  thirds.gravity.setZero();
  const Robot robot(load("delta")), inertia(thirds), weight(simplified(load("delta"), Simplification::lumped));
  Random random(7);
  Workspace workspace(robot), moving(inertia), resting(weight);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  ASSERT_EQ(inverse_kinematics(inertia, output_of(workspace), moving), Status::ok);
  ASSERT_EQ(inverse_kinematics(weight, output_of(workspace), resting), Status::ok);
  VectorX by_paper(3), force(3), holding(3);
  ASSERT_EQ(inverse_dynamics_by(Formulation::bars_simplified, robot, workspace, by_paper), Status::ok);
  ASSERT_EQ(inverse_dynamics(inertia, moving, force), Status::ok);
  ASSERT_EQ(holding_forces(weight, resting, holding), Status::ok);
  EXPECT_LT((by_paper - force - holding).norm(), round_off * by_paper.norm());
  // Their loss is that of the formulation.
  SimplificationLoss loss(robot, robot, Formulation::bars_simplified);
  ASSERT_EQ(loss.add(output_of(workspace)), Status::ok);
  EXPECT_LT((loss.simple_forces() - by_paper).norm(), round_off * by_paper.norm());
  EXPECT_GT(loss.report().largest, 1e-3);
}

TEST(Simplified, KeepsRelationsThatStillHold) {
  Mechanism delta = load("delta");
  delta.relations = {{{{1, "sz", "arm"}}}, {{{1, "m", "arm"}, {-1.18, "m", "platform"}}}};
  const Mechanism simple = simplified(delta, Simplification::lumped);
  ASSERT_EQ(simple.relations.size(), 1u + 3 * 10);
  EXPECT_EQ(simple.relations.front().terms.front().entry, "sz");
  EXPECT_EQ(simple.relations.back().terms.front().body, "leg3.fore.rod");
  for (const InertialRelation& relation : simple.relations) EXPECT_TRUE(relation_holds(simple, relation));
}

}  // namespace
}  // namespace jourdain::simplify_test
