#include "jourdain/dynamics/inverse_dynamics.hpp"

#include "dynamics/by_plan.hpp"
#include "dynamics/joint_forces.hpp"
#include "dynamics/load_sharing.hpp"
#include "dynamics/motor_projection.hpp"
#include "dynamics/wrenches.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/tracker.hpp"
#include "model/joint_freedoms.hpp"
#include "structure/idle_spin_inertia.hpp"

#include <algorithm>

namespace jourdain {

Applied<double> applied(const DynamicsOptions& options) {
  return {.friction = options.friction, .springs = options.springs, .payload = options.payload, .loads = options.loads};
}

Status check_loads(const Robot& robot, const DynamicsOptions& options) {
  for (const BodyLoad& load : options.loads) {
    if (!load.force.allFinite() || !load.moment.allFinite()) return Status::not_finite;
    if (load.body < 0 || load.body >= static_cast<int>(robot.mechanism().bodies.size())) return Status::inconsistent;
  }
  return Status::ok;
}

Status check_idle_rods(const RobotData& robot, const TreeState& tree, const DynamicsOptions& options, Report& report) {
  constexpr double held = 1e-9;  // share of a load's moments that is round-off
  report.idle_spin = -1;
  if (options.loads.empty()) return Status::ok;
  const auto at = [&](int body, const Vector3& x) {
    return node_point(tree.n[robot.tree.bodies[body].node], robot.tree.bodies[body].in_node * x);
  };
  for (std::size_t k = 0; k < robot.idle_spins.size(); ++k) {
    const IdleSpin& spin = robot.idle_spins[k];
    const Joint &one = robot.mechanism.joints[spin.joint_a], &two = robot.mechanism.joints[spin.joint_b];
    const Vector3 centre = at(one.body_a, one.in_a.p);
    const Vector3 e = (at(two.body_a, two.in_a.p) - centre).normalized();
    double about = 0, scale = 0;
    for (const BodyLoad& load : options.loads) {
      if (std::find(spin.bodies.begin(), spin.bodies.end(), load.body) == spin.bodies.end()) continue;
      about += e.dot(load.moment + (at(load.body, Vector3::Zero()) - centre).cross(load.force));
      scale += load.moment.norm() + robot.size * load.force.norm();
    }
    if (std::abs(about) <= held * scale) continue;
    report.idle_spin = static_cast<int>(k);
    report.value = about;
    return Status::inconsistent;
  }
  return Status::ok;
}

namespace {

bool fits(const RobotData& data, const Workspace& workspace, const VectorX& forces) {
  return &data_of(workspace.robot()) == &data && !data.driving.empty() &&
         forces.size() == static_cast<Eigen::Index>(data.motor_joints.size());
}

}  // namespace

Status inverse_dynamics(const Robot& robot, const PlatformState& motion, Workspace& workspace, VectorX& forces,
                        const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  KinematicState& state = unsettled_state_of(workspace);
  // Leg by leg from the platform's motion alone; joints and bodies follow when they are asked for.
  Status status = Status::ok;
  if (!(fits(data, workspace, forces) && is_rotation(motion.pose.R) && plan_applies(data, options, state) &&
        data.plan_defers && forces_by_plan(data, options, motion, true, state, forces))) {
    status = inverse_kinematics(robot, motion, workspace, Order::acceleration);
    if (status == Status::ok) status = inverse_dynamics(robot, workspace, forces, options);
  }
  if (status == Status::ok) mark_contradiction(data, motion, Order::acceleration, state.report);
  return status;
}

Status inverse_dynamics(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  if (KinematicState& held = unsettled_state_of(workspace);
      fits(data, workspace, forces) && plan_applies(data, options, held) &&
      forces_by_plan(data, options, held_motion(data, held), false, held, forces)) {
    return Status::ok;
  }
  KinematicState& state = state_of(workspace);
  Status status = check_loads(robot, options);
  if (!fits(data, workspace, forces)) status = Status::inconsistent;
  if (status == Status::ok) status = check_idle_rods(data, state.tree, options, state.report);
  if (status != Status::ok) return state.report.status = status;
  // The power of all forces but the motors' on the tree's velocity coordinates, then seen from the motors.
  collect_wrenches(data, data.parameters, applied(options), state.tree, state);
  project_wrenches(data, state.tree, state);
  if (data.driving.size() < data.motor_joints.size()) {
    return state.report.status = share_tree_forces(data, options, state, forces);
  }
  const bool by_limbs = data.limb_motors && state.factor_limbs_at(Configuration::valid, data) > regular_limb;
  state.report.conditioning = project_on_motors(data, state.tree, state, by_limbs);
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) {
    return state.report.status = Status::singular;
  }
  if (!state.motor_forces.allFinite()) return state.report.status = Status::not_finite;
  return state.report.status = share_load(data, state.motor_forces.data(), options, state, forces);
}

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
    energy += 0.5 * c.stiffness * (distance - c.length) * (distance - c.length) + c.force * distance;
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
