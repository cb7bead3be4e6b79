// Steps shared by inverse and forward kinematics and by forward dynamics.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// The whole output pose from the coordinates in `moves` and the robot's constants.
Placement explicit_pose(const RobotData& robot, const Placement& pose);

// Notes in the report of an answer which coordinate the motion gives otherwise than the mechanism, whose pose is
// explicit, holds it, and by how much: of the pose, or else of its rates.
void mark_contradiction(const RobotData& robot, const PlatformState& motion, Order order, Report& report);

// All limbs of state.trial in closed form for this platform pose, in the working modes of state.tree.
Status place_limbs(const RobotData& robot, const Placement& output, KinematicState& state);

// The same with the driving motors at their entries in `motors`, which decide the modes; whole turns are theirs.
Status place_commanded(const RobotData& robot, const VectorX& motors, const Placement& output, KinematicState& state);

// Follows the turning motors of a new motion by their elbows.
void follow_elbows(const RobotData& robot, const std::array<std::array<double, 2>, most_legs>& elbows,
                   KinematicState& state);

// Within 1e-6, so that rounded input passes.
bool is_rotation(const Matrix3& R);

// Whether the limbs whose positions follow from the output's pose are in the working modes of home.
bool in_home_modes(const RobotData& robot, const TreeState& tree);

// Positions of state.trial from the driving motors' entries in `motors`; the others tell whole turns at most.
Status forward_positions(const RobotData& robot, const VectorX& motors, KinematicState& state);

// Rates and accelerations of state.trial from the output's, up to `order`.
Status rates_from_output(const RobotData& robot, const Twist& twist, const Acceleration& acceleration, Order order,
                         KinematicState& state);

}  // namespace jourdain
