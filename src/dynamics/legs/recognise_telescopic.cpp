#include "dynamics/legs/telescopic_leg.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double geometry_tolerance = 1e-9;  // of unit vectors
constexpr double inertia_tolerance = 1e-9;   // of the leg's mass, times size or size squared
constexpr double smallest_stretch = 0.3;     // of a leg along the vertical axis, over its length, at home

bool zero(double x, double scale) { return std::abs(x) <= inertia_tolerance * scale; }

// The geometry of a limb; false if it is no U-P-S leg with perpendicular axes and its motor on the slide.
bool read_geometry(const RobotData& robot, int limb, TelescopicLeg& leg) {
  const LimbKernel& kernel = robot.kernels[limb];
  if (kernel.family != LimbKernel::Family::telescopic || !robot.point_limbs[limb].applies) return false;
  const Rod& rod = kernel.rods[0];
  if (rod.pointing.kind != Pointing::universal || std::abs(rod.pointing.d[2]) > geometry_tolerance) return false;
  if (std::abs(rod.pointing.axis2[2]) > geometry_tolerance) return false;
  leg.limb = limb;
  leg.ring = rod.pointing.node;
  leg.stator = rod.pointing.second;
  leg.slider = kernel.motor;
  leg.centre = rod.centre;
  leg.tip = rod.tip;
  leg.slide_sign = kernel.sign;
  const auto motor = std::find(robot.actuator_nodes.begin(), robot.actuator_nodes.end(), kernel.motor);
  leg.actuator = static_cast<int>(motor - robot.actuator_nodes.begin());
  return motor != robot.actuator_nodes.end();
}

// Axes of a leg: y along the first axis (as a positive base axis if it is one), z the vertical base axis.
bool read_axes(const RobotData& robot, int vertical, TelescopicLeg& leg) {
  Vector3 y = robot.tree.nodes[leg.ring].placement.R.col(2);
  const Vector3 z = Vector3::Unit(vertical);
  if (std::abs(y.dot(z)) > geometry_tolerance) return false;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(y[i]) - 1) < geometry_tolerance) y = Vector3::Unit(i);
  }
  leg.axes.row(0) = y.cross(z);
  leg.axes.row(1) = y;
  leg.axes.row(2) = z;
  return true;
}

// Entries of first and second moments that the formula leaves out.
bool inertia_fits(const RobotData& robot, const TelescopicLeg& leg) {
  const FrameInertia<double>& ring = robot.parameters.nodes[leg.ring];
  const FrameInertia<double>& stator = robot.parameters.nodes[leg.stator];
  const FrameInertia<double>& slider = robot.parameters.nodes[leg.slider];
  const Placement& slide = robot.tree.nodes[leg.slider].placement;
  const double mass = ring.m + stator.m + slider.m, s = mass * robot.size, I = s * robot.size;
  const Vector3 r = robot.point_limbs[leg.limb].in_last;
  const Vector3 s3 = slide.R * (slider.s - slider.m * r);
  Matrix3 I3 = slider.I + r * slider.s.transpose() + slider.s * r.transpose() - slider.m * (r * r.transpose());
  I3 += (slider.m * r.squaredNorm() - 2 * r.dot(slider.s)) * Matrix3::Identity();
  const Matrix3 sum = stator.I + slide.R * I3 * slide.R.transpose();
  const Vector3 e = slide.R.col(2), b = Vector3::UnitZ(), c = e.cross(b);
  // First moments: the ring's and stator's along b cancel; none across.
  const Vector3 axis2 = robot.tree.nodes[leg.stator].placement.R.col(2);  // in the ring
  const Vector3 across = axis2.cross(Vector3::UnitZ());
  return zero(s3.dot(b), s) && zero(s3.dot(c), s) && zero(stator.s.dot(c), s) && zero(ring.s.dot(across), s) &&
         zero(ring.s.dot(axis2) + stator.s.dot(b), s) && zero(e.dot(sum * b), I) && zero(e.dot(sum * c), I) &&
         zero(b.dot(sum * c), I);
}

// Friction on the leg's own freedoms only, without springs and without offsets about the universal joint's axes.
bool forces_fit(const RobotData& robot, const std::vector<TelescopicLeg>& legs) {
  if (!robot.mechanism.counterbalances.empty()) return false;
  for (const JointForces<double>& joint : robot.parameters.joints) {
    if (joint.type == JointType::spherical || joint.node < 0) return false;
    for (int i = 0; i < joint.axes; ++i) {
      const bool drive = std::any_of(legs.begin(), legs.end(), [&](const TelescopicLeg& leg) {
        return robot.tree.nodes[leg.slider].joint == joint.joint;
      });
      if (joint.axis[i].pulls || (!drive && joint.axis[i].offset != 0)) return false;
    }
  }
  return true;
}

// The base axis along which all legs stretch most at home; -1 if there is none.
int vertical_axis(const RobotData& robot, const std::vector<TelescopicLeg>& legs) {
  int best = -1;
  double most = smallest_stretch;
  for (int axis = 0; axis < 3; ++axis) {
    double least = 1;
    for (const TelescopicLeg& leg : legs) {
      const Vector3 r = robot.home_pose * leg.tip - leg.centre;
      least = std::min(least, std::abs(r[axis]) / r.norm());
    }
    if (least > most) most = least, best = axis;
  }
  return best;
}

}  // namespace

std::vector<TelescopicLeg> telescopic_legs(const RobotData& robot) {
  std::vector<TelescopicLeg> legs;
  if (!robot.closed_inverse || !robot.limb_motors || robot.moves.size() != 6 ||
      robot.driving.size() != robot.actuators.size()) {
    return {};
  }
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    TelescopicLeg leg;
    if (!read_geometry(robot, static_cast<int>(k), leg) || !inertia_fits(robot, leg)) return {};
    legs.push_back(leg);
  }
  const int vertical = vertical_axis(robot, legs);
  if (vertical < 0 || !forces_fit(robot, legs)) return {};
  for (TelescopicLeg& leg : legs) {
    if (!read_axes(robot, vertical, leg)) return {};
  }
  return legs;
}

}  // namespace jourdain
