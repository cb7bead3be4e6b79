// The wrench that each node must receive for the motion to happen: inertia minus applied forces, and from it the forces
// on all velocity coordinates of the tree.
#pragma once

#include "kinematics/solver_memory.hpp"
#include "structure/tree_parameters.hpp"

#include "core/part.hpp"
#include "expression/scalar.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/workspace.hpp"

#include <cmath>

namespace jourdain {

// Adds a force at point x (base frame) and a moment to a node's wrench, which is kept at the node's origin.
template <typename T>
inline void add_wrench(const TreeStateT<T>& tree, SolverMemory<T>& memory, int node, const Vector3T<T>& x,
                       const Vector3T<T>& force, const Vector3T<T>& moment) {
  memory.force[node] += force;
  memory.moment[node] += moment + cross<T>(x - tree.n[node].p, force);
}

// Which forces act.
template <typename T>
struct Applied {
  bool inertia = true;  // false: as if the mechanism were at rest
  bool gravity = true;
  bool friction = true;
  bool springs = true;
  bool payload = true;
  bool single_precision = false;  // the dead band of dry friction is that of float
  std::span<const BodyLoadT<T>> loads;
};

// What a counterbalance pulls its end on body a with towards p_b, and body b with the other way.
template <typename T>
Vector3T<T> counterbalance_pull(const Counterbalance& c, const Vector3T<T>& p_a, const Vector3T<T>& p_b) {
  using std::sqrt;
  const Vector3T<T> r = p_b - p_a;
  const T distance = sqrt(r.squaredNorm());
  if constexpr (!is_traced<T>) {
    if (!(distance > 0)) return Vector3T<T>::Zero();  // no direction
  }
  return (T(c.stiffness) + T(c.force - c.stiffness * c.length) / distance) * r;
}

// No wrenches, no forces.
template <typename T>
void clear_wrenches(SolverMemory<T>& memory);

// The part of a computation that a node's inertia belongs to.
inline Part body_part(const RobotData& robot, int i) {
  return i == robot.output_node ? Part::platform : Part::leg_dynamics;
}

// memory.force, memory.moment of all nodes from bodies, payload, loads, counterbalances and joints outside the tree,
// and memory.t from joints of the tree and rotors, for the motion of `tree`.
template <typename T>
void collect_wrenches(const RobotData& robot, const TreeParameters<T>& parameters, const Applied<T>& applied,
                      const TreeStateT<T>& tree, SolverMemory<T>& memory);

// Tree forces memory.t from the wrenches, from the tips to the root ([Abdellatif05] (14), in base axes).
template <typename T>
void project_wrenches(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory);

}  // namespace jourdain
