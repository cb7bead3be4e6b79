// Positions of the joints of the tree as inputs, for robots whose joints have no closed form.
#pragma once

#include "trace/inputs/traced_motion.hpp"

namespace jourdain {

// Declares the positions of all joints of the tree by the names that joint_position_names() gives them, which must be
// consistent, and computes those of all nodes. How an idle rod is turned about the line of its ball joints does not
// matter: it is placed by that line, without spin, as the engine does.
void trace_joints(TracedMotion& motion);

}  // namespace jourdain
