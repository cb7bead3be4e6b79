#include "jourdain/dynamics/energy.hpp"

#include "dynamics/joint_forces.hpp"
#include "dynamics/loads.hpp"
#include "model/joint_freedoms.hpp"
#include "structure/idle_spin_inertia.hpp"

namespace jourdain {
namespace {

void require_own(const Robot& robot, const Workspace& workspace) {
  contract(&data_of(workspace.robot()) == &data_of(robot), "the workspace belongs to another robot");
}

}  // namespace

double kinetic_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options) {
  require_own(robot, workspace);
  const Mechanism& mechanism = robot.mechanism();
  double energy = 0;
  const auto add = [&](const Inertial& inertial, const Placement& pose, const Twist& twist) {
    const Vector3 v = twist.v + twist.w.cross(pose.R * inertial.com);
    const Vector3 w = pose.R.transpose() * twist.w;
    energy += 0.5 * inertial.mass * v.squaredNorm() + 0.5 * w.dot(inertial.inertia * w);
  };
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    add(without_idle_spin(robot.tree().bodies[i], mechanism.bodies[i].inertial), workspace.body_pose(body),
        workspace.body_twist(body));
  }
  if (options.payload && mechanism.output && mechanism.output->payload.mass > 0) {
    const PlatformState tool = to_tool(robot, {workspace.output_pose(), workspace.output_twist(), {}});
    add(mechanism.output->payload, tool.pose, tool.twist);
  }
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    const MotorModel& motor = *mechanism.joints[robot.motor_joints()[k]].motor;
    const double speed = motor.gear * workspace.motor_velocity(static_cast<int>(k));
    energy += 0.5 * motor.rotor_inertia * speed * speed;
  }
  return energy;
}

double potential_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options) {
  require_own(robot, workspace);
  const Mechanism& mechanism = robot.mechanism();
  double energy = 0;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Inertial& inertial = mechanism.bodies[i].inertial;
    energy -= inertial.mass * mechanism.gravity.dot(workspace.body_pose(static_cast<int>(i)) * inertial.com);
  }
  if (options.payload && mechanism.output) {
    const Inertial& payload = mechanism.output->payload;
    energy -= payload.mass * mechanism.gravity.dot(workspace.output_pose() * (mechanism.output->tool * payload.com));
  }
  if (!options.springs) return energy;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const JointState s = workspace.joint(static_cast<int>(j));
    for (int i = 0; i < joint_kind(joint.type).coordinates(); ++i) {
      const Spring& spring = joint.axes[i].spring;
      const double stretch = s.position[i] - spring.rest;
      energy += 0.5 * spring.stiffness * stretch * stretch + spring.preload * s.position[i];
    }
  }
  for (const Counterbalance& c : mechanism.counterbalances) {
    const double distance = (workspace.body_pose(c.body_b) * c.at_b - workspace.body_pose(c.body_a) * c.at_a).norm();
    energy += counterbalance_energy(c, distance);
  }
  return energy;
}

double friction_power(const Robot& robot, const Workspace& workspace) {
  require_own(robot, workspace);
  double power = 0;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const JointResistance r = joint_resistance(robot, workspace, static_cast<int>(j), true, false);
    if (!r.any) continue;
    const JointState s = workspace.joint(static_cast<int>(j));
    for (int i = 0; i < s.freedoms; ++i) power += r.force[i] * s.rate[i];
  }
  return power;
}

}  // namespace jourdain
