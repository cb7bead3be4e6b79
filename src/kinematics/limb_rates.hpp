// Rates and accelerations of the limbs from the platform's, limb by limb: J_k dq_k = S_k V (theory: general engine,
// step 2).
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Velocity coordinates and node velocities of all limbs. Positions and the platform's twist in tree.v are given.
// Fails with Status::singular and names the limb in the report.
Status solve_limb_rates(const RobotData& robot, KinematicState& state, TreeState& tree);

// The same for accelerations, from the platform's in tree.a; uses the factors of solve_limb_rates.
void solve_limb_changes(const RobotData& robot, KinematicState& state, TreeState& tree);

}  // namespace jourdain
