#include "legs/aim_limb.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Rods must have their length up to this share of the robot's size.
constexpr double rod_tolerance = 1e-9;

// On which side of its type-1 singularity a rod is, from its direction and the way of its centre, which are
// perpendicular there.
double side_of_singularity(const LimbKernel& kernel, const Vector3& rod, const Vector3& tangent) {
  const double along = rod.dot(tangent);
  return along < 0 ? 1 : along > 0 ? -1 : kernel.sign;
}

// Distance of two points of a limb, the second at `arm` from the platform's origin, by the platform's twist.
RodEquation distance_equation(const Vector3& between, const Vector3& arm, double length) {
  const double distance = between.norm();
  const Vector3 direction = between / distance;
  RodEquation equation;
  equation.residual = distance - length;
  equation.row << direction, cross<double>(arm, direction);
  return equation;
}

}  // namespace

MotorCentre motor_centre(const SpanningTree& tree, const LimbKernel& kernel, double q) {
  const TreeNode& motor = tree.nodes[kernel.motor];
  Vector3 c = kernel.rods[0].centre;
  if (kernel.motor_slides) return {motor.placement * Vector3(c[0], c[1], c[2] + q), motor.placement.R.col(2)};
  const double cq = std::cos(q), sq = std::sin(q);
  c = Vector3(cq * c[0] - sq * c[1], sq * c[0] + cq * c[1], c[2]);
  return {motor.placement * c, motor.placement.R * Vector3(-c[1], c[0], 0)};
}

double working_mode(const LimbKernel& kernel, const TreeState& state) {
  const Rod& rod = kernel.rods[0];
  if (kernel.family == LimbKernel::Family::telescopic) return state.x[kernel.motor].slide + rod.length < 0 ? -1 : 1;
  const NodeMotion<double>& motor = state.n[kernel.motor];
  const int last = rod.pointing.second >= 0 ? rod.pointing.second : rod.pointing.node;
  const Vector3 z = motor.R.col(2);
  const Vector3 tangent = kernel.motor_slides ? z : cross<double>(z, motor.R * rod.centre);
  return side_of_singularity(kernel, state.n[last].R * rod.pointing.d, tangent);
}

double commanded_mode(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform, double q) {
  const Rod& rod = kernel.rods[0];
  if (kernel.family == LimbKernel::Family::telescopic) return q + rod.length < 0 ? -1 : 1;
  const MotorCentre at = motor_centre(tree, kernel, q);
  return side_of_singularity(kernel, platform * rod.tip - at.p, at.tangent);
}

RodEquation rod_equation(const SpanningTree& tree, const LimbKernel& kernel, double mode, const Placement& platform,
                         double q) {
  const Rod& rod = kernel.rods[0];
  const Vector3 arm = platform.R * rod.tip;
  const Vector3 point = platform.p + arm;
  if (kernel.family == LimbKernel::Family::telescopic) {
    return distance_equation(point - rod.centre, arm, mode * (q + rod.length));
  }
  return distance_equation(point - motor_centre(tree, kernel, q).p, arm, rod.length);
}

double motor_lever(const LimbKernel& kernel, double size) {
  if (kernel.motor_slides) return size;
  const Vector3& c = kernel.rods[0].centre;
  return std::max(std::hypot(c[0], c[1]), 1e-3 * size);
}

void place_limb(const SpanningTree& tree, const LimbKernel& kernel, double q, const Placement& platform, double size,
                TreeState& state, Guard<double>& guard) {
  NodeCoordinate<double>& x = state.x[kernel.motor];
  if (kernel.family == LimbKernel::Family::telescopic) {
    const Vector3 r = telescopic_way(kernel, platform);
    const double distance = r.norm(), length = q + kernel.rods[0].length;
    guard.require_above(distance, smallest_pointing_sine * size, Status::singular);
    guard.require_above(rod_tolerance * size - std::abs(distance - std::abs(length)), 0, Status::not_converged);
    x.slide = q;
    return aim_slide<double>(tree, kernel, ((length < 0 ? -1 : 1) / distance) * r, platform, state, guard);
  }
  if (kernel.motor_slides) {
    x.slide = q;
  } else {
    x.c = std::cos(q);
    x.s = std::sin(q);
  }
  aim_rods(tree, kernel, platform, state, guard);
  for (const Rod& rod : kernel.rods) {
    const double distance = (platform * rod.tip - node_point(state.n[kernel.motor], rod.centre)).norm();
    guard.require_above(rod_tolerance * size - std::abs(distance - rod.length), 0, Status::not_converged);
  }
}

}  // namespace jourdain
