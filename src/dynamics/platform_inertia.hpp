// Inertia of the whole mechanism seen from the platform's twist, limb by limb.
#pragma once

#include "kinematics/solver_memory.hpp"
#include "structure/tree_parameters.hpp"

namespace jourdain {

// M = M_platform + sum_k C_k^T M_k C_k, where dq_k = C_k V and M_k is the limb's own mass matrix from composite bodies
// (theory: general engine, step 7). Rows and columns (v, w) of the platform's origin; those outside the robot's moves
// are not filled. Needs factored limbs.
template <typename T>
void platform_inertia(const RobotData& robot, const TreeParameters<T>& parameters, bool payload,
                      const TreeStateT<T>& tree, SolverMemory<T>& memory, Matrix6T<T>& M);

}  // namespace jourdain
