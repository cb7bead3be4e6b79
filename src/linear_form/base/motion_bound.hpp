// What a body can do at most: the smallest group of displacements that holds all motions its joints allow, found along
// every way to the base. Groups do not depend on the configuration, so that nothing needs to be assembled.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <vector>

namespace jourdain {

using TwistBasis = Eigen::Matrix<double, 6, Eigen::Dynamic>;   // columns (v, w) of a frame's origin, in its axes
using VectorBasis = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // columns are directions

// Orthonormal bases, in the body frame; lengths in units of the mechanism's length.
struct MotionBound {
  TwistBasis twists;    // Lie algebra of the group
  VectorBasis gravity;  // all directions that gravity can take
};

// The joint at coordinates q: placement of J_B in J_A, and the twists of J_B against J_A for unit rates, in J_B.
struct JointMotion {
  Placement placement;
  TwistBasis twists;
};
JointMotion joint_motion(const Joint& joint, const VectorX& q);

// The same between the body frames: body b in body a, twists in body b.
JointMotion body_motion(const Joint& joint, const VectorX& q);

// Coordinates at which a joint's frames coincide; spherical joints have the quaternion w x y z.
VectorX joint_zero(JointType type);

// The same twist seen from another frame with this placement in the first.
TwistBasis seen_from(const TwistBasis& twists, const Placement& frame);

// Orthonormal basis of the part of the columns of `a` that `b` spans too; of the columns of both.
template <typename Basis>
Basis common_span(const Basis& a, const Basis& b);
template <typename Basis>
Basis joint_span(const Basis& a, const Basis& b);

// The mechanism with lengths in units of `length`: what the bounds and exchanges are computed on.
Mechanism in_units_of(Mechanism mechanism, double length);

// The largest distance of a joint from the frames it lies in, or 1.
double length_of(const Mechanism& mechanism);

// One bound per body. `home` is the pose of a platform that follows from its declared moves alone, or null.
std::vector<MotionBound> motion_bounds(const Mechanism& mechanism, const Placement* home);

}  // namespace jourdain
