#include "dynamics/tree_momentum.hpp"

#include "dynamics/wrenches.hpp"
#include "expression/scalar.hpp"

namespace jourdain {

template <typename T>
void tree_momentum(const RobotData& robot, const TreeParameters<T>& parameters, bool payload,
                   const TreeStateT<T>& motion, SolverMemory<T>& memory) {
  PartScope<T> part(Part::leg_dynamics);
  clear_wrenches(memory);
  // Linear and angular momentum of each node, as a wrench at its origin.
  for (int i = 1; i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const FrameInertia<T>& inertia = node_inertia(robot, parameters, payload, i);
    if (!inertia.any) continue;
    part.enter(body_part(robot, i));
    const NodeMotion<T>& n = motion.n[i];
    const Vector3T<T> v = n.R.transpose() * n.v, w = n.R.transpose() * n.w;
    memory.force[i] += inertia.m * n.v + n.R * cross<T>(w, inertia.s);
    memory.moment[i] += n.R * Vector3T<T>(inertia.I * w + cross<T>(inertia.s, v));
  }
  part.enter(Part::leg_dynamics);
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    const int v = robot.tree.nodes[robot.motor_nodes[k]].v;
    memory.t[v] += parameters.rotors[k] * motion.v[v];
  }
  project_wrenches(robot, motion, memory);
}

template void tree_momentum(const RobotData&, const TreeParameters<Scalar>&, bool, const TreeStateT<Scalar>&,
                            SolverMemory<Scalar>&);

}  // namespace jourdain
