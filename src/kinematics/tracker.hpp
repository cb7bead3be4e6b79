// Following a solution of the closure equations while the drive moves from where it is to where it shall be. Each step
// is accepted only if Newton's method contracts from the start as fast as near a well-separated root (the
// affine-invariant Newton-Kantorovich test: the second correction at most a quarter of the first), so that the branch
// is kept.
#pragma once

#include "kinematics/drive.hpp"

namespace jourdain {

// Bounds of the path following, common to the dense tracker and the one on the platform's pose.
struct TrackerLimits {
  static constexpr double largest_step = 0.15;  // first correction of a step: radians, or lengths over size
  static constexpr double contraction = 0.25;   // of successive corrections
  static constexpr double settled = 1e-13;      // corrections below this end the iteration
  static constexpr double round_off = 1e-11;    // those below this may have stopped contracting
  static constexpr double smallest_fraction = 1.0 / 4096;
  static constexpr int attempts = 512;  // of steps, failed ones included
  static constexpr int newton_steps = 9;
  static constexpr double smallest_conditioning = 1e-9;
  // Rates need more: near a singularity the conditioning c itself is known only to 1e-16 / c, so that c = 1e-6 leaves
  // four digits.
  static constexpr double smallest_rate_conditioning = 1e-6;
};

// Moves state.trial to the output pose `target` (only the coordinates in `moves` count) or to the driving motors'
// coordinates `motors` (indexed like Robot::motor_joints()). Positions only.
Status track_output(const RobotData& robot, const Placement& target, KinematicState& state);
Status track_motors(const RobotData& robot, const VectorX& motors, KinematicState& state);

}  // namespace jourdain
