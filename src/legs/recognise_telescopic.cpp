#include "legs/full_telescopic_leg.hpp"

#include "legs/right_angles.hpp"
#include "legs/robot_data.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

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
  const auto motor = std::find(robot.motor_nodes.begin(), robot.motor_nodes.end(), kernel.motor);
  leg.index = static_cast<int>(motor - robot.motor_nodes.begin());
  return motor != robot.motor_nodes.end();
}

// Axes of a leg: y along the first axis (as a positive base axis if it is one), z the axial base axis.
bool read_axes(const RobotData& robot, int axial, TelescopicLeg& leg) {
  Vector3 y = robot.tree.nodes[leg.ring].placement.R.col(2);
  const Vector3 z = Vector3::Unit(axial);
  if (std::abs(y.dot(z)) > geometry_tolerance) return false;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(y[i]) - 1) < geometry_tolerance) y = Vector3::Unit(i);
  }
  leg.axes.row(0) = y.cross(z);
  leg.axes.row(1) = y;
  leg.axes.row(2) = z;
  return true;
}

// Signs of the universal joint's angles, from home: the second axis is across the leg and the first one.
void read_signs(const RobotData& robot, TelescopicLeg& leg) {
  const TreeNode& ring = robot.tree.nodes[leg.ring];
  const Vector3 y = leg.axes.row(1), r = robot.home_pose * leg.tip - leg.centre;
  leg.first_sign = ring.placement.R.col(2).dot(y) < 0 ? -1 : 1;
  const Matrix3 turned = ring.placement.R * Eigen::AngleAxisd(robot.home[ring.q], Vector3::UnitZ()).toRotationMatrix();
  const Vector3 second = turned * robot.tree.nodes[leg.stator].placement.R.col(2);
  leg.second_sign = second.dot(r.cross(y)) < 0 ? -1 : 1;
}

// Whether entries of first and second moments do not vanish that the short formula leaves out.
bool has_full_inertia(const RobotData& robot, const TelescopicLeg& leg) {
  DroppedSums<double> dropped;
  const FullTelescopicParameters<double> k = full_telescopic_parameters(robot, leg, robot.parameters, dropped);
  for (double entry : {k.I_be, k.I_bu, k.I_eu, k.s_b, k.s_u, k.S_b, k.S_u, k.S_k}) {
    if (entry != 0) return true;
  }
  return false;
}

// Friction of the legs' own joints, no springs.
bool forces_fit(const RobotData& robot) {
  if (!robot.mechanism.counterbalances.empty()) return false;
  for (const JointForces<double>& joint : robot.parameters.joints) {
    if (joint.type != JointType::spherical && joint.node < 0) return false;
    for (int i = 0; i < joint.axes; ++i) {
      if (joint.axis[i].has_spring) return false;
    }
  }
  return true;
}

// The base axis along which all legs stretch most at home; -1 if there is none.
int axial_axis(const RobotData& robot, const std::vector<TelescopicLeg>& legs) {
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
      robot.driving.size() != robot.motor_joints.size()) {
    return {};
  }
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    TelescopicLeg leg;
    if (!read_geometry(robot, static_cast<int>(k), leg)) return {};
    legs.push_back(leg);
  }
  const int axial = axial_axis(robot, legs);
  if (axial < 0 || !forces_fit(robot)) return {};
  for (TelescopicLeg& leg : legs) {
    if (!read_axes(robot, axial, leg)) return {};
    read_signs(robot, leg);
    leg.full = has_full_inertia(robot, leg);
  }
  return legs;
}

}  // namespace jourdain
