// From measured motions of the motors to the configuration of the whole mechanism.
#pragma once

#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {

// Follows samples one after the other. As many motors as freedoms: forward kinematics. More motors than freedoms:
// measured coordinates contradict each other by their noise, so the pose of the output is searched whose motors are
// nearest to all of them (Gauss and Newton on q(u) = q_measured, rates and accelerations by the same least squares).
class MotorMotionFollower {
 public:
  explicit MotorMotionFollower(const Robot& robot);

  // Takes the workspace to the sample's motion. Status as forward_kinematics.
  Status go_to(const Sample& sample, Workspace& workspace);

 private:
  Status go_to_nearest(const Sample& sample, Workspace& workspace);

  Robot robot_;
  bool redundant_ = false;
  VectorX unit_;  // of each motor: the robot's size for a slide, else 1
  MatrixX B_;     // rates of all motors by those of the output's moves
};

}  // namespace jourdain
