// Rates that no robot has: of another unit than meant.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

#include <string>

namespace jourdain {

struct RateDoubt {
  double excess = 0;    // over what robots do; above 1: it is doubtful
  std::string message;  // one sentence, if so
};

// The most doubtful one of a state's rates and, with Order::acceleration, accelerations.
RateDoubt doubtful_rate(const Robot& robot, const Workspace& workspace, Order order);

}  // namespace jourdain
