// What a robot is, and what is wrong with its home configuration, in words. Set-up code.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

#include <string>
#include <vector>

namespace jourdain {

// "3 x [R]-U-U", or several kinds joined by " + ".
std::string legs_text(const Robot& robot);

// Why a robot that was read and assembled cannot be used: it cannot move, or home is at a singularity or all but, far
// from its hints or beyond a limit; empty if it can.
std::vector<std::string> home_problems(const Robot& robot, const Workspace& home);

// What to say of idle rods whose spin enters the forces although the model does not tell it, or nothing.
std::string idle_spin_warning(const Mechanism& mechanism, const std::vector<IdleSpin>& spins);

}  // namespace jourdain
