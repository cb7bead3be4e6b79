// Forces on all velocity coordinates of the tree, seen from the motors: Q_a = G^T t (theory: general engine, step 3).
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Motors' forces from state.t at state.tree's configuration. Limb by limb where every limb is tied to the platform by
// one ball joint, else through the dense system. Status::singular where the motors cannot hold the mechanism.
Status project_on_actuators(const RobotData& robot, KinematicState& state, VectorX& forces);

}  // namespace jourdain
