// Closed-form forward kinematics of robots whose platform only translates on three limbs with rods: the platform origin
// lies on three spheres about the elbows, each shifted by the rod's platform point ([Codourey98], DELTA).
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Output pose from the actuated coordinates; of the two intersections the one on the home configuration's side of the
// plane through the sphere centres. Status: unreachable (the spheres do not meet), singular (centres on one line).
Status three_spheres(const RobotData& robot, const VectorX& actuators, KinematicState& state, Placement& pose);

// The side of the plane through the centres, +1 or -1, on which a platform position lies.
double sphere_side(const RobotData& robot, const VectorX& actuators, const Vector3& position);

}  // namespace jourdain
