// Forces of joints on their freedoms: friction and springs.
#pragma once

#include "dynamics/dead_band.hpp"
#include "kinematics/solver_memory.hpp"
#include "structure/tree_parameters.hpp"

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// What one freedom resists its motion with: coulomb dry_direction(rate) + viscous rate + offset, and the spring.
template <typename T>
inline T axis_resistance(const AxisForces<T>& axis, bool friction, bool springs, const T& rate, const T& position,
                         const DeadBand<T>& band) {
  T force = T(0);
  if (friction && axis.rubs) {
    const PartScope<T> part(Part::friction);
    force += axis.coulomb * band.inverse * clamp(rate, band.rate) + axis.viscous * rate + axis.offset;
  }
  if (springs && axis.pulls) force += axis.stiffness * (position - T(axis.rest)) + axis.preload;
  return force;
}

// The same of an elevation over its radius rho, from its rate over rho: what a leg kernel adds up.
template <typename T>
inline T elevation_resistance(const AxisForces<T>& axis, const T& offset, const T& rate, const T& rho,
                              const DeadBand<T>& band) {
  return axis.coulomb * band.inverse * clamp(rate, T(band.rate / rho)) + axis.viscous * rate + offset / rho;
}

// A ball joint resists with the moment factor * w against its relative angular velocity w: c w/|w| + d w.
template <typename T>
inline T ball_resistance(const AxisForces<T>& axis, const Vector3T<T>& w, const DeadBand<T>& band) {
  return axis.coulomb * dry_direction_factor(w, band) + axis.viscous;
}

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
