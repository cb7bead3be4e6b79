// The passive joints of a limb with a closed form, once its motor is in place.
#pragma once

#include "legs/pointing.hpp"

namespace jourdain {

// From the fixed centre of a telescopic limb to its platform point.
template <typename T>
inline Vector3T<T> telescopic_way(const LimbKernel& kernel, const PlacementT<T>& platform) {
  const Rod& rod = kernel.rods[0];
  return platform * Vector3T<T>(rod.tip.template cast<T>()) - rod.centre.template cast<T>();
}

// The joints of a telescopic limb with its slide in place, so that it points along e.
template <typename T>
inline void aim_slide(const SpanningTree& tree, const LimbKernel& kernel, const Vector3T<T>& e,
                      const PlacementT<T>& platform, TreeStateT<T>& state, Guard<T>& guard) {
  point_group(tree, kernel.rods[0].pointing, e, platform.R, state, guard);
  const TreeNode& slide = tree.nodes[kernel.motor];
  move_position(slide, state.x[kernel.motor], state.n[slide.parent], state.n[kernel.motor]);
}

// The rods of an elbow limb with its motor in place.
template <typename T>
inline void aim_rods(const SpanningTree& tree, const LimbKernel& kernel, const PlacementT<T>& platform,
                     TreeStateT<T>& state, Guard<T>& guard) {
  using std::sqrt;
  NodeMotion<T>& n = state.n[kernel.motor];
  move_position(tree.nodes[kernel.motor], state.x[kernel.motor], state.n[0], n);
  for (const Rod& rod : kernel.rods) {
    const Vector3T<T> s = platform * Vector3T<T>(rod.tip.template cast<T>()) - node_point(n, rod.centre);
    const Vector3T<T> e = s / sqrt(s.squaredNorm());
    point_group(tree, rod.pointing, e, platform.R, state, guard);
  }
}

}  // namespace jourdain
