#include "dynamics/option_effects.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

std::vector<IdleOption> options_without_effect(const Robot& robot, const DynamicsOptions& options) {
  std::vector<IdleOption> list;
  if (robot.mobility().actuation != Actuation::redundantly) {
    const char* reason = "it tells how redundant motors share a load, and this robot has none";
    if (!options.motor_weights.empty()) list.push_back({LoadSharing::weights, reason});
    if (!options.preload.empty()) list.push_back({LoadSharing::preload, reason});
  }
  // Bounds refuse what any motor cannot hold.
  const bool any_limit = std::ranges::any_of(
      robot.motor_joints(), [&](int joint) { return std::isfinite(robot.mechanism().joints[joint].motor->max_force); });
  if (options.bounded && !any_limit) list.push_back({LoadSharing::bounded, "no motor has a max_force"});
  return list;
}

}  // namespace jourdain
