#include "oracles/mechanism_bridge.hpp"

#include "jourdain/structure/structure.hpp"

#include <cmath>

namespace oracle {
namespace {

void copy(const jourdain::Matrix3& from, double (&to)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) to[i][j] = from(i, j);
}

void copy(const jourdain::Vector3& from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

JointKind to_kind(jourdain::JointType type) {
  switch (type) {
    case jourdain::JointType::revolute: return JointKind::revolute;
    case jourdain::JointType::prismatic: return JointKind::prismatic;
    case jourdain::JointType::helical: return JointKind::helical;
    case jourdain::JointType::cylindrical: return JointKind::cylindrical;
    case jourdain::JointType::universal: return JointKind::universal;
    case jourdain::JointType::spherical: return JointKind::spherical;
    case jourdain::JointType::planar: return JointKind::planar;
    case jourdain::JointType::fixed: break;
  }
  return JointKind::fixed;
}

Body to_body(const jourdain::Inertial& inertial) {
  Body b;
  b.mass = inertial.mass;
  copy(inertial.com, b.com);
  copy(inertial.inertia, b.inertia);
  return b;
}

Joint to_joint(const jourdain::Joint& joint, const jourdain::JointState& home) {
  Joint result;
  result.kind = to_kind(joint.type);
  result.body_a = joint.body_a;
  result.body_b = joint.body_b;
  result.in_a = to_frame(joint.in_a);
  result.in_b = to_frame(joint.in_b);
  result.pitch = joint.pitch;
  for (std::size_t i = 0; i < joint.axes.size(); ++i) {
    const jourdain::Friction& friction = joint.axes[i].friction;
    const jourdain::Spring& spring = joint.axes[i].spring;
    result.axes.push_back({friction.coulomb, friction.viscous, friction.offset, spring.stiffness, spring.rest,
                           spring.preload, home.position[i]});
  }
  if (joint.motor) {
    result.actuated = true;
    result.rotor = joint.motor->gear * joint.motor->gear * joint.motor->rotor_inertia;
  }
  return result;
}

// A ball joint that carries an idle rod moves as a universal one in jourdain's tree: its first axis is fixed in the
// body before it, its second in the body behind it.
void hold_spin(const jourdain::Robot& robot, int index, Joint& joint) {
  const jourdain::SpanningTree& tree = robot.tree();
  const int first = tree.joint_node[index];
  if (joint.kind != JointKind::spherical || first < 0) return;
  const jourdain::TreeNode& node = tree.nodes[first];
  if (node.kind != jourdain::NodeKind::revolute) return;
  const auto in_body = [&](int body, const jourdain::Vector3& in_node) -> jourdain::Vector3 {
    return tree.bodies[body].in_node.R.transpose() * in_node;
  };
  joint.locked = true;
  const bool from_b = node.reversed;
  copy(in_body(from_b ? joint.body_b : joint.body_a, node.placement.R.col(2)), from_b ? joint.lock_b : joint.lock_a);
  copy(in_body(from_b ? joint.body_a : joint.body_b, jourdain::Vector3::UnitZ()), from_b ? joint.lock_a : joint.lock_b);
}

}  // namespace

Frame to_frame(const jourdain::Placement& placement) {
  Frame frame;
  copy(placement.R, frame.R);
  copy(placement.p, frame.p);
  return frame;
}

Mechanism to_mechanism(const jourdain::Robot& robot, const Additions& additions) {
  const jourdain::Mechanism& mechanism = robot.mechanism();
  const jourdain::Workspace home(robot);
  Mechanism result;
  result.length = robot.size();
  copy(mechanism.gravity, result.gravity);
  for (const jourdain::Body& body : mechanism.bodies) result.bodies.push_back(to_body(body.inertial));
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    result.joints.push_back(to_joint(mechanism.joints[j], home.joint(static_cast<int>(j))));
    if (additions.hold_spins) hold_spin(robot, static_cast<int>(j), result.joints.back());
  }
  for (const jourdain::Counterbalance& c : mechanism.counterbalances) {
    Counterbalance to{c.body_a, c.body_b, {}, {}, c.stiffness, c.length, c.force};
    copy(c.at_a, to.at_a);
    copy(c.at_b, to.at_b);
    result.counterbalances.push_back(to);
  }
  if (additions.payload && mechanism.output && mechanism.output->payload.mass > 0) {
    Joint weld;
    weld.body_a = mechanism.output->body;
    weld.body_b = static_cast<int>(result.bodies.size());
    weld.in_a = to_frame(mechanism.output->frame * mechanism.output->tool);
    result.bodies.push_back(to_body(mechanism.output->payload));
    result.joints.push_back(weld);
  }
  return result;
}

std::vector<Frame> to_poses(const jourdain::Workspace& workspace, const Mechanism& mechanism) {
  const jourdain::Mechanism& ours = workspace.robot().mechanism();
  std::vector<Frame> poses;
  for (std::size_t i = 0; i < ours.bodies.size(); ++i)
    poses.push_back(to_frame(workspace.body_pose(static_cast<int>(i))));
  if (mechanism.bodies.size() > ours.bodies.size())
    poses.push_back(to_frame(workspace.output_pose() * ours.output->tool));
  return poses;
}

Loads to_loads(const jourdain::DynamicsOptions& options) {
  Loads result;
  result.friction = options.friction;
  result.springs = options.springs;
  for (const jourdain::BodyLoad& load : options.loads) {
    Load to;
    to.body = load.body;
    copy(load.force, to.force);
    copy(load.moment, to.moment);
    result.on_bodies.push_back(to);
  }
  return result;
}

std::vector<Driver> output_drivers(const jourdain::Robot& robot, const jourdain::PlatformState& wanted) {
  const jourdain::Output& output = robot.mechanism().output.value();
  const jourdain::Vector3 angles = cardan_angles(wanted.pose.R);
  std::vector<Driver> result;
  for (const jourdain::Move move : output.moves) {
    const int c = static_cast<int>(move);
    Driver d;
    d.body_b = output.body;
    d.in_b = to_frame(output.frame);
    d.coordinate = static_cast<Coordinate>(c);
    d.value = c < 3 ? wanted.pose.p[c] : angles[c - 3];
    d.rate = c < 3 ? wanted.twist.v[c] : wanted.twist.w[c - 3];
    d.acceleration = c < 3 ? wanted.acceleration.a[c] : wanted.acceleration.dw[c - 3];
    result.push_back(d);
  }
  return result;
}

std::vector<Driver> motor_drivers(const jourdain::Robot& robot, const jourdain::VectorX& q,
                                  const jourdain::VectorX& rates, const jourdain::VectorX& accelerations) {
  std::vector<Driver> result;
  for (std::size_t i = 0; i < robot.motor_joints().size(); ++i) {
    const jourdain::Joint& joint = robot.mechanism().joints[robot.motor_joints()[i]];
    Driver d;
    d.body_a = joint.body_a;
    d.body_b = joint.body_b;
    d.in_a = to_frame(joint.in_a);
    d.in_b = to_frame(joint.in_b);
    d.coordinate = joint.type == jourdain::JointType::prismatic ? Coordinate::z : Coordinate::rz;
    d.value = q[i];
    d.rate = rates[i];
    d.acceleration = accelerations[i];
    result.push_back(d);
  }
  return result;
}

jourdain::Vector3 cardan_angles(const jourdain::Matrix3& R) {
  return {std::atan2(-R(1, 2), R(2, 2)), std::asin(R(0, 2)), std::atan2(-R(0, 1), R(0, 0))};
}

}  // namespace oracle
