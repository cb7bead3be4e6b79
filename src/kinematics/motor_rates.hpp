// Rates and accelerations of the whole mechanism from those of the driving motors.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Factors the motors' rates by the platform's, limb by limb, into state.motors: rows are motors, columns moves, lengths
// in the output's length. Only with RobotData::limb_motors. Returns the conditioning, 0 if singular.
double factor_motor_rows(const RobotData& robot, const TreeState& tree, KinematicState& state);

// Units of its rows and columns.
double motor_unit(const RobotData& robot, int driving);
double move_unit(const RobotData& robot, int move);

// Nearer to a type-1 singularity than this conditioning of a limb, its rates do not follow well from the platform's:
// the dense system of the motors, to which it does not matter, is used instead.
inline constexpr double regular_limb = 1e-3;
inline bool limbs_regular(const KinematicState& state) { return state.limb_conditioning() > regular_limb; }

// Rates of a configuration from u (one per driving motor): limb by limb where the plan and the limbs allow, else
// through the dense system.
// Needs positions. Returns the conditioning, 0 if singular; then nothing but rates was touched.
double rates_from_motors(const RobotData& robot, const double* u, Configuration configuration, KinematicState& state);

// Accelerations likewise from du, after rates_from_motors at the same configuration.
void accelerations_from_motors(const RobotData& robot, const double* du, Configuration configuration,
                               KinematicState& state);

}  // namespace jourdain
