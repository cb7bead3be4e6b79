#include "jourdain/control/laws.hpp"

#include <algorithm>

namespace jourdain {

double largest_lag(const Mechanism& mechanism) {
  double lag = 0;
  for (const Joint& joint : mechanism.joints) {
    if (joint.actuator) lag = std::max(lag, joint.actuator->drive.time_constant);
  }
  return lag;
}

}  // namespace jourdain
