// How home follows the file's hints (assembly), and what else the mechanism could have become, in words. Set-up code.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct LimitState;

// "16.6 deg" or "854.9 mm": a coordinate as people think of it.
std::string coordinate_text(bool length, double value, int digits = 4);

// The joint of a limit with what is limited, "leg1.wrist (cone)"; whether that is a length.
std::string limited_joint(const Robot& robot, const LimitState& limit);
bool is_length_limit(const Robot& robot, const LimitState& limit);

// "leg1.motor at 16.55 deg, allowed -60 deg to 100 deg, 76.55 deg left".
std::string limit_text(const Robot& robot, const LimitState& limit, int digits = 4);

// Which freedom of a joint with several, as files call it.
std::string freedom_word(const Joint& joint, int freedom);

// "x = 0 mm, z = -300 mm": the coordinates of a pose that the output can change. `size` is the robot's.
std::string moves_text(const Mechanism& mechanism, double size, const Placement& pose, int digits = 4);

// A hint that is missed by more than this many robot sizes, or radians, is no rough hint but another place.
inline constexpr double far_from_hint = 0.1;

// How far home is from the hint for the output: out of reach, or the joints' hints lead elsewhere. Only coordinates
// that the output can change count.
struct MissedPlace {
  double distance = 0;  // robot sizes, or radians
  std::string text;
};
MissedPlace missed_place(const Mechanism& mechanism, double size, const Placement& home);
MissedPlace missed_place(const Robot& robot);

// What to do about it.
inline constexpr const char* missed_place_hint = "give a place within reach, or hints of all joints of a leg";

// Other ways to close the loops with the motors where they are at home: where the output is then, or how far the joints
// turn; a few of them, nearest first, empty if none was found.
std::vector<std::string> near_branches(const Robot& robot);

// Hints that home does not follow although it is near enough, and loops without any.
std::vector<Diagnostic> hint_warnings(const Robot& robot, const Workspace& home);

}  // namespace jourdain
