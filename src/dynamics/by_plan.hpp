// The robot's plan at the service of the engine: answers in closed form, where it has them.
#pragma once

#include "kinematics/kinematic_state.hpp"
#include "legs/lane_plan.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Whether the plan knows all forces that these options ask for, and the workspace's legs are in the working modes that
// it is made for.
bool plan_applies(const RobotData& robot, const DynamicsOptions& options, const KinematicState& state);

// The motion of the output that the workspace has.
PlatformState held_motion(const RobotData& robot, const KinematicState& state);

// Below: false where the plan's divisors come near zero; then nothing is written, and the recursion over all bodies
// answers. On success the report says ok.

// Forces of all motors for a platform motion, which is that of the workspace, or new: then it gets it without joints
// and bodies (KinematicState::hold).
bool forces_by_plan(const RobotData& robot, const DynamicsOptions& options, const PlatformState& motion, bool is_new,
                    KinematicState& state, VectorX& forces);

// Accelerations of all motors at the pose and twist of a motion, new or the workspace's, which then has that of the
// platform.
bool accelerations_by_plan(const RobotData& robot, const DynamicsOptions& options, const VectorX& forces,
                           const PlatformState& motion, bool is_new, KinematicState& state, VectorX& accelerations);

// The mass matrix of the driving motors' rates, which are all.
bool mass_matrix_by_plan(const RobotData& robot, bool payload, KinematicState& state, MatrixX& M);

}  // namespace jourdain
