// Chooses, once, how each limb and the whole robot are solved.
#pragma once

#include "kinematics/mobility.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {

// Fills those members of `data`. `places`: consistent configurations, home first. May move `home` to a wanted
// working mode. Throws Error(input) if a wanted mode does not exist.
void choose_methods(RobotData& data, const std::vector<Place>& places, TreeState& home);

}  // namespace jourdain
