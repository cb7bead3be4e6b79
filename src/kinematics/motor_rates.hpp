// Rates and accelerations of the whole mechanism from those of the driving motors.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Rates of `tree` from u (one per driving motor): limb by limb where the plan allows, else through the dense system.
// Needs positions. Returns the conditioning, 0 if singular; then nothing but rates was touched.
double rates_from_motors(const RobotData& robot, const double* u, TreeState& tree, KinematicState& state);

// Accelerations likewise from du, after rates_from_motors at the same configuration.
void changes_from_motors(const RobotData& robot, const double* du, TreeState& tree, KinematicState& state);

}  // namespace jourdain
