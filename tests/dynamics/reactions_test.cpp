// Joint reactions balance every body, do no work on freedoms, and are open exactly where the robot is over-constrained.
#include "support/random_states.hpp"

#include "jourdain/dynamics/statics.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <set>

namespace jourdain::reactions_test {
namespace {

constexpr double round_off = 1e-9;

class ReactionsLaw : public ::testing::TestWithParam<std::string> {
 protected:
  // Forces and reactions in a random state with a load on the last body that is no idle rod.
  void solve(unsigned seed) {
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    load = {last_held_body(robot), uniform3(random, 5), uniform3(random, 0.5)};
    options.loads = {&load, 1};
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces, options), Status::ok);
    ASSERT_EQ(joint_reactions(robot, workspace, forces, reactions, options), Status::ok) << reactions.residual;
  }

  Placement joint_frame_b(const Joint& joint) const { return workspace.body_pose(joint.body_b) * joint.in_b; }

  const Robot& robot = catalogue_robot(GetParam());
  const Mechanism& mechanism = robot.mechanism();
  Workspace workspace{robot};
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  BodyLoad load;
  DynamicsOptions options;
  Reactions reactions;
};

INSTANTIATE_TEST_SUITE_P(Catalogue, ReactionsLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

// Force and moment about the base origin that a rigid body's motion needs.
struct Needed {
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();
  double scale = 0;
  void add(const Vector3& at, const Vector3& f, const Vector3& m) {
    force += f;
    moment += m + at.cross(f);
    scale += f.norm() * (1 + at.norm()) + m.norm();
  }
};

Needed inertia_of(const Workspace& workspace, int body, const Inertial& inertial, const Placement& in_body) {
  const Placement pose = workspace.body_pose(body), at = pose * in_body;
  const Twist t = workspace.body_twist(body);
  const Acceleration a = workspace.body_acceleration(body);
  const Vector3 c = at * inertial.com, r = c - pose.p;
  const Matrix3 I = at.R * inertial.inertia * at.R.transpose();
  Needed needed;
  needed.add(c, inertial.mass * (a.a + a.dw.cross(r) + t.w.cross(t.w.cross(r)) - workspace.robot().mechanism().gravity),
             I * a.dw + t.w.cross(I * t.w));
  return needed;
}

// Newton's and Euler's equations of each body alone, about the base origin.
TEST_P(ReactionsLaw, BalanceEveryBody) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    solve(seed);
    if (HasFatalFailure()) return;
    for (int body = 1; body < static_cast<int>(mechanism.bodies.size()); ++body) {
      Needed sum = inertia_of(workspace, body, mechanism.bodies[body].inertial, {});
      if (mechanism.output && mechanism.output->body == body) {
        const Needed payload =
            inertia_of(workspace, body, mechanism.output->payload, mechanism.output->frame * mechanism.output->tool);
        sum.add(Vector3::Zero(), payload.force, payload.moment);
      }
      if (load.body == body) sum.add(workspace.body_pose(body).p, -load.force, -load.moment);
      for (const Counterbalance& c : mechanism.counterbalances) {
        const Vector3 p_a = workspace.body_pose(c.body_a) * c.at_a, p_b = workspace.body_pose(c.body_b) * c.at_b;
        const double tension = c.stiffness * ((p_b - p_a).norm() - c.length) + c.force;
        const Vector3 towards_b = (p_b - p_a).normalized();
        if (c.body_a == body) sum.add(p_a, -tension * towards_b, Vector3::Zero());
        if (c.body_b == body) sum.add(p_b, tension * towards_b, Vector3::Zero());
      }
      for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
        const Joint& joint = mechanism.joints[j];
        const JointReaction& r = reactions.joints[j];
        if (joint.body_b == body) sum.add(joint_frame_b(joint).p, -r.force, -r.moment);
        if (joint.body_a == body) sum.add(joint_frame_b(joint).p, r.force, r.moment);
      }
      EXPECT_LT(sum.force.norm() + sum.moment.norm(), round_off * sum.scale) << mechanism.bodies[body].name;
    }
  }
}

// Along a freedom the joint carries motor less rotor, friction and spring; the constraint does no work on the relative
// motion.
TEST_P(ReactionsLaw, CarryOnlyMotorsFrictionAndSpringsAlongFreedoms) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    solve(seed);
    if (HasFatalFailure()) return;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      SCOPED_TRACE(joint.name);
      const JointReaction& r = reactions.joints[j];
      const JointState s = workspace.joint(static_cast<int>(j));
      const Twist a = workspace.body_twist(joint.body_a), b = workspace.body_twist(joint.body_b);
      const Vector3 at = joint_frame_b(joint).p;
      const Vector3 v = b.v + b.w.cross(at - workspace.body_pose(joint.body_b).p) - a.v -
                        a.w.cross(at - workspace.body_pose(joint.body_a).p);
      const double size = r.force.norm() * v.norm() + r.moment.norm() * (b.w - a.w).norm();
      EXPECT_NEAR(r.constraint_force.dot(v) + r.constraint_moment.dot(b.w - a.w), 0, round_off * (size + 1e-3));
      if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
      const JointAxis& axis = joint.axes[0];
      double push = -axis.friction.viscous * s.rate[0] - axis.friction.offset -
                    axis.friction.coulomb * (s.rate[0] > 0   ? 1
                                             : s.rate[0] < 0 ? -1
                                                             : 0) -
                    axis.spring.stiffness * (s.position[0] - axis.spring.rest) - axis.spring.preload;
      if (joint.motor) {
        const auto motor = std::find(robot.motor_joints().begin(), robot.motor_joints().end(), static_cast<int>(j)) -
                           robot.motor_joints().begin();
        push += forces[motor] - joint.motor->gear * joint.motor->gear * joint.motor->rotor_inertia * s.acceleration[0];
      }
      const Vector3 z = (workspace.body_pose(joint.body_a) * joint.in_a).R.col(2);
      const double carried = joint.type == JointType::revolute ? z.dot(r.moment) : z.dot(r.force);
      // A rate that is zero but for round-off has no sign.
      const double dry = std::abs(s.rate[0]) < 1e-6 ? 2 * axis.friction.coulomb : 0;
      EXPECT_NEAR(carried, push, dry + round_off * (r.force.norm() + r.moment.norm() + std::abs(push)));
    }
  }
}

