// How the assembled mechanism follows the file's hints, and what else it could have become.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// A hint that is missed by more than this many robot sizes, or radians, is no rough hint but another place.
inline constexpr double far_from_hint = 0.1;

// How far home is from the hint for the output: out of reach, or the joints' hints lead elsewhere. Only coordinates
// that the output can change count.
struct MissedPlace {
  double distance = 0;  // robot sizes, or radians
  std::string text;
};
MissedPlace missed_place(const Robot& robot, const Workspace& home);

// Other ways to close the loops with the motors where they are at home: where the output is then, or how far the joints
// turn; a few of them, nearest first, empty if none was found.
std::vector<std::string> near_branches(const Robot& robot);

}  // namespace jourdain::cli
