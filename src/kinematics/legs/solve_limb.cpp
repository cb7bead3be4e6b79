#include "kinematics/legs/elbow.hpp"
#include "kinematics/legs/pointing.hpp"

#include "expression/scalar.hpp"

namespace jourdain {
namespace {

template <typename T>
void solve_telescopic(const SpanningTree& tree, const LimbKernel& kernel, const PlacementT<T>& platform, double size,
                      TreeStateT<T>& state, Guard<T>& guard) {
  using std::sqrt;
  const Rod& rod = kernel.rods[0];
  const Vector3T<T> r = platform * Vector3T<T>(rod.tip.template cast<T>()) - rod.centre.template cast<T>();
  const T distance = sqrt(r.squaredNorm());
  guard.require_above(distance, smallest_pointing_sine * size, Status::singular);
  state.x[kernel.motor].slide = T(kernel.sign) * distance - T(rod.length);
  const Vector3T<T> e = (T(kernel.sign) / distance) * r;
  point_group(tree, rod.pointing, e, platform.R, state, guard);
  const TreeNode& slide = tree.nodes[kernel.motor];
  move_position(slide, state.x[kernel.motor], state.n[slide.parent], state.n[kernel.motor]);
}

template <typename T>
void solve_rods(const SpanningTree& tree, const LimbKernel& kernel, const PlacementT<T>& platform, double size,
                TreeStateT<T>& state, Guard<T>& guard) {
  using std::sqrt;
  const TreeNode& motor = tree.nodes[kernel.motor];
  const Vector3T<T> tip = platform * Vector3T<T>(kernel.rods[0].tip.template cast<T>());
  const ElbowRoot<T> root = solve_elbow(kernel, kernel.rods[0], in_motor_frame(motor, tip), size, guard);
  NodeCoordinate<T>& x = state.x[kernel.motor];
  x.c = root.c;
  x.s = root.s;
  x.slide = root.slide;
  NodeMotion<T>& n = state.n[kernel.motor];
  move_position(motor, x, state.n[0], n);
  for (const Rod& rod : kernel.rods) {
    const Vector3T<T> s = platform * Vector3T<T>(rod.tip.template cast<T>()) - node_point(n, rod.centre);
    const Vector3T<T> e = s / sqrt(s.squaredNorm());
    point_group(tree, rod.pointing, e, platform.R, state, guard);
  }
}

}  // namespace

template <typename T>
void solve_limb(const SpanningTree& tree, const LimbKernel& kernel, const PlacementT<T>& platform, double size,
                TreeStateT<T>& state, Guard<T>& guard) {
  if (kernel.family == LimbKernel::Family::telescopic) {
    solve_telescopic(tree, kernel, platform, size, state, guard);
  } else {
    solve_rods(tree, kernel, platform, size, state, guard);
  }
}

template void solve_limb(const SpanningTree&, const LimbKernel&, const PlacementT<Scalar>&, double, TreeStateT<Scalar>&,
                         Guard<Scalar>&);

}  // namespace jourdain
