// Forces on all velocity coordinates of the tree, seen from the motors: Q_a = G^T t (theory: general engine, step 3).
#pragma once

#include "kinematics/solver_memory.hpp"

namespace jourdain {

// Forces on the platform's twist (v, w) from memory.t, through factored limbs.
template <typename T>
Vector6T<T> platform_forces(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// Forces of the driving motors alone, into memory.motor_forces, from memory.t at the tree's positions. Limb by limb
// (only with RobotData::limb_motors; they must be factored) or through the dense system. Returns the conditioning, 0
// where the motors cannot hold the mechanism; 1 for a traced scalar.
template <typename T>
double project_on_motors(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory, bool by_limbs);

}  // namespace jourdain
