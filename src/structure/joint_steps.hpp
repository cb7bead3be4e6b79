// Joints as sequences of elementary motions.
#pragma once

#include "jourdain/structure/structure.hpp"

#include <vector>

namespace jourdain {

struct JointStep {
  NodeKind kind;
  Matrix3 axis;  // orientation of the elementary axis in the joint frame
  int freedom;
};

// A joint as a sequence of elementary motions, from J_A to J_B. A ball joint without its spin has two.
std::vector<JointStep> elementary_steps(JointType type, bool spin_fixed);

}  // namespace jourdain
