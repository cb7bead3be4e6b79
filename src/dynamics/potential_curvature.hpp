// How the potential of weight and springs bends along a motion.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {

// The second derivative by time of the potential of weight, payload, springs, counterbalances and constant friction
// forces along the workspace's motion, with its accelerations. Motors at constant rates r have r^T K r, where K is the
// stiffness of their coordinates.
double potential_curvature(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
