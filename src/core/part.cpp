#include "core/part.hpp"

namespace jourdain {

std::string_view to_string(Part part) {
  switch (part) {
    case Part::leg_kinematics: return "legs, kinematics";
    case Part::leg_dynamics: return "legs, dynamics";
    case Part::platform: return "platform";
    case Part::solve: return "solve";
    case Part::friction: return "friction";
    case Part::none: break;
  }
  return "other";
}

}  // namespace jourdain
