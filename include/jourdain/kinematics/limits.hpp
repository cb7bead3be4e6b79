// Joint limits, strokes and cones of passive joints.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

#include <vector>

namespace jourdain {

struct LimitState {
  int joint = -1;
  int freedom = -1;  // -1: the cone
  double value = 0;
  double lower = -unlimited;
  double upper = unlimited;
  double margin = unlimited;  // distance to the nearer limit, negative beyond it; radians, or lengths over size
};

// The joint freedom or cone with the least margin. A control loop may call this.
LimitState nearest_limit(const Robot& robot, const Workspace& workspace);

// Every limit that is exceeded.
std::vector<LimitState> exceeded_limits(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
