// Forward kinematics on the platform's pose alone: Newton's method with the closed-form motor coordinates of the limbs,
// followed from the guess's own actuated coordinates to the wanted ones in certified steps.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// The pose with these actuated coordinates on the branch of state.tree's configuration.
Status track_pose(const RobotData& robot, const VectorX& actuators, KinematicState& state, Placement& pose);

}  // namespace jourdain
