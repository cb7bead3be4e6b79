// Rules of grouping: exact changes of inertial parameters that have no effect on the motors, for every motion, found
// from geometry alone. [Abdellatif05] (21)-(23) and the closure at the platform, for any frames and any joints.
//
// A change has no effect if it leaves the kinetic energy zero and the potential energy constant. For the two bodies of
// a joint this is a finite set of linear equations for their twenty parameters: a mass on the axis of a hinge may
// belong to either body, a tensor moves across a slide, a mass point across a ball joint, and what a body cannot do
// near the base has no effect. The span of all such exchanges is known without sampling motions. Groupings that need a
// whole loop are left to the rank.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

struct Mechanism;
class Robot;

// Basis of all exchanges over the standard set (ten per body 1..n, file order, SI): one column each. `platform_home` is
// the home pose of a platform whose pose follows from its declared moves and constants alone, or null: one that only
// translates keeps nothing but its mass. Set-up code.
MatrixX exchange_vectors(const Mechanism& mechanism, const Placement* platform_home = nullptr);

// The same with what the robot knows of its platform.
MatrixX exchange_vectors(const Robot& robot);

}  // namespace jourdain
