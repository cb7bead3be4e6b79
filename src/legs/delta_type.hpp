// Robots of DELTA type: a platform that only translates, on three or more limbs of an arm or carriage driven from the
// base and of bars from there to the platform (one for a parallelogram, or its two rods).
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <vector>

namespace jourdain {

struct RobotData;

struct DeltaBar {
  int body = 0;
  Vector3 on_arm = Vector3::Zero();       // upper end in the arm's frame
  Vector3 on_platform = Vector3::Zero();  // lower end in the platform's frame
};

struct DeltaLimb {
  int motor = 0;  // joint
  int arm = 0;    // body
  std::vector<DeltaBar> bars;
};

// One limb per motor, in their order; none if the robot is not of this type. RobotData::delta_limbs keeps them.
std::vector<DeltaLimb> recognise_delta(const RobotData& robot);

}  // namespace jourdain
