#include "kinematics/three_spheres.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Sphere centre of a limb: the elbow minus the platform point of the rod.
Vector3 sphere_centre(const RobotData& robot, int limb, double q) {
  const LimbKernel& kernel = robot.kernels[limb];
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const Rod& rod = kernel.rods[0];
  Vector3 c = rod.centre;
  if (kernel.motor_slides) {
    c[2] += q;
  } else {
    const double cq = std::cos(q), sq = std::sin(q);
    c = Vector3(cq * c[0] - sq * c[1], sq * c[0] + cq * c[1], c[2]);
  }
  return motor.placement * c - robot.home_pose.R * rod.tip;
}

void sphere_centres(const RobotData& robot, const VectorX& actuators, Vector3 centres[3]) {
  for (std::size_t k = 0; k < 3; ++k) {
    centres[k] = sphere_centre(robot, robot.driving_limb[k], actuators[robot.driving[k]]);
  }
}

}  // namespace

double sphere_side(const RobotData& robot, const VectorX& actuators, const Vector3& position) {
  Vector3 c[3];
  sphere_centres(robot, actuators, c);
  return cross<double>(c[1] - c[0], c[2] - c[0]).dot(position - c[0]) < 0 ? -1 : 1;
}

Status three_spheres(const RobotData& robot, const VectorX& actuators, KinematicState& state, Placement& pose) {
  Vector3 c[3];
  double r[3];
  sphere_centres(robot, actuators, c);
  for (std::size_t k = 0; k < 3; ++k) r[k] = robot.kernels[robot.driving_limb[k]].rods[0].length;
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
  pose.R = robot.home_pose.R;
  pose.p = c[0] + foot + (robot.forward_side * std::sqrt(height2 / n2)) * normal;
  return Status::ok;
}

}  // namespace jourdain
