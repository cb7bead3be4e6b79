// The wrench that each node must receive for the motion to happen: inertia minus applied forces, and from it the forces
// on all velocity coordinates of the tree.
#pragma once

#include "kinematics/kinematic_state.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Adds a force at point x (base frame) and a moment to a node's wrench, which is kept at the node's origin.
inline void add_wrench(KinematicState& state, int node, const Vector3& x, const Vector3& force, const Vector3& moment) {
  state.force[node] += force;
  state.moment[node] += moment + cross<double>(x - state.tree.n[node].p, force);
}

// state.force, state.moment of all nodes from bodies, payload, loads, counterbalances and joints outside the tree, and
// state.t from joints of the tree.
void collect_wrenches(const Robot& robot, const DynamicsOptions& options, Workspace& workspace);

// Tree forces state.t from the wrenches, from the tips to the root ([Abdellatif05] (14), in base axes).
void project_wrenches(const RobotData& robot, KinematicState& state);

}  // namespace jourdain
