// The dense solve: closure equations together with a drive, which is the motors or the output.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

enum class Drive { motors, output };

// Number of velocities u of a drive.
inline int drive_count(const RobotData& robot, Drive drive) {
  return static_cast<int>(drive == Drive::motors ? robot.driving.size() : robot.moves.size());
}

// Jacobian of the output's twist (v over size, w) by scaled velocity coordinates, 6 x nv.
template <typename T>
void output_jacobian(const RobotData& robot, const TreeStateT<T>& state, RowMatrixT<T>& J);

// Fills the system [independent closure rows; drive rows] into memory.dense.
template <typename T>
void fill_system(const RobotData& robot, Drive drive, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// Fills and factors it. Returns the conditioning, 0 if singular; 1 for a traced scalar.
template <typename T>
double factor_system(const RobotData& robot, Drive drive, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// The same with the rates of the output's Cardan angles instead of its angular velocity.
double factor_system_as_angles(const RobotData& robot, const TreeState& tree, KinematicState& state);

// Velocity coordinates of `tree` from the drive's rates u (SI), after factor_system.
template <typename T>
void solve_rates(const RobotData& robot, Drive drive, const T* u, SolverMemory<T>& memory, TreeStateT<T>& tree);

// Accelerations from the drive's changes du (SI); needs current rates.
template <typename T>
void solve_accelerations(const RobotData& robot, Drive drive, const T* du, SolverMemory<T>& memory,
                         TreeStateT<T>& tree);

// Forces on u from the forces on the tree's velocity coordinates, G^T memory.t.
template <typename T>
void project_on_drive(const RobotData& robot, Drive drive, SolverMemory<T>& memory, T* forces);

}  // namespace jourdain
