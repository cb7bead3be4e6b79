// What the dynamics makes of a robot's structure.
#pragma once

#include "jourdain/kinematics/robot.hpp"

#include <string>

namespace jourdain {

// The form that generated code takes, in words: "by legs: 6 telescopic, coplanar and mirrored anchors", or
// "recursion over all bodies". Set-up code.
std::string describe_dynamics_plan(const Robot& robot);

}  // namespace jourdain
