// Freedoms and motors of a mechanism.
#pragma once

#include <string_view>
#include <vector>

namespace jourdain {

enum class Actuation { none, fully, under, redundantly };
std::string_view to_string(Actuation actuation);

// What the rank of the closure equations says at the home configuration.
struct Mobility {
  int bodies = 0;  // moving bodies
  int joints = 0;
  int loops = 0;      // independent loops
  int equations = 0;  // sum over joints of 6 - freedoms
  int rank = 0;       // independent ones among them
  int total = 0;      // freedoms, idle ones included
  int idle = 0;       // freedoms of rods that only spin
  int motors = 0;
  Actuation actuation = Actuation::none;
  std::vector<int> redundant_joints;  // joints with equations that follow from the others
  double gap = 0;                     // last kept singular value over the first dropped one
  int home_excess = 0;                // freedoms at the home configuration beyond those nearby: it is singular if not 0
  int freedoms() const { return total - idle; }
};

}  // namespace jourdain
