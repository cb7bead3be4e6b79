// Robots of DELTA type: a platform that only translates, on three or more limbs of an arm or carriage driven from the
// base and of bars from there to the platform (one for a parallelogram, or its two rods).
#pragma once

#include "jourdain/kinematics/robot.hpp"

#include <optional>
#include <vector>

namespace jourdain {

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

// One limb per motor, in the order of Robot::motor_joints(); none if the robot is not of this type.
std::optional<std::vector<DeltaLimb>> find_delta_limbs(const Robot& robot);

}  // namespace jourdain
