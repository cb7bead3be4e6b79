#include "legs/limb_kernel.hpp"
#include "legs/point_limb.hpp"
#include "legs/pointing.hpp"
#include "legs/right_angles.hpp"
#include "model/joint_freedoms.hpp"

#include <cmath>

namespace jourdain {
namespace {

// A cut seen from the limb: its frame on the limb's node and on the platform.
struct PlatformCut {
  int node = -1;
  Placement on_limb;
  Placement on_platform;
  bool limb_is_a = true;
  JointType type = JointType::spherical;
};

std::vector<PlatformCut> platform_cuts(const SpanningTree& tree, const Limb& limb) {
  std::vector<PlatformCut> cuts;
  for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) {
    const Cut& cut = tree.cuts[c];
    PlatformCut result;
    result.type = cut.type;
    result.limb_is_a = cut.node_b == tree.platform_node;
    result.node = result.limb_is_a ? cut.node_a : cut.node_b;
    result.on_limb = result.limb_is_a ? cut.in_a : cut.in_b;
    result.on_platform = result.limb_is_a ? cut.in_b : cut.in_a;
    const int other = result.limb_is_a ? cut.node_b : cut.node_a;
    const bool has_point = joint_kind(cut.type).holds_point();
    if (other != tree.platform_node || result.node < limb.node || result.node >= limb.node + limb.nodes || !has_point) {
      return {};
    }
    cuts.push_back(result);
  }
  return cuts;
}

bool is_revolute(const TreeNode& node) { return node.kind == NodeKind::revolute; }

// The pointing nodes that start at `first`: one or two revolutes with axes through one point, or a ball. Returns the
// last node, or -1.
int read_pointing(const SpanningTree& tree, const Limb& limb, int first, double size, PointingGroup& group) {
  const TreeNode& node = tree.nodes[first];
  group.node = first;
  if (node.kind == NodeKind::spherical) {
    group.kind = Pointing::ball;
    return first;
  }
  if (!is_revolute(node)) return -1;
  const int next = first + 1;
  const bool follows =
      next < limb.node + limb.nodes && tree.nodes[next].parent == first && is_revolute(tree.nodes[next]);
  if (!follows || tree.nodes[next].placement.p.norm() > geometry_tolerance * size) {
    group.kind = Pointing::single;
    return first;
  }
  group.kind = Pointing::universal;
  group.second = next;
  group.axis2 = tree.nodes[next].placement.R.col(2);
  return next;
}

// Only telescopic legs with a universal joint at the platform let a ball joint at the base be solved.
bool read_ball(const PlatformCut& cut, const Matrix3& slide_to_node, PointingGroup& group) {
  if (cut.type != JointType::universal) return false;
  group.side = slide_to_node * cut.on_limb.R.col(cut.limb_is_a ? 2 : 0);
  group.platform_axis = cut.on_platform.R.col(cut.limb_is_a ? 0 : 2);
  return perpendicular(group.side, group.d);
}

// Chooses the branch of a pointing group that the present configuration is on.
void read_branch(const SpanningTree& tree, const TreeState& home, const Matrix3& platform_R, PointingGroup& group) {
  if (group.kind == Pointing::universal) group.d_plane = 1 / (group.d[0] * group.d[0] + group.d[1] * group.d[1]);
  if (group.kind == Pointing::single) return;
  const int last = group.second >= 0 ? group.second : group.node;
  const Vector3 e = home.n[last].R * group.d;
  double best = 2;
  double chosen = 1;
  for (double sign : {1.0, -1.0}) {
    group.sign = sign;
    TreeState trial = home;
    Guard<double> guard;
    point_group(tree, group, e, platform_R, trial, guard);
    if (guard.status != Status::ok) continue;
    const double error = (trial.n[last].R - home.n[last].R).norm();
    if (error < best) best = error, chosen = sign;
  }
  group.sign = chosen;
}

bool read_telescopic(const SpanningTree& tree, const Limb& limb, const TreeState& home, double size,
                     LimbKernel& kernel) {
  const std::vector<PlatformCut> cuts = platform_cuts(tree, limb);
  if (cuts.size() != 1 || limb.nodes < 2 || tree.nodes[limb.node].parent != 0) return false;
  Rod rod;
  const int last = read_pointing(tree, limb, limb.node, size, rod.pointing);
  const int slide = last + 1;
  if (last < 0 || slide != limb.node + limb.nodes - 1 || cuts[0].node != slide) return false;
  const TreeNode& node = tree.nodes[slide];
  if (node.kind != NodeKind::prismatic || node.parent != last) return false;
  // The slide's axis and the platform joint must lie on one line with the centre.
  const Vector3 d = node.placement.R.col(2);
  const Vector3 offset = node.placement.p + node.placement.R * cuts[0].on_limb.p;
  if (cross<double>(d, offset).norm() > geometry_tolerance * size) return false;
  if (cross<double>(d, node.placement.p).norm() > geometry_tolerance * size) return false;
  rod.pointing.d = d;
  rod.length = d.dot(offset);
  rod.centre = tree.nodes[limb.node].placement.p;
  rod.tip = cuts[0].on_platform.p;
  if (rod.pointing.kind == Pointing::ball && !read_ball(cuts[0], node.placement.R, rod.pointing)) return false;
  kernel.family = LimbKernel::Family::telescopic;
  kernel.motor = slide;
  kernel.motor_slides = true;
  kernel.sign = home.x[slide].slide + rod.length < 0 ? -1 : 1;
  read_branch(tree, home, home.n[tree.platform_node].R, rod.pointing);
  kernel.rods = {rod};
  return true;
}

bool read_elbow(const SpanningTree& tree, const Limb& limb, const TreeState& home, double size, LimbKernel& kernel) {
  const std::vector<PlatformCut> cuts = platform_cuts(tree, limb);
  const TreeNode& motor = tree.nodes[limb.node];
  const bool slides = motor.kind == NodeKind::prismatic;
  if (cuts.empty() || limb.nodes < 2 || motor.parent != 0 || !(slides || is_revolute(motor))) return false;
  kernel.rods.clear();
  int next = limb.node + 1;
  while (next < limb.node + limb.nodes) {
    Rod rod;
    if (tree.nodes[next].parent != limb.node) return false;
    const int last = read_pointing(tree, limb, next, size, rod.pointing);
    if (last < 0 || rod.pointing.kind == Pointing::ball) return false;
    const PlatformCut* at = nullptr;
    for (const PlatformCut& cut : cuts) {
      if (cut.node == last) at = &cut;
    }
    if (!at) return false;
    rod.length = at->on_limb.p.norm();
    if (!(rod.length > geometry_tolerance * size)) return false;
    rod.pointing.d = at->on_limb.p / rod.length;
    rod.centre = tree.nodes[next].placement.p;
    rod.tip = at->on_platform.p;
    read_branch(tree, home, home.n[tree.platform_node].R, rod.pointing);
    kernel.rods.push_back(rod);
    next = last + 1;
  }
  if (kernel.rods.size() != cuts.size()) return false;
  kernel.family = LimbKernel::Family::elbow;
  kernel.motor = limb.node;
  kernel.motor_slides = slides;
  // The branch that gives the present motor coordinate.
  double best = -1;
  double chosen = 1;
  const double now = slides ? home.x[limb.node].slide : home.q[motor.q];
  for (double sign : {1.0, -1.0}) {
    const NodeMotion<double>& platform = home.n[tree.platform_node];
    const MotorCoordinate m = solve_motor(tree, kernel, sign, {platform.R, platform.p}, size, now);
    if (m.status != Status::ok) continue;
    const double error = std::abs(m.q - now);
    if (best < 0 || error < best) best = error, chosen = sign;
  }
  kernel.sign = chosen;
  return best >= 0;
}

}  // namespace

