// How far a configuration is from singularities. All distances are plain numbers between 0 (singular) and 1, from
// matrices whose lengths are counted in robot sizes; those of the output in mean distances of its joints from its
// origin, so that a turn weighs as much as the translation of a joint that it causes.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

struct SingularityReport {
  // Type 1: a limb loses a freedom, the output cannot move in some direction. Smallest over largest singular value of
  // the worst limb Jacobian J_k; without a platform, of the output's Jacobian by the mechanism's freedoms.
  double type1 = 1;
  int limb = -1;  // the worst limb
  // Type 2: with all motors locked the output can still move. Smallest over largest singular value of the actuators'
  // rates by the output's (rows scaled to unit length), or by the mechanism's freedoms if there is no output.
  double type2 = 1;
  // Constraint: the closure equations lose rank against their general rank, and the mechanism gains a freedom.
  double constraint = 1;
  // Decimal digits that forward kinematics loses here: log10 of the condition number behind type2 and constraint.
  double digits_lost = 0;
  double nearest() const { return std::min(type1, std::min(type2, constraint)); }
};

// Distances at the workspace's configuration. Allocates; not for control loops (the conditioning in Report is).
SingularityReport singularity_distance(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
