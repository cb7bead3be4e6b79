// One Newton step of forward kinematics on the platform's pose: every driving motor asks that its rod has its length
// (rod_equation). Folds of the limbs do not matter here, so that the working modes follow the motors.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Translations are counted in this length when poses are compared: so much matters as much as a radian.
inline double pose_length(const RobotData& robot) { return 0.4 * robot.size; }

// Residuals of the rods at a pose with the motors at the fraction s of the way from state.motor_start to
// state.motor_target, into state.pose_value, and their derivatives by the pose into state.pose.
void evaluate_pose(const RobotData& robot, const Placement& pose, double s, KinematicState& state);

// The same, and factors the derivatives. Status::singular where the motors do not hold the platform.
Status prepare_pose(const RobotData& robot, const Placement& pose, double s, KinematicState& state);

// Newton's correction from the prepared pose into state.pose_step; its size: radians, or lengths over pose_length.
Status pose_correction(KinematicState& state, double& size);

// The pose moved by a step.
Placement moved_pose(const RobotData& robot, const Placement& pose, const VectorX& step);

// Distance of two poses: the larger of the turn and the translation.
double pose_distance(const RobotData& robot, const Placement& a, const Placement& b);

// Whether the driving limbs have their working modes of home at this pose with the driving motors at `target`.
bool drives_in_home_modes(const RobotData& robot, const Placement& pose, const VectorX& target);

// Sign of the determinant of the rods' rates by the pose's, with the limbs in home's working modes: it changes only at
// singularities of the second type. 0 if singular or out of reach.
int pose_sign(const RobotData& robot, const Placement& pose, KinematicState& state);

}  // namespace jourdain
