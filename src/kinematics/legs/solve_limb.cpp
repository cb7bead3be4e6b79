#include "kinematics/legs/limb_kernel.hpp"
#include "kinematics/legs/pointing.hpp"

#include <cmath>

namespace jourdain {
namespace {

// The rod must not be parallel to the centre's motion more exactly than this (a sine).
constexpr double smallest_elbow_sine = 1e-9;

// Motor angle or slide of an elbow limb. For an angle, (c, s) is the result and q is left alone.
struct ElbowRoot {
  Status status = Status::ok;
  double missing = 0;
  double c = 1, s = 0;
  double slide = 0;
};

// |b - C(q)| = length with b and the centre C in the motor's own frame.
ElbowRoot solve_elbow(const LimbKernel& kernel, const Rod& rod, const Vector3& b, double size) {
  ElbowRoot root;
  const Vector3& c = rod.centre;
  if (kernel.motor_slides) {
    const Vector3 r = b - c;
    const double off_axis = r[0] * r[0] + r[1] * r[1];
    const double rest = rod.length * rod.length - off_axis;
    if (!(rest >= 0)) return {Status::unreachable, std::sqrt(off_axis) - rod.length};
    root.slide = r[2] + kernel.sign * std::sqrt(rest);
    return root;
  }
  // P cos q + Q sin q = S.
  const double P = c[0] * b[0] + c[1] * b[1];
  const double Q = c[0] * b[1] - c[1] * b[0];
  const double S = 0.5 * (b.squaredNorm() + c.squaredNorm() - rod.length * rod.length) - c[2] * b[2];
  const double rho2 = P * P + Q * Q;
  const double rest = rho2 - S * S;
  const double unit = size * size;
  if (!(rho2 > smallest_elbow_sine * unit * smallest_elbow_sine * unit)) return {Status::singular, 0};
  if (!(rest >= 0)) {
    // How far the point is outside the reach of arm and rod, for the report.
    const double arm = std::hypot(c[0], c[1]), reach = std::hypot(b[0], b[1]);
    const double far = std::sqrt(std::max(0.0, reach * reach + std::pow(b[2] - c[2], 2)));
    const double missing = S > 0 ? far - arm - rod.length : std::abs(arm - rod.length) - far;
    return {Status::unreachable, std::max(missing, 0.0)};
  }
  const double h = kernel.sign * std::sqrt(rest);
  root.c = (P * S - Q * h) / rho2;
  root.s = (Q * S + P * h) / rho2;
  return root;
}

// The platform point of a rod, in the motor node's frame before its motion.
Vector3 in_motor_frame(const TreeNode& motor, const Vector3& point) {
  const Vector3 r = point - motor.placement.p;
  return motor.turned ? Vector3(motor.placement.R.transpose() * r) : r;
}

Reach solve_telescopic(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform, double size,
                       TreeState& state) {
  const Rod& rod = kernel.rods[0];
  const Vector3 r = platform.p + platform.R * rod.tip - rod.centre;
  const double distance = std::sqrt(r.squaredNorm());
  if (!(distance > smallest_pointing_sine * size)) return {Status::singular, 0};
  state.x[kernel.motor].slide = kernel.sign * distance - rod.length;
  const Status status = point_group(tree, rod.pointing, (kernel.sign / distance) * r, platform.R, state);
  if (status != Status::ok) return {status, 0};
  const TreeNode& slide = tree.nodes[kernel.motor];
  move_position(slide, state.x[kernel.motor], state.n[slide.parent], state.n[kernel.motor]);
  return {};
}

Reach solve_rods(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform, double size,
                 TreeState& state) {
  const TreeNode& motor = tree.nodes[kernel.motor];
  const Vector3 b = in_motor_frame(motor, platform * kernel.rods[0].tip);
  const ElbowRoot root = solve_elbow(kernel, kernel.rods[0], b, size);
  if (root.status != Status::ok) return {root.status, root.missing};
  NodeCoordinate<double>& x = state.x[kernel.motor];
  x.c = root.c;
  x.s = root.s;
  x.slide = root.slide;
  NodeMotion<double>& n = state.n[kernel.motor];
  move_position(motor, x, state.n[0], n);
  for (const Rod& rod : kernel.rods) {
    const Vector3 s = platform * rod.tip - (n.p + n.R * rod.centre);
    const Status status = point_group(tree, rod.pointing, s / s.norm(), platform.R, state);
    if (status != Status::ok) return {status, 0};
  }
  return {};
}

}  // namespace

Reach solve_limb(const SpanningTree& tree, const Limb&, const LimbKernel& kernel, const Placement& platform,
                 double size, TreeState& state) {
  if (kernel.family == LimbKernel::Family::telescopic) return solve_telescopic(tree, kernel, platform, size, state);
  return solve_rods(tree, kernel, platform, size, state);
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
    const ElbowRoot root = solve_elbow(kernel, rod, in_motor_frame(motor, point), size);
    if (root.status != Status::ok) return {root.status, root.missing, 0, {}};
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
