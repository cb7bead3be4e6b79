#include "kinematics/legs/elbow.hpp"
#include "kinematics/legs/pointing.hpp"

#include <algorithm>

namespace jourdain {

double missing_length(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform) {
  if (kernel.family != LimbKernel::Family::elbow) return 0;
  double worst = 0;
  for (const Rod& rod : kernel.rods) {
    const Vector3 b = in_motor_frame<double>(tree.nodes[kernel.motor], platform * rod.tip);
    const Vector3& c = rod.centre;
    if (kernel.motor_slides) {
      worst = std::max(worst, std::hypot(b[0] - c[0], b[1] - c[1]) - rod.length);
      continue;
    }
    // The centre moves on a circle about the motor's axis: its points nearest to and farthest from b.
    const double arm = std::hypot(c[0], c[1]), reach = std::hypot(b[0], b[1]);
    const double nearest = std::hypot(reach - arm, b[2] - c[2]), farthest = std::hypot(reach + arm, b[2] - c[2]);
    worst = std::max({worst, nearest - rod.length, rod.length - farthest});
  }
  return worst;
}

MotorCoordinate solve_motor(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform, double size,
                            double near) {
  MotorCoordinate m;
  const Rod& rod = kernel.rods[0];
  const Vector3 arm = platform.R * rod.tip;
  const Vector3 point = platform.p + arm;
  Vector3 direction;
  double scale = 1;
  if (kernel.family == LimbKernel::Family::telescopic) {
    const Vector3 r = point - rod.centre;
    const double distance = std::sqrt(r.squaredNorm());
    if (!(distance > smallest_pointing_sine * size)) return {Status::singular, 0, 0, {}};
    direction = (kernel.sign / distance) * r;
    m.q = kernel.sign * distance - rod.length;
  } else {
    const TreeNode& motor = tree.nodes[kernel.motor];
    Guard<double> guard;
    const ElbowRoot<double> root = solve_elbow(kernel, rod, in_motor_frame(motor, point), size, guard);
    if (guard.status != Status::ok) return {guard.status, missing_length(tree, kernel, platform), 0, {}};
    const Vector3& c = rod.centre;
    const Vector3 z = motor.placement.R.col(2);
    if (kernel.motor_slides) {
      m.q = root.slide;
      direction = point - (motor.placement.p + motor.placement.R * Vector3(c[0], c[1], c[2] + root.slide));
      scale = 1 / direction.dot(z);
    } else {
      const double angle = std::atan2(root.s, root.c);
      m.q = angle + 2 * M_PI * std::round((near - angle) / (2 * M_PI));
      const Vector3 turned(root.c * c[0] - root.s * c[1], root.s * c[0] + root.c * c[1], c[2]);
      const Vector3 centre = motor.placement.R * turned;
      direction = point - motor.placement.p - centre;
      scale = 1 / direction.dot(cross<double>(z, centre));
    }
    if (!std::isfinite(scale)) return {Status::singular, 0, m.q, {}};
  }
  // The rod transmits only the velocity of the platform point along it: rate = scale * direction . (v + w x arm).
  m.row.head<3>() = scale * direction;
  m.row.tail<3>() = scale * cross<double>(arm, direction);
  return m;
}

}  // namespace jourdain