// As many open reactions as equations of joints that follow from others, idle spins apart.
TEST_P(ReactionsLaw, AreOpenExactlyWhereTheRobotIsOverConstrained) {
  const Mobility& m = robot.mobility();
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    solve(seed);
    if (HasFatalFailure()) return;
    EXPECT_EQ(reactions.open, m.equations - m.rank);
    std::set<int> open;
    for (std::size_t j = 0; j < reactions.joints.size(); ++j) {
      if (!reactions.joints[j].unique) open.insert(static_cast<int>(j));
    }
    EXPECT_EQ(open.empty(), m.equations == m.rank);
    for (int joint : m.redundant_joints) EXPECT_TRUE(open.count(joint)) << mechanism.joints[joint].name;
    EXPECT_NE(explain(robot, reactions).find(open.empty() ? "unique" : "over-constrained"), std::string::npos);
  }
}

// Other forces do not belong to the motion.
TEST_P(ReactionsLaw, RefuseForcesOfAnotherMotion) {
  solve(1);
  if (HasFatalFailure()) return;
  VectorX other = forces;
  other[0] += 1 + forces.norm();
  EXPECT_EQ(joint_reactions(robot, workspace, other, reactions, options), Status::inconsistent);
  const VectorX too_many = VectorX::Zero(forces.size() + 1);
  EXPECT_EQ(joint_reactions(robot, workspace, too_many, reactions, options), Status::inconsistent);
}

// A rod without mass on ball joints carries nothing but a force along its line.
TEST(RodForces, AreAllThatAMasslessRodCarries) {
  Mechanism mechanism = load("delta-rods");
  for (Body& body : mechanism.bodies) {
    if (body.name.find("rod") != std::string::npos) body.inertial = {};
  }
  const Robot robot(mechanism);
  Workspace workspace(robot);
  Random random(17);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  VectorX forces(3);
  Reactions reactions;
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  ASSERT_EQ(joint_reactions(robot, workspace, forces, reactions), Status::ok);
  const std::vector<RodForce> rods = rod_forces(robot, workspace, reactions);
  ASSERT_EQ(rods.size(), 6u);
  Vector3 on_platform = Vector3::Zero();
  for (const RodForce& rod : rods) {
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.body_a != rod.body && joint.body_b != rod.body) continue;
      EXPECT_NEAR(reactions.joints[j].force.norm(), std::abs(rod.tension), 1e-8 * (1 + std::abs(rod.tension)));
      if (joint.body_b != mechanism.output->body) continue;
      on_platform += reactions.joints[j].force;
      // A rod that is pulled pulls the platform toward its other end.
      const Vector3 along = workspace.body_pose(rod.body).R.col(0);
      EXPECT_NEAR(reactions.joints[j].force.dot(along), -rod.tension, 1e-8 * (1 + std::abs(rod.tension)));
    }
  }
  const double mass = mechanism.bodies[mechanism.output->body].inertial.mass;
  EXPECT_LT((on_platform - mass * (workspace.output_acceleration().a - mechanism.gravity)).norm(), 1e-8);
}

TEST(AxialLoads, HaveTheSizeOfTheReaction) {
  const Robot robot = Robot::from_file("palida");
  Workspace workspace(robot);
  Random random(3);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  VectorX forces(6);
  Reactions reactions;
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  ASSERT_EQ(joint_reactions(robot, workspace, forces, reactions), Status::ok);
  for (std::size_t j = 0; j < reactions.joints.size(); ++j) {
    const JointReaction& r = reactions.joints[j];
    const AxialLoad load = in_joint_axes(robot, workspace, static_cast<int>(j), r);
    EXPECT_NEAR(std::hypot(load.axial, load.radial), r.force.norm(), 1e-9 * (1 + r.force.norm()));
    EXPECT_NEAR(std::hypot(load.about_axis, load.tilting), r.moment.norm(), 1e-9 * (1 + r.moment.norm()));
    // Along a slide acts what its motor gives less friction; there is no rotor.
    const Joint& joint = robot.mechanism().joints[j];
    if (!joint.motor) continue;
    const auto motor = std::ranges::find(robot.motor_joints(), static_cast<int>(j)) - robot.motor_joints().begin();
    const Friction& f = joint.axes[0].friction;
    const double rate = workspace.joint(static_cast<int>(j)).rate[0];
    const double push = forces[static_cast<int>(motor)] - f.viscous * rate - std::copysign(f.coulomb, rate);
    EXPECT_NEAR(load.axial, push, 1e-6 * (1 + std::abs(push)));
  }
}

}  // namespace
}  // namespace jourdain::reactions_test
