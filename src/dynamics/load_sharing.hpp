// Forces of all motors from what they must do together: with redundant motors the weighted least norm, a preload among
// forces that do no work, and the motors' limits.
#pragma once

#include "kinematics/drive.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Most redundant motors that can share a load within limits, and most motors of such a robot.
inline constexpr int max_redundant_motors = 16;
inline constexpr int max_shared_motors = max_drives + max_redundant_motors;

// Whether weights and preload in the options fit the robot: inconsistent for wrong sizes and weights that are not
// positive, not_finite.
Status check_sharing(const RobotData& robot, const DynamicsOptions& options);

// The velocities that forces of motors are seen by: with redundant motors those of the output where it has as many as
// the robot has freedoms, because the driving motors alone may be singular where all together are not; else those of
// the driving motors.
Drive sharing_drive(const RobotData& robot);

// Forces Q of all motors with C^T Q = work, C the rates of all motors by those of the drive. Of these, with spare
// motors, the one nearest to the preload in the weighted norm: the least norm plus the part of the preload that does no
// work. Bounded: of those within max_force the nearest. Status as check_sharing; singular if the motors together do not
// hold the drive; limit if no forces within max_force do it, with the worst motor's joint and its excess over max_force
// in the report; then forces are untouched. No allocation.
Status share_load(const RobotData& robot, Drive drive, const Eigen::Ref<const MatrixX>& C, const double* work,
                  const DynamicsOptions& options, Report& report, VectorX& forces);

// The same for sharing_drive() at state.tree; the dense system is factored for it. Uses state.trial.
Status share_load(const RobotData& robot, const double* work, const DynamicsOptions& options, KinematicState& state,
                  VectorX& forces);

// The same from the forces state.t on the tree's velocity coordinates; factors the dense system at state.tree.
Status share_tree_forces(const RobotData& robot, const DynamicsOptions& options, KinematicState& state,
                         VectorX& forces);

}  // namespace jourdain
