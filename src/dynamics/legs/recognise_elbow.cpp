#include "dynamics/legs/elbow_leg.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double geometry_tolerance = 1e-9;  // of unit vectors, and of lengths over the robot's size
constexpr double inertia_tolerance = 1e-9;   // of the leg's mass, times size or size squared

bool zero(double x, double scale) { return std::abs(x) <= inertia_tolerance * scale; }

// A vector that is a base axis up to round-off becomes one, with its sign.
Vector3 cleaned(const Vector3& axis) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(axis[i]) - 1) < geometry_tolerance) return std::copysign(1.0, axis[i]) * Vector3::Unit(i);
  }
  return axis;
}

// y given; x towards `wish` where that is not along y, else a base axis across y.
Matrix3 axes_about(const Vector3& y, const Vector3& wish) {
  Vector3 x = wish - wish.dot(y) * y;
  if (x.norm() < geometry_tolerance) {
    x = y.unitOrthogonal();
    for (int i = 0; i < 3; ++i) {
      if (std::abs(y[i]) < geometry_tolerance) x = Vector3::Unit(i);
    }
  }
  Matrix3 axes;
  axes.row(0) = cleaned(x.normalized());
  axes.row(1) = y;
  axes.row(2) = axes.row(0).cross(axes.row(1));
  return axes;
}

// Motor on the base, universal joint, rod and ball joint; y of the axes is the elbow's first axis in the base frame.
bool read_geometry(const RobotData& robot, int limb, ElbowLeg& leg) {
  const LimbKernel& kernel = robot.kernels[limb];
  if (kernel.family != LimbKernel::Family::elbow || !robot.point_limbs[limb].applies) return false;
  const Rod& rod = kernel.rods[0];
  if (rod.pointing.kind != Pointing::universal || std::abs(rod.pointing.d[2]) > geometry_tolerance) return false;
  if (std::abs(rod.pointing.axis2[2]) > geometry_tolerance) return false;
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const auto found = std::find(robot.actuator_nodes.begin(), robot.actuator_nodes.end(), kernel.motor);
  if (found == robot.actuator_nodes.end()) return false;
  leg.limb = limb;
  leg.actuator = static_cast<int>(found - robot.actuator_nodes.begin());
  leg.motor = kernel.motor;
  leg.ring = rod.pointing.node;
  leg.rod = rod.pointing.second;
  leg.slides = kernel.motor_slides;
  leg.tip = rod.tip;
  leg.length = rod.length;
  leg.along = rod.pointing.d;
  leg.mode = -kernel.sign;
  const Matrix3& R = motor.placement.R;
  const Vector3 h = R.col(2);
  const Vector3 first = R * robot.tree.nodes[leg.ring].placement.R.col(2);
  if (leg.slides) {
    leg.centre = motor.placement.p + R * rod.centre;
    leg.axes = axes_about(cleaned(first), h);
    leg.slide = cleaned(leg.axes * h);
    return true;
  }
  if (first.cross(h).norm() > geometry_tolerance) return false;
  leg.elbow = Vector3(rod.centre.x(), rod.centre.y(), 0);
  leg.arm = leg.elbow.norm();
  leg.centre = motor.placement.p + rod.centre.z() * h;
  leg.axes = axes_about(cleaned(h), h);
  return leg.arm > geometry_tolerance * robot.size;
}

// The side on which home has the elbow: the sign of the lever.
void read_mode(const RobotData& robot, ElbowLeg& leg) {
  if (leg.slides) return;
  const TreeNode& motor = robot.tree.nodes[leg.motor];
  const double q = robot.home[motor.q];
  const Vector3 C = leg.axes * (motor.placement.R * (Eigen::AngleAxisd(q, Vector3::UnitZ()) * leg.elbow));
  const Vector3 r = leg.axes * (robot.home_pose * leg.tip - leg.centre);
  leg.mode = r[0] * C[2] - r[2] * C[0] > 0 ? 1 : -1;
}

// Entries of first and second moments that the formula leaves out.
bool inertia_fits(const RobotData& robot, ElbowLeg& leg) {
  const FrameInertia<double>& ring = robot.parameters.nodes[leg.ring];
  const FrameInertia<double>& rod = robot.parameters.nodes[leg.rod];
  const double mass = ring.m + rod.m, s = mass * robot.size, I = s * robot.size;
  const Vector3 e = leg.along, b = Vector3::UnitZ(), c = e.cross(b);
  leg.round = zero(c.dot(rod.I * c) - b.dot(rod.I * b), I) && zero(ring.I(2, 2), I);
  return zero(ring.s.norm(), s) && zero(rod.s.dot(b), s) && zero(rod.s.dot(c), s) && zero(e.dot(rod.I * b), I) &&
         zero(e.dot(rod.I * c), I) && zero(b.dot(rod.I * c), I);
}

// Friction on freedoms that the formula knows.
bool forces_fit(const RobotData& robot, const ElbowLeg& leg) {
  for (const JointForces<double>& joint : robot.parameters.joints) {
    const bool drive = joint.joint == robot.tree.nodes[leg.motor].joint;
    const bool elbow =
        joint.joint == robot.tree.nodes[leg.ring].joint || joint.joint == robot.tree.nodes[leg.rod].joint;
    if (elbow && joint.type == JointType::spherical) return false;
    if (!drive && !elbow) continue;
    for (int i = 0; i < joint.axes; ++i) {
      if (joint.axis[i].pulls || (elbow && joint.axis[i].offset != 0)) return false;
    }
  }
  return true;
}

}  // namespace

bool recognise_elbow(const RobotData& robot, int limb, ElbowLeg& leg) {
  if (!read_geometry(robot, limb, leg) || !inertia_fits(robot, leg) || !forces_fit(robot, leg)) return false;
  read_mode(robot, leg);
  return true;
}

}  // namespace jourdain
