// Rods between two ball joints: a spin that nothing drives or brakes has no part in the dynamics.
#include "support/random_states.hpp"
#include "support/rods_on_balls.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"

namespace jourdain::idle_rods_test {
namespace {

constexpr double tolerance = 1e-11;  // of the largest force

// Everything that the dynamics says about one state.
struct Answers {
  VectorX forces = VectorX::Zero(6), by_work = forces, by_screws = forces, accelerations = forces;
  MatrixX M = MatrixX::Zero(6, 6);
  double energy = 0;
};

Answers answers(const Robot& robot, const PlatformState& motion) {
  Answers a;
  Workspace workspace(robot);
  EXPECT_EQ(inverse_dynamics(robot, motion, workspace, a.forces), Status::ok);
  EXPECT_EQ(inverse_dynamics_by(Formulation::virtual_work, robot, workspace, a.by_work), Status::ok);
  EXPECT_EQ(inverse_dynamics_by(Formulation::screw, robot, workspace, a.by_screws), Status::ok);
  EXPECT_EQ(mass_matrix(robot, workspace, a.M), Status::ok);
  EXPECT_EQ(body_motions(robot, workspace), Status::ok);
  a.energy = kinetic_energy(robot, workspace);
  EXPECT_EQ(forward_dynamics(robot, 1.1 * a.forces, workspace, a.accelerations), Status::ok);
  return a;
}

TEST(IdleRods, MomentsAboutTheirLineDoNotEnterForces) {
  const Robot thin{rods_on_balls(0)}, thick{rods_on_balls(0.02)};
  ASSERT_EQ(thick.idle_spins().size(), 6u);
  for (const IdleSpin& spin : thick.idle_spins()) EXPECT_EQ(spin.matters, "");
  Random random(7210);
  for (int i = 0; i < 20; ++i) {
    const PlatformState motion = random_motion(thin, random);
    const Answers a = answers(thin, motion), b = answers(thick, motion);
    EXPECT_LT((a.forces - b.forces).norm(), tolerance * a.forces.norm()) << i;
    EXPECT_LT((a.forces - b.by_work).norm(), tolerance * a.forces.norm()) << i;
    EXPECT_LT((a.forces - b.by_screws).norm(), tolerance * a.forces.norm()) << i;
    EXPECT_LT((a.M - b.M).norm(), tolerance * a.M.norm()) << i;
    EXPECT_LT((a.accelerations - b.accelerations).norm(), tolerance * a.accelerations.norm()) << i;
    EXPECT_NEAR(a.energy, b.energy, tolerance * a.energy) << i;
  }
}

// The forces of the motors feed the energy of bodies that do not spin: differences of the energy along the motion.
TEST(IdleRods, PowerIsTheChangeOfEnergy) {
  Mechanism mechanism = rods_on_balls(0.02);
  mechanism.gravity.setZero();
  const Robot robot{mechanism};
  Workspace workspace(robot);
  VectorX forces(6);
  Random random(7220);
  constexpr double h = 1e-4;
  for (int i = 0; i < 5; ++i) {
    PlatformState motion = random_motion(robot, random);
    motion.pose.R.setIdentity();
    motion.twist.w.setZero(), motion.acceleration.dw.setZero();
    ASSERT_EQ(inverse_dynamics(robot, motion, workspace, forces), Status::ok);
    ASSERT_EQ(body_motions(robot, workspace), Status::ok);
    double power = 0;
    for (int k = 0; k < 6; ++k) power += forces[k] * workspace.motor_velocity(k);
    const auto energy_at = [&](double t) {
      PlatformState moved = motion;
      moved.pose.p += t * motion.twist.v + t * t / 2 * motion.acceleration.a;
      moved.twist.v += t * motion.acceleration.a;
      EXPECT_EQ(inverse_kinematics(robot, moved, workspace), Status::ok);
      // Of the rods by hand: with the part of the angular velocity across the line only.
      double energy = 0;
      for (int body = 1; body < static_cast<int>(robot.mechanism().bodies.size()); ++body) {
        const Inertial& inertial = robot.mechanism().bodies[body].inertial;
        const Placement pose = workspace.body_pose(body);
        const Twist twist = workspace.body_twist(body);
        const Vector3 v = twist.v + twist.w.cross(pose.R * inertial.com);
        Vector3 w = pose.R.transpose() * twist.w;
        if (body != robot.mechanism().output->body) w.z() = 0;
        energy += 0.5 * inertial.mass * v.squaredNorm() + 0.5 * w.dot(inertial.inertia * w);
      }
      return energy;
    };
    const double rate = (8 * (energy_at(h) - energy_at(-h)) - (energy_at(2 * h) - energy_at(-2 * h))) / (12 * h);
    EXPECT_NEAR(power, rate, 1e-8 * (1 + std::abs(rate))) << i;
  }
}

TEST(IdleRods, LoadsThatTurnThemAreRefused) {
  const Robot robot{rods_on_balls(0.02)};
  Workspace workspace(robot);
  VectorX forces = VectorX::Zero(6), accelerations(6);
  const int lower = find_body(robot.mechanism(), "leg1.lower");
  ASSERT_GT(lower, 0);
  const Vector3 along = workspace.body_pose(lower).R.col(2), across = workspace.body_pose(lower).R.col(0);
  const auto status = [&](const Vector3& moment) {
    const BodyLoad load{lower, Vector3(1, 2, 3), moment};
    DynamicsOptions options;
    options.loads = {&load, 1};
    workspace.reset();
    const Status found = inverse_dynamics(robot, workspace, forces, options);
    const std::string text = workspace.explain();
    Reactions reactions;
    EXPECT_EQ(holding_forces(robot, workspace, forces, options), found);
    EXPECT_EQ(forward_dynamics(robot, forces, workspace, accelerations, options), found);
    EXPECT_EQ(inverse_dynamics_by(Formulation::screw, robot, workspace, forces, options), found);
    EXPECT_EQ(joint_reactions(robot, workspace, forces, reactions, options), found);
    return std::pair(found, text);
  };
  EXPECT_EQ(status(Vector3::Zero()).first, Status::ok);
  EXPECT_EQ(status(across).first, Status::ok);
  const auto [found, text] = status(across + 0.01 * along);
  EXPECT_EQ(found, Status::inconsistent);
  EXPECT_NE(text.find("nothing holds leg1.lower between leg1.cardan and leg1.ball"), std::string::npos) << text;
}

TEST(IdleRods, TellWhyTheirSpinMatters) {
  const auto why = [](const Mechanism& mechanism) { return Robot(mechanism).idle_spins().front().matters; };
  EXPECT_EQ(why(rods_on_balls(0.02, ", friction: {coulomb: 0.1}")), "friction in leg1.cardan brakes it");
  EXPECT_EQ(why(rods_on_balls(0.02, "", "0.01, 0, 0.15")),
            "leg1.lower is not axisymmetric about the line of its ball joints");
  Mechanism oval = rods_on_balls(0.02);
  oval.bodies[find_body(oval, "leg1.upper")].inertial.inertia(0, 0) = 0.016;
  EXPECT_EQ(why(oval), "leg1.upper is not axisymmetric about the line of its ball joints");
  EXPECT_EQ(why(load("delta-rods")), "");
}

}  // namespace
}  // namespace jourdain::idle_rods_test