LimbKernel recognise_limb(const SpanningTree& tree, const Limb& limb, const TreeState& home, double size) {
  LimbKernel kernel;
  if (tree.platform_node < 0 || limb.nodes == 0) return kernel;
  if (read_telescopic(tree, limb, home, size, kernel)) return kernel;
  kernel = LimbKernel{};
  if (read_elbow(tree, limb, home, size, kernel)) return kernel;
  return LimbKernel{};
}

PointLimb recognise_point_limb(const SpanningTree& tree, const Limb& limb) {
  PointLimb point;
  if (tree.platform_node < 0 || limb.cuts != 1 || limb.nodes != 3 || limb.nv != 3) return point;
  for (int i = 0; i < 3; ++i) {
    const TreeNode& node = tree.nodes[limb.node + i];
    if (node.parent != (i == 0 ? 0 : limb.node + i - 1)) return point;
  }
  const Cut& cut = tree.cuts[limb.cut];
  if (cut.type != JointType::spherical) return point;
  const bool limb_is_a = cut.node_b == tree.platform_node;
  point.last = limb_is_a ? cut.node_a : cut.node_b;
  if (point.last != limb.node + 2 || (limb_is_a ? cut.node_b : cut.node_a) != tree.platform_node) return point;
  point.in_last = limb_is_a ? cut.in_a.p : cut.in_b.p;
  point.on_platform = limb_is_a ? cut.in_b.p : cut.in_a.p;
  point.applies = true;
  return point;
}

}  // namespace jourdain
