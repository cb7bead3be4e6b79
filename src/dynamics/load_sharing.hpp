// Forces of all motors from those that the driving ones alone would need: with spare motors the weighted least norm, a
// preload among forces that do no work, and the motors' limits.
#pragma once

#include "kinematics/kinematic_state.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Most spare motors that can share a load within limits, and most motors of such a robot.
inline constexpr int max_spare_motors = 16;
inline constexpr int max_shared_motors = max_drives + max_spare_motors;

// Whether weights and preload in the options fit the robot: inconsistent for wrong sizes and weights that are not
// positive, not_finite.
Status check_sharing(const RobotData& robot, const DynamicsOptions& options);

// Rates C of all motors for unit rates of the driving ones, into state.motor_rates in SI units. The dense system is
// factored for the motors.
void find_motor_rates(const RobotData& robot, KinematicState& state);

// Forces Q of all motors with C^T Q = driving. Of these, with spare motors, the one nearest to the preload in the
// weighted norm: the least norm plus the part of the preload that does no work. Bounded: of those within max_force the
// nearest. Status as check_sharing; limit if no forces within max_force do it, with the worst motor's joint and its
// excess over max_force in the report; then forces are untouched. No allocation.
Status share_load(const RobotData& robot, const Eigen::Ref<const MatrixX>& C, const double* driving,
                  const DynamicsOptions& options, Report& report, VectorX& forces);

// The same with find_motor_rates() at state.tree where there are spare motors; singular where that has no answer.
Status share_load(const RobotData& robot, KinematicState& state, const double* driving, const DynamicsOptions& options,
                  VectorX& forces);

}  // namespace jourdain
