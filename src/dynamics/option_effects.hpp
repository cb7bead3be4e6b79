// Options that change nothing for a robot.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <string>
#include <vector>

namespace jourdain {

enum class LoadSharing { weights, preload, bounded };

// Of the ways in which redundant motors share a load, those that are asked for and have no effect on this robot: it has
// as many motors as freedoms, or no motor with a limit.
struct IdleOption {
  LoadSharing option = LoadSharing::weights;
  std::string reason;
};
std::vector<IdleOption> options_without_effect(const Robot& robot, const DynamicsOptions& options);

}  // namespace jourdain
