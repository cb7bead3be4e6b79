// The kinds of motions. All functions are set-up code and throw Error(usage) for values that make no motion. Vectors
// are coordinates of the space: see MotionSpace.
#pragma once

#include "jourdain/motion/time_law.hpp"
#include "jourdain/motion/trajectory.hpp"

#include <span>

namespace jourdain {

// Rests at a place.
Trajectory hold(const MotionSpace& space, const VectorX& at, double duration);

// Straight from one place to another; the orientation turns about one axis. Lengths and speeds are those of the
// frame's origin, or of the turn if it stays where it is; in motor space the norm of the coordinates.
Trajectory line(const MotionSpace& space, const VectorX& from, const VectorX& to, const Timing& timing = {});

}  // namespace jourdain
