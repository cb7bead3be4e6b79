// Forces of joints on their freedoms: friction and springs.
#pragma once

#include "expression/scalar.hpp"
#include "kinematics/solver_memory.hpp"
#include "structure/tree_parameters.hpp"

#include "jourdain/kinematics/workspace.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

// Rates below this share of the largest rate of the robot count as standstill for dry friction. Traced code, where that
// would cost operations, takes it as a rate in 1/s.
inline constexpr double dead_band = 1e-9;

// The rate below which a joint stands still, lengths over size.
template <typename T>
T standstill(const RobotData& robot, const TreeStateT<T>& tree);

// What one freedom resists its motion with: coulomb sign(rate) + viscous rate + offset, and the spring.
template <typename T>
inline T axis_resistance(const AxisForces<T>& axis, bool friction, bool springs, const T& rate, const T& position,
                         const T& band) {
  T force = T(0);
  if (friction && axis.rubs) {
    const PartScope<T> part(Part::friction);
    force += axis.coulomb * sign(rate, band) + axis.viscous * rate + axis.offset;
  }
  if (springs && axis.pulls) force += axis.stiffness * (position - T(axis.rest)) + axis.preload;
  return force;
}

// 1 / |w|, 0 within the dead band: what dry friction makes of an angular velocity.
template <typename T>
inline T dry_factor(const Vector3T<T>& w, const T& band) {
  using std::max;
  using std::sqrt;
  constexpr double smallest_speed = 1e-150;  // keeps the quotient finite
  const T speed = sqrt(w.squaredNorm());
  return sign(speed, band) / max(speed, T(smallest_speed));
}

// A ball joint resists with the moment factor * w against its relative angular velocity w: c w/|w| + d w.
template <typename T>
inline T ball_resistance(const AxisForces<T>& axis, const Vector3T<T>& w, const T& band) {
  return axis.coulomb * dry_factor(w, band) + axis.viscous;
}

// Friction and springs of all joints: those of the tree into memory.t, the others as wrenches on both their nodes.
template <typename T>
void add_joint_forces(const RobotData& robot, const TreeParameters<T>& parameters, bool friction, bool springs,
                      const TreeStateT<T>& tree, SolverMemory<T>& memory);

// The same of one joint from the rates that the workspace tells, one entry per freedom; a ball joint's friction is a
// moment in the axes of its frame on body a.
struct JointResistance {
  bool any = false;
  double force[3] = {};
};
JointResistance joint_resistance(const Robot& robot, const Workspace& workspace, int joint, double standstill,
                                 bool friction, bool springs);

}  // namespace jourdain
