#include "legs/aim_limb.hpp"
#include "legs/solve_elbow.hpp"

#include "expression/scalar.hpp"

namespace jourdain {
namespace {

template <typename T>
void solve_telescopic(const SpanningTree& tree, const LimbKernel& kernel, double mode, const PlacementT<T>& platform,
                      double size, TreeStateT<T>& state, Guard<T>& guard) {
  using std::sqrt;
  const Vector3T<T> r = telescopic_way(kernel, platform);
  const T distance = sqrt(r.squaredNorm());
  guard.require_above(distance, smallest_pointing_sine * size, Status::singular);
  state.x[kernel.motor].slide = T(mode) * distance - T(kernel.rods[0].length);
  aim_slide<T>(tree, kernel, (T(mode) / distance) * r, platform, state, guard);
}

template <typename T>
void solve_rods(const SpanningTree& tree, const LimbKernel& kernel, double mode, const PlacementT<T>& platform,
                double size, TreeStateT<T>& state, Guard<T>& guard) {
  const TreeNode& motor = tree.nodes[kernel.motor];
  const Vector3T<T> tip = platform * Vector3T<T>(kernel.rods[0].tip.template cast<T>());
  const ElbowRoot<T> root = solve_elbow(kernel, mode, kernel.rods[0], in_motor_frame(motor, tip), size, guard);
  NodeCoordinate<T>& x = state.x[kernel.motor];
  x.c = root.c;
  x.s = root.s;
  x.slide = root.slide;
  aim_rods(tree, kernel, platform, state, guard);
}

}  // namespace

template <typename T>
void solve_limb(const SpanningTree& tree, const LimbKernel& kernel, double mode, const PlacementT<T>& platform,
                double size, TreeStateT<T>& state, Guard<T>& guard) {
  if (kernel.family == LimbKernel::Family::telescopic) {
    solve_telescopic(tree, kernel, mode, platform, size, state, guard);
  } else {
    solve_rods(tree, kernel, mode, platform, size, state, guard);
  }
}

template void solve_limb(const SpanningTree&, const LimbKernel&, double, const PlacementT<Scalar>&, double,
                         TreeStateT<Scalar>&, Guard<Scalar>&);

}  // namespace jourdain
