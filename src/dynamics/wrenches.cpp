#include "dynamics/wrenches.hpp"

#include "dynamics/joint_forces.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// Newton and Euler about the node's origin, in its axes but for the mass, which needs none; gravity enters as an
// acceleration of the frame ([Abdellatif05] (19), theory: linear form).
template <typename T>
void add_inertia_wrench(const FrameInertia<T>& inertia, const NodeMotion<T>& n, const Vector3T<T>& gravity,
                        Vector3T<T>& force, Vector3T<T>& moment) {
  const Vector3T<T> acceleration = n.a - gravity;
  const Vector3T<T> a = n.R.transpose() * acceleration;
  const Vector3T<T> w = n.R.transpose() * n.w, dw = n.R.transpose() * n.dw;
  const Vector3T<T> f = cross<T>(dw, inertia.s) + cross<T>(w, cross<T>(w, inertia.s));
  const Vector3T<T> m = inertia.I * dw + cross<T>(w, inertia.I * w) + cross<T>(inertia.s, a);
  force += inertia.m * acceleration + n.R * f;
  moment += n.R * m;
}

// A point of a body in the base frame.
template <typename T>
Vector3T<T> body_point(const RobotData& robot, const TreeStateT<T>& tree, int body, const Vector3& x) {
  const BodyNode& at = robot.tree.bodies[body];
  return node_point(tree.n[at.node], at.in_node * x);
}

template <typename T>
void add_counterbalances(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  for (const Counterbalance& c : robot.mechanism.counterbalances) {
    const Vector3T<T> p_a = body_point(robot, tree, c.body_a, c.at_a), p_b = body_point(robot, tree, c.body_b, c.at_b);
    const Vector3T<T> pull = counterbalance_pull<T>(c, p_a, p_b);
    add_wrench<T>(tree, memory, robot.tree.bodies[c.body_b].node, p_b, pull, Vector3T<T>::Zero());
    add_wrench<T>(tree, memory, robot.tree.bodies[c.body_a].node, p_a, -pull, Vector3T<T>::Zero());
  }
}

}  // namespace

template <typename T>
void clear_wrenches(SolverMemory<T>& memory) {
  for (Vector3T<T>& f : memory.force) f.setZero();
  for (Vector3T<T>& m : memory.moment) m.setZero();
  memory.t.setZero();
}

template <typename T>
void collect_wrenches(const RobotData& robot, const TreeParameters<T>& parameters, const Applied<T>& applied,
                      const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  PartScope<T> part(Part::leg_dynamics);
  clear_wrenches(memory);
  const Vector3T<T> gravity = applied.gravity ? parameters.gravity : Vector3T<T>(Vector3T<T>::Zero());
  for (int i = 1; i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const FrameInertia<T>& inertia = node_inertia(robot, parameters, applied.payload, i);
    if (!inertia.any) continue;
    part.enter(body_part(robot, i));
    if (applied.inertia) {
      add_inertia_wrench(inertia, tree.n[i], gravity, memory.force[i], memory.moment[i]);
    } else {
      memory.force[i] -= inertia.m * gravity;
      memory.moment[i] -= cross<T>(tree.n[i].R * inertia.s, gravity);
    }
  }
  part.enter(Part::leg_dynamics);
  for (const BodyLoadT<T>& load : applied.loads) {
    const Vector3T<T> x = body_point(robot, tree, load.body, Vector3::Zero());
    add_wrench<T>(tree, memory, robot.tree.bodies[load.body].node, x, -load.force, -load.moment);
  }
  if (applied.springs) add_counterbalances(robot, tree, memory);
  add_joint_forces(robot, parameters, dead_bands<T>(robot, applied.single_precision), applied.friction, applied.springs,
                   tree, memory);
  // Rotors turn with their joints.
  for (std::size_t k = 0; applied.inertia && k < robot.motor_joints.size(); ++k) {
    const int v = robot.tree.nodes[robot.motor_nodes[k]].v;
    memory.t[v] += parameters.rotors[k] * tree.a[v];
  }
}

template <typename T>
void project_wrenches(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const PartScope<T> part(Part::leg_dynamics);
  for (int i = static_cast<int>(robot.tree.nodes.size()) - 1; i > 0; --i) {
    const TreeNode& node = robot.tree.nodes[i];
    const NodeMotion<T>& n = tree.n[i];
    const Vector3T<T>& f = memory.force[i];
    const Vector3T<T>& m = memory.moment[i];
    const Vector3T<T> z = n.R.col(2);
    switch (node.kind) {
      case NodeKind::revolute: memory.t[node.v] += z.dot(m); break;
      case NodeKind::prismatic: memory.t[node.v] += z.dot(f); break;
      case NodeKind::helical: memory.t[node.v] += z.dot(m) + T(node.pitch) * z.dot(f); break;
      case NodeKind::spherical: memory.t.template segment<3>(node.v) += n.axes.transpose() * m; break;
      case NodeKind::free:
        memory.t.template segment<3>(node.v) += f;
        memory.t.template segment<3>(node.v + 3) += m;
        break;
      case NodeKind::base: break;
    }
    if (node.parent == 0) continue;
    memory.force[node.parent] += f;
    memory.moment[node.parent] += m + cross<T>(n.p - tree.n[node.parent].p, f);
  }
}

template void clear_wrenches(SolverMemory<Scalar>&);
template void collect_wrenches(const RobotData&, const TreeParameters<Scalar>&, const Applied<Scalar>&,
                               const TreeStateT<Scalar>&, SolverMemory<Scalar>&);
template void project_wrenches(const RobotData&, const TreeStateT<Scalar>&, SolverMemory<Scalar>&);

}  // namespace jourdain
