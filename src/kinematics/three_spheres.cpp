#include "kinematics/three_spheres.hpp"

#include <cmath>

namespace jourdain {

double sphere_side(const RobotData& robot, const TreeState& tree) {
  // Smaller volumes than this, of edges as long as the rods, have no sign that can be trusted.
  constexpr double flat = 1e-9;
  const NodeMotion<double>& platform = tree.n[robot.tree.platform_node];
  Vector3 rod[3];
  for (int k = 0; k < 3; ++k) {
    const LimbKernel& kernel = robot.kernels[robot.driving_limb[k]];
    const Vector3 tip = node_point(platform, kernel.rods[0].tip);
    rod[k] = (tip - node_point(tree.n[kernel.motor], kernel.rods[0].centre)) / kernel.rods[0].length;
  }
  // (p - c0) . (c1 - c0) x (c2 - c0) with p - c_k along the rods.
  const double volume = rod[0].dot(cross<double>(rod[1], rod[2]));
  return volume > flat ? 1 : volume < -flat ? -1 : 0;
}

Status three_spheres(const RobotData& robot, const VectorX& motors, KinematicState& state, Placement& pose) {
  Vector3 c[3];
  double r[3];
  for (int k = 0; k < 3; ++k) {
    // The elbow minus the platform point of the rod.
    const LimbKernel& kernel = robot.kernels[robot.driving_limb[k]];
    const Vector3 elbow = motor_centre(robot.tree, kernel, motors[robot.driving[k]]).p;
    c[k] = elbow - robot.home_pose.R * kernel.rods[0].tip;
    r[k] = kernel.rods[0].length;
  }
  // Unknown x - c0 = y: y.d1 = k1, y.d2 = k2, |y| = r0; the part of y along the normal from the last one.
  const Vector3 d1 = c[1] - c[0], d2 = c[2] - c[0];
  const Vector3 normal = cross<double>(d1, d2);
  const double n2 = normal.squaredNorm();
  const double unit = robot.size * robot.size;
  if (!(n2 > 1e-20 * unit * unit)) return Status::singular;
  const double k1 = 0.5 * (d1.squaredNorm() + r[0] * r[0] - r[1] * r[1]);
  const double k2 = 0.5 * (d2.squaredNorm() + r[0] * r[0] - r[2] * r[2]);
  const Vector3 foot = (k1 * cross<double>(d2, normal) + k2 * cross<double>(normal, d1)) / n2;
  const double height2 = r[0] * r[0] - foot.squaredNorm();
  if (!(height2 >= 0)) {
    state.report.value = std::sqrt(foot.squaredNorm()) - r[0];
    return Status::unreachable;
  }
  state.report.conditioning = std::sqrt(height2) / r[0];
  const double side = sphere_side(robot, state.tree);
  if (side == 0) return Status::singular;
  state.report.certified = side == robot.forward_side;
  pose.R = robot.home_pose.R;
  pose.p = c[0] + foot + (side * std::sqrt(height2 / n2)) * normal;
  return Status::ok;
}

}  // namespace jourdain
