// Forward kinematics on the platform's pose alone: Newton's method on the lengths of the rods, followed from the
// guess's own actuated coordinates to the wanted ones in certified steps.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// The pose with these actuated coordinates on the branch of state.tree's configuration.
Status track_pose(const RobotData& robot, const VectorX& motors, KinematicState& state, Placement& pose);

// Follows the branch of a pose, at which the driving motors are at state.motor_start and the limbs in state.pose_mode,
// while the motors go straight to state.motor_target.
Status follow_motors(const RobotData& robot, KinematicState& state, Placement& pose);

}  // namespace jourdain
