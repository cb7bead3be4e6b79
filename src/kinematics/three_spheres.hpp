// Closed-form forward kinematics of robots whose platform only translates on three limbs with rods: the platform origin
// lies on three spheres about the elbows, each shifted by the rod's platform point ([Codourey98], DELTA).
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Output pose from the actuated coordinates; of the two intersections the one on state.tree's side of the plane through
// the sphere centres: a motion that does not meet a singularity stays there. Certified if that is home's side, too.
// Status: unreachable (the spheres do not meet), singular (centres on one line, or the guess is in their plane).
Status three_spheres(const RobotData& robot, const VectorX& motors, KinematicState& state, Placement& pose);

// The side of the plane through the centres, +1 or -1, on which the platform is; 0 in the plane.
double sphere_side(const RobotData& robot, const TreeState& tree);

}  // namespace jourdain
