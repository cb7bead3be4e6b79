#include "legs/pointing.hpp"
#include "legs/solve_elbow.hpp"

#include "jourdain/spatial/spatial.hpp"

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

MotorCoordinate solve_motor(const SpanningTree& tree, const LimbKernel& kernel, double mode, const Placement& platform,
                            double size, double near) {
  MotorCoordinate m;
  const Rod& rod = kernel.rods[0];
  const Vector3 arm = platform.R * rod.tip;
  const Vector3 point = platform.p + arm;
  Vector3 r;  // from the centre to the platform's point
  if (kernel.family == LimbKernel::Family::telescopic) {
    r = point - rod.centre;
    const double distance = r.norm();
    if (!(distance > smallest_pointing_sine * size)) return {Status::singular, 0, 0, {}};
    m.q = mode * distance - rod.length;
  } else {
    const TreeNode& motor = tree.nodes[kernel.motor];
    Guard<double> guard;
    const ElbowRoot<double> root = solve_elbow(kernel, mode, rod, in_motor_frame(motor, point), size, guard);
    if (guard.status != Status::ok) return {guard.status, missing_length(tree, kernel, platform), 0, {}};
    const Vector3& c = rod.centre;
    Vector3 centre(c[0], c[1], c[2] + root.slide);
    m.q = root.slide;
    if (!kernel.motor_slides) {
      const double angle = std::atan2(root.s, root.c);
      m.q = nearest_turn(angle, near);
      centre = Vector3(root.c * c[0] - root.s * c[1], root.s * c[0] + root.c * c[1], c[2]);
    }
    r = point - motor.placement * centre;
  }
  const Vector3 direction = r / r.norm();
  m.row << direction, cross<double>(arm, direction);
  return m;
}

}  // namespace jourdain
