// Forces of joints on their freedoms: friction and springs.
#pragma once

#include "kinematics/solver_memory.hpp"
#include "legs/joint_friction.hpp"
#include "structure/tree_parameters.hpp"

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// Friction and springs of all joints: those of the tree into memory.t, the others as wrenches on both their nodes.
template <typename T>
void add_joint_forces(const RobotData& robot, const TreeParameters<T>& parameters, const DeadBands<T>& bands,
                      bool friction, bool springs, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// The same of one joint from the rates that the workspace tells, one entry per freedom; a ball joint's friction is a
// moment in the axes of its frame on body a.
struct JointResistance {
  bool any = false;
  double force[3] = {};
};
JointResistance joint_resistance(const Robot& robot, const Workspace& workspace, int joint, bool friction,
                                 bool springs);

}  // namespace jourdain
