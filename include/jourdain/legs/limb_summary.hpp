// How a limb is solved, in words.
#pragma once

#include <string>

namespace jourdain {

struct LimbSummary {
  std::string name;       // of its leg, or "limb 1"
  std::string structure;  // joint types from the base to the platform, "U-P-S"; the actuated one in brackets
  std::string method;     // "telescopic, closed form", "elbow, closed form", "Newton"
  std::string mode;       // "positive", "negative", or empty
};

}  // namespace jourdain
