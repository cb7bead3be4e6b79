// One Newton step of forward kinematics on the platform's pose, with the closed-form motor coordinates of the limbs.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Translations are counted in this length when poses are compared: so much matters as much as a radian.
inline double pose_length(const RobotData& robot) { return 0.4 * robot.size; }

// Motor coordinates at a pose into state.pose_value, their derivatives by the pose into state.pose.
Status evaluate_pose(const RobotData& robot, const Placement& pose, KinematicState& state);

// The same, and factors the derivatives. Status::singular where the motors do not hold the platform.
Status prepare_pose(const RobotData& robot, const Placement& pose, KinematicState& state);

// Newton's correction from the prepared pose towards the fraction s of the way from state.pose_start to
// state.pose_target, into state.pose_step; its size: radians, or lengths over pose_length.
Status pose_correction(const RobotData& robot, double s, KinematicState& state, double& size);

// The pose moved by a step.
Placement moved_pose(const RobotData& robot, const Placement& pose, const VectorX& step);

// Distance of two poses: the larger of the turn and the translation.
double pose_distance(const RobotData& robot, const Placement& a, const Placement& b);

// Sign of the determinant of the motors' rates by the pose's: it changes only at singularities of the second type. 0 if
// singular.
int pose_sign(const RobotData& robot, const Placement& pose, KinematicState& state);

}  // namespace jourdain
