// Chooses, once, how each limb and the whole robot are solved.
#pragma once

#include "kinematics/mobility.hpp"
#include "kinematics/robot_data.hpp"

namespace jourdain {

// Fills the plan members of `data`. `places`: consistent configurations, home first. May move `home` to a wanted
// working mode. Throws Error(input) if a wanted mode does not exist.
void make_plan(RobotData& data, const std::vector<Place>& places, TreeState& home);

}  // namespace jourdain
