#include "dynamics/wrenches.hpp"

#include "dynamics/joint_forces.hpp"

namespace jourdain {
namespace {

// Newton and Euler at the centre of mass; gravity enters as an acceleration of the frame.
void add_inertia(const Inertial& inertial, const Placement& in_node, int node, const Vector3& gravity,
                 KinematicState& state) {
  const NodeMotion<double>& n = state.tree.n[node];
  const Matrix3 R = n.R * in_node.R;
  const Vector3 c = n.p + n.R * in_node.p + R * inertial.com;
  const Vector3 force = inertial.mass * (point_acceleration(n, c) - gravity);
  // The tensor in body axes needs the angular motion there.
  const Vector3 w = R.transpose() * n.w, dw = R.transpose() * n.dw;
  const Vector3 moment = R * (inertial.inertia * dw + cross<double>(w, inertial.inertia * w));
  add_wrench(state, node, c, force, moment);
}

// A pair of opposite forces along (or moments about) a freedom of a joint outside the tree.
void add_joint_pair(const Robot& robot, const Workspace& workspace, int index, const JointResistance& r,
                    KinematicState& state) {
  const Joint& joint = robot.mechanism().joints[index];
  const Placement A = workspace.body_pose(joint.body_a) * joint.in_a;
  const Placement B = workspace.body_pose(joint.body_b) * joint.in_b;
  const Vector3 z = A.R.col(2);
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
  switch (joint.type) {
    case JointType::revolute: moment = r.force[0] * z; break;
    case JointType::prismatic: force = r.force[0] * z; break;
    case JointType::helical: moment = r.force[0] * z; break;
    case JointType::cylindrical: moment = r.force[0] * z, force = r.force[1] * z; break;
    case JointType::universal: moment = r.force[0] * z + r.force[1] * B.R.col(0); break;
    case JointType::spherical: moment = A.R * Vector3(r.force[0], r.force[1], r.force[2]); break;
    case JointType::planar:
      force = r.force[0] * A.R.col(0) + r.force[1] * A.R.col(1);
      moment = r.force[2] * z;
      break;
    case JointType::fixed: break;
  }
  const int a = robot.tree().bodies[joint.body_a].node, b = robot.tree().bodies[joint.body_b].node;
  add_wrench(state, b, B.p, force, moment);
  add_wrench(state, a, B.p, -force, -moment);
}

void add_joint_forces(const Robot& robot, const DynamicsOptions& options, const Workspace& workspace,
                      KinematicState& state) {
  const SpanningTree& tree = robot.tree();
  const double standstill = dead_band * largest_rate(robot, state.tree);
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const int index = static_cast<int>(j);
    const JointResistance r = joint_resistance(robot, workspace, index, standstill, options.friction, options.springs);
    if (!r.any) continue;
    const int first = tree.joint_node[j];
    if (first < 0 || robot.mechanism().joints[j].type == JointType::spherical) {
      add_joint_pair(robot, workspace, index, r, state);
      continue;
    }
    for (int i = first; i < static_cast<int>(tree.nodes.size()) && tree.nodes[i].joint == index; ++i) {
      state.t[tree.nodes[i].v] += r.force[tree.nodes[i].freedom];
    }
  }
  // Rotors turn with their joints, gear times as fast.
  for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
    const Actuator& actuator = *robot.mechanism().joints[robot.actuators()[k]].actuator;
    const int v = tree.nodes[robot.data().actuator_nodes[k]].v;
    state.t[v] += actuator.gear * actuator.gear * actuator.rotor_inertia * state.tree.a[v];
  }
}

void add_counterbalances(const Robot& robot, const Workspace& workspace, KinematicState& state) {
  for (const Counterbalance& c : robot.mechanism().counterbalances) {
    const Vector3 p_a = workspace.body_pose(c.body_a) * c.at_a, p_b = workspace.body_pose(c.body_b) * c.at_b;
    const double distance = (p_b - p_a).norm();
    if (!(distance > 0)) continue;
    const Vector3 pull = ((c.stiffness * (distance - c.length) + c.force) / distance) * (p_b - p_a);
    add_wrench(state, robot.tree().bodies[c.body_b].node, p_b, pull, Vector3::Zero());
    add_wrench(state, robot.tree().bodies[c.body_a].node, p_a, -pull, Vector3::Zero());
  }
}

}  // namespace

void collect_wrenches(const Robot& robot, const DynamicsOptions& options, Workspace& workspace) {
  KinematicState& state = workspace.state();
  const Mechanism& mechanism = robot.mechanism();
  for (Vector3& f : state.force) f.setZero();
  for (Vector3& n : state.moment) n.setZero();
  state.t.setZero();
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const BodyNode& at = robot.tree().bodies[i];
    if (mechanism.bodies[i].inertial.mass > 0) {
      add_inertia(mechanism.bodies[i].inertial, at.in_node, at.node, mechanism.gravity, state);
    }
  }
  if (options.payload && mechanism.output && mechanism.output->payload.mass > 0) {
    const RobotData& data = robot.data();
    add_inertia(mechanism.output->payload, data.output_in_node * mechanism.output->tool, data.output_node,
                mechanism.gravity, state);
  }
  for (const BodyLoad& load : options.loads) {
    const BodyNode& at = robot.tree().bodies[load.body];
    add_wrench(state, at.node, workspace.body_pose(load.body).p, -load.force, -load.moment);
  }
  if (options.springs) add_counterbalances(robot, workspace, state);
  add_joint_forces(robot, options, workspace, state);
}

void project_wrenches(const RobotData& robot, KinematicState& state) {
  for (int i = static_cast<int>(robot.tree.nodes.size()) - 1; i > 0; --i) {
    const TreeNode& node = robot.tree.nodes[i];
    const NodeMotion<double>& n = state.tree.n[i];
    const Vector3& f = state.force[i];
    const Vector3& m = state.moment[i];
    const Vector3 z = n.R.col(2);
    switch (node.kind) {
      case NodeKind::revolute: state.t[node.v] += z.dot(m); break;
      case NodeKind::prismatic: state.t[node.v] += z.dot(f); break;
      case NodeKind::helical: state.t[node.v] += z.dot(m) + node.pitch * z.dot(f); break;
      case NodeKind::spherical: state.t.segment<3>(node.v) += n.axes.transpose() * m; break;
      case NodeKind::free:
        state.t.segment<3>(node.v) += f;
        state.t.segment<3>(node.v + 3) += m;
        break;
      case NodeKind::base: break;
    }
    const NodeMotion<double>& parent = state.tree.n[node.parent];
    state.force[node.parent] += f;
    state.moment[node.parent] += m + cross<double>(n.p - parent.p, f);
  }
}

}  // namespace jourdain
