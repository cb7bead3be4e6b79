// Forces of joints on their freedoms: friction and springs.
#pragma once

#include "kinematics/state.hpp"

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// Rates below this share of the largest rate of the robot count as standstill for dry friction.
inline constexpr double dead_band = 1e-9;

// The largest rate of any joint, lengths over size; scale of the dead band.
double largest_rate(const Robot& robot, const TreeState& tree);

// What a joint resists its motion with, one entry per freedom; a ball joint's friction is a moment in the axes of its
// frame on body a.
struct JointResistance {
  bool any = false;
  double force[3] = {};
};
JointResistance joint_resistance(const Robot& robot, const Workspace& workspace, int joint, double standstill,
                                 bool friction, bool springs);

}  // namespace jourdain
