#include "jourdain/control/laws.hpp"

#include <algorithm>

namespace jourdain {

double largest_lag(const Mechanism& mechanism) {
  double lag = 0;
  for (const Joint& joint : mechanism.joints) {
    if (joint.motor) lag = std::max(lag, joint.motor->drive.time_constant);
  }
  return lag;
}

}  // namespace jourdain
