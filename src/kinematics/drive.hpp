// The dense solve: closure equations together with a drive, which is the motors or the output.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

enum class Drive { motors, output };

// Coordinates of the output pose on the tree: place of the output frame in the base frame.
Placement output_placement(const RobotData& robot, const TreeState& state);

// Jacobian of the output's twist (v over size, w) by scaled velocity coordinates, 6 x nv.
void output_jacobian(const RobotData& robot, const TreeState& state, RowMatrix& J);

// Fills and factors the system [independent closure rows; drive rows]. `as_angles`: the rotation rows are rates of the
// Cardan angles instead of angular velocities. Returns the conditioning, 0 if singular.
double factor_system(const RobotData& robot, Drive drive, bool as_angles, const TreeState& tree, KinematicState& state);

// Velocity coordinates of `tree` from the drive's rates u (SI), after factor_system.
void solve_rates(const RobotData& robot, Drive drive, const double* u, KinematicState& state, TreeState& tree);

// Accelerations from the drive's changes du (SI); needs current rates.
void solve_changes(const RobotData& robot, Drive drive, const double* du, KinematicState& state, TreeState& tree);

}  // namespace jourdain
