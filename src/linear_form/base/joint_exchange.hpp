// Changes of the parameters of two bodies that cancel for every motion of the joint between them.
#pragma once

#include "linear_form/base/motion_bound.hpp"

namespace jourdain {

// Changes of the ten parameters of one body that have no effect since its motion is bounded: one column each.
MatrixX idle_changes(const MotionBound& bound);

// Changes (of body a, of body b) without effect: 20 rows, one column each. The base takes any change.
MatrixX exchange_changes(const Joint& joint, const MotionBound& bound_a, const MotionBound& bound_b);

}  // namespace jourdain
