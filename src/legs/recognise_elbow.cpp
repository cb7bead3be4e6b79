#include "legs/elbow_leg.hpp"

#include "legs/right_angles.hpp"
#include "legs/robot_data.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double inertia_tolerance = 1e-9;  // of the leg's mass, times size or size squared

bool zero(double x, double scale) { return std::abs(x) <= inertia_tolerance * scale; }

// Motor on the base, universal joint, rod and ball joint; of the axes only y, the elbow's first.
bool read_geometry(const RobotData& robot, int limb, ElbowLeg& leg) {
  const LimbKernel& kernel = robot.kernels[limb];
  if (kernel.family != LimbKernel::Family::elbow || !robot.point_limbs[limb].applies) return false;
  const Rod& rod = kernel.rods[0];
  if (rod.pointing.kind != Pointing::universal || std::abs(rod.pointing.d[2]) > geometry_tolerance) return false;
  if (std::abs(rod.pointing.axis2[2]) > geometry_tolerance) return false;
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const auto found = std::find(robot.motor_nodes.begin(), robot.motor_nodes.end(), kernel.motor);
  if (found == robot.motor_nodes.end()) return false;
  leg.limb = limb;
  leg.index = static_cast<int>(found - robot.motor_nodes.begin());
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
    leg.axes.row(1) = cleaned(first);
    return true;
  }
  if (first.cross(h).norm() > geometry_tolerance) return false;
  leg.elbow = Vector3(rod.centre.x(), rod.centre.y(), 0);
  leg.arm = leg.elbow.norm();
  leg.centre = motor.placement.p + rod.centre.z() * h;
  leg.axes.row(1) = cleaned(h);
  return leg.arm > geometry_tolerance * robot.size;
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
      if (joint.axis[i].has_spring) return false;
    }
  }
  return true;
}

}  // namespace

Vector3 cleaned(const Vector3& axis) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(axis[i]) - 1) < geometry_tolerance) return std::copysign(1.0, axis[i]) * Vector3::Unit(i);
  }
  return axis;
}

bool recognise_elbow(const RobotData& robot, int limb, ElbowLeg& leg) {
  return read_geometry(robot, limb, leg) && inertia_fits(robot, leg) && forces_fit(robot, leg);
}

int slide_axis(const ElbowLeg& leg) {
  for (int i = 0; leg.slides && i < 3; ++i) {
    if (std::abs(leg.slide[i]) == 1) return i;
  }
  return -1;
}

bool set_axial(const RobotData& robot, int axial, ElbowLeg& leg) {
  const Vector3 y = leg.axes.row(1), up = Vector3::Unit(axial);
  const Vector3 z = up - up.dot(y) * y;
  if (z.norm() < smallest_stretch) return false;
  leg.axial = axial;
  leg.axes.row(2) = cleaned(z.normalized());
  leg.axes.row(0) = y.cross(leg.axes.row(2).transpose());
  const TreeNode &motor = robot.tree.nodes[leg.motor], &ring = robot.tree.nodes[leg.ring];
  const Vector3 r = leg.axes * (robot.home_pose * leg.tip - leg.centre);
  Matrix3 turned = motor.placement.R;
  if (leg.slides) {
    leg.slide = cleaned(leg.axes * turned.col(2));
  } else {
    // The side on which home has the elbow is the sign of the lever.
    turned *= Eigen::AngleAxisd(robot.home[motor.q], Vector3::UnitZ()).toRotationMatrix();
    const Vector3 C = leg.axes * (turned * leg.elbow);
    leg.mode = r[0] * C[2] - r[2] * C[0] > 0 ? 1 : -1;
  }
  Guard<double> guard;
  const Vector3 d = place_elbow<double>(shape_of<double>(leg), r, guard).d;
  turned *= ring.placement.R;
  leg.first_sign = turned.col(2).dot(y) < 0 ? -1 : 1;
  turned *= Eigen::AngleAxisd(robot.home[ring.q], Vector3::UnitZ()).toRotationMatrix();
  const Vector3 second = leg.axes * (turned * robot.tree.nodes[leg.rod].placement.R.col(2));
  leg.second_sign = second.dot(d.cross(Vector3::UnitY())) < 0 ? -1 : 1;
  return std::abs(d[2]) > smallest_stretch * leg.length;
}

}  // namespace jourdain
