// Random motions of a robot around its home configuration, asymmetric in pose, rates and accelerations.
#pragma once

#include "core/uniform_draws.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <cstdint>

namespace jourdain {

// Draws states whose velocity products, accelerations and gravity are of one size. Poses lie up to 0.15 robot sizes and
// 0.35 rad (or motor angles likewise) from home, less if the workspace is smaller; those that are out of reach, or much
// nearer to a singularity than usual, are drawn again. Joint limits are not looked at: what is linear in the parameters
// holds beyond them. A share of the states may be slow, up to ten thousand times, for functions of small rates. The
// same seed gives the same states.
class StateSampler {
 public:
  // Throws Error(numerical) if hardly any state near home can be reached.
  StateSampler(const Robot& robot, std::uint64_t seed, double slow_share = 0);

  // Takes the workspace to the next state, with accelerations. Throws Error(numerical) if there is none.
  void next(Workspace& workspace);

  // Doubles the spread, up to a half turn, if at least half of the states are in reach then. False if they are not.
  bool widen();

  double reach() const { return reach_; }  // times the spread above

 private:
  // True if at least half of some draws with this spread succeed; sets spread and reference.
  bool try_reach(double reach);
  // One draw: the conditioning of the drive there, 0 if it cannot be reached.
  double draw(Workspace& workspace);

  Robot robot_;
  Workspace trial_;
  UniformDraws draws_;
  double reach_ = 1;
  double slow_share_ = 0;
  double rate_ = 1;       // rad/s, robot sizes/s
  double reference_ = 0;  // usual conditioning
};

}  // namespace jourdain
