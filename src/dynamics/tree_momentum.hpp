// Momentum of the tree on its velocity coordinates.
#pragma once

#include "kinematics/solver_memory.hpp"
#include "structure/tree_parameters.hpp"

namespace jourdain {

// memory.t = M_tree v for the velocities of `motion`, rotors included.
template <typename T>
void tree_momentum(const RobotData& robot, const TreeParameters<T>& parameters, bool payload,
                   const TreeStateT<T>& motion, SolverMemory<T>& memory);

}  // namespace jourdain
