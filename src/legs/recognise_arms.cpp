#include "legs/equal_numbers.hpp"
#include "legs/leg.hpp"
#include "legs/right_angles.hpp"
#include "legs/robot_data.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace jourdain {
namespace {

constexpr double bar_tolerance = 1e-9;  // of the bar's mass, times length or length squared

// Friction only where the plan takes it, without springs and without offsets but the motors'.
bool forces_fit(const RobotData& robot, const std::vector<ArmLeg>& legs) {
  if (!robot.mechanism.counterbalances.empty()) return false;
  for (const JointForces<double>& joint : robot.parameters.joints) {
    bool drive = false, known = false;
    for (const ArmLeg& leg : legs) {
      drive = drive || joint.node == leg.motor;
      for (const JointFreedom& f : {leg.alpha_at_elbow, leg.alpha_at_platform}) known = known || f.joint == joint.joint;
    }
    if (!drive && !known) return false;
    for (int i = 0; i < joint.axes; ++i) {
      if (joint.axis[i].has_spring || (!drive && joint.axis[i].offset != 0)) return false;
    }
  }
  return true;
}

// Axes of a leg: u as wished, or a base axis across h.
Matrix3 leg_axes(const Vector3& h, const Vector3& wish) {
  Vector3 u = h.unitOrthogonal();
  for (int i = 0; i < 3; ++i) {
    if (std::abs(h[i]) < geometry_tolerance) u = Vector3::Unit(i);
  }
  if (std::abs(wish.dot(h)) < geometry_tolerance && wish.norm() > 0.5) u = wish;
  Matrix3 axes;
  axes.row(0) = u.cross(h);
  axes.row(1) = u;
  axes.row(2) = h;
  return axes;
}

// A rod without inertia about its own line, its mass on that line.
bool is_bar(const FrameInertia<double>& body, const Vector3& e, double length) {
  const double s = body.s.dot(e), I = 0.5 * body.I.trace();
  const Matrix3 of_rod = I * (Matrix3::Identity() - e * e.transpose());
  return (body.s - s * e).norm() <= bar_tolerance * body.m * length &&
         (body.I - of_rod).norm() <= bar_tolerance * body.m * length * length;
}

// Bars that stay parallel: their ends differ by as much on both sides, on an arm only along the motor's axis.
bool read_bars(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  const double tolerance = geometry_tolerance * robot.size;
  const Rod& first = kernel.rods[0];
  const Matrix3& R = robot.tree.nodes[kernel.motor].placement.R;
  int nodes = 1;
  for (const Rod& rod : kernel.rods) {
    const Vector3 between = rod.centre - first.centre;
    const Vector3 tips = R.transpose() * (robot.home_pose.R * (rod.tip - first.tip));
    if (!leg.slides && between.head<2>().norm() > tolerance) return false;
    if ((between - tips).norm() > tolerance || std::abs(rod.length - first.length) > tolerance) return false;
    if (rod.pointing.kind == Pointing::single) return false;
    const bool two = rod.pointing.kind == Pointing::universal;
    const int node = two ? rod.pointing.second : rod.pointing.node;
    if (two && (robot.parameters.nodes[rod.pointing.node].m != 0 || robot.tree.nodes[node].offset)) return false;
    if (!is_bar(robot.parameters.nodes[node], rod.pointing.d, rod.length)) return false;
    leg.bars.push_back(node);
    leg.along.push_back(rod.pointing.d);
    nodes += two ? 2 : 1;
  }
  leg.bar = first.length;
  return nodes == robot.tree.limbs[&kernel - robot.kernels.data()].nodes;
}

// The freedoms of the universal joints of a bar alone. Those at the platform count if they mirror those at the elbow:
// the bar's own axis there is that of the elbow's, the platform's axis the arm's.
void read_joints(const RobotData& robot, const LimbKernel& kernel, const Vector3& first_axis, ArmLeg& leg) {
  const PointingGroup& pointing = kernel.rods[0].pointing;
  if (kernel.rods.size() != 1 || pointing.kind != Pointing::universal) return;
  if (std::abs(pointing.d[2]) > geometry_tolerance || std::abs(pointing.axis2[2]) > geometry_tolerance) return;
  if (!parallel(first_axis, leg.axes.row(2))) return;
  const TreeNode &ring = robot.tree.nodes[pointing.node], &bar = robot.tree.nodes[pointing.second];
  if (robot.mechanism.joints[ring.joint].type == JointType::spherical) return;
  leg.alpha_at_elbow = {ring.joint, ring.freedom};
  leg.beta_at_elbow = {bar.joint, bar.freedom};
  const Cut& cut = robot.tree.cuts[robot.tree.limbs[&kernel - robot.kernels.data()].cut];
  if (cut.type != JointType::universal) return;
  const bool bar_is_a = cut.node_a == pointing.second;
  const Vector3 of_bar = bar_is_a ? cut.in_a.R.col(2) : cut.in_b.R.col(0);
  const Vector3 of_platform = robot.home_pose.R * (bar_is_a ? cut.in_b.R.col(0) : cut.in_a.R.col(2));
  if (!parallel(of_bar, Vector3::UnitZ()) || !parallel(of_platform, first_axis)) return;
  leg.beta_at_platform = {cut.joint, bar_is_a ? 0 : 1};
  leg.alpha_at_platform = {cut.joint, bar_is_a ? 1 : 0};
}

void read_rail(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const Rod& rod = kernel.rods[0];
  leg.offset = robot.home_pose.R * rod.tip - (motor.placement.p + motor.placement.R * rod.centre);
  leg.rail.slides = true;
  leg.rail.slide = cleaned(motor.placement.R.col(2));
  leg.rail.length = leg.bar;
  leg.rail.mode = -kernel.sign;
}

bool read_arm(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const Rod& rod = kernel.rods[0];
  leg.elbow = Vector3(rod.centre.x(), rod.centre.y(), 0);
  leg.arm = leg.elbow.norm();
  if (!(leg.arm > geometry_tolerance * robot.size)) return false;
  const Vector3 pivot = motor.placement.p + rod.centre.z() * motor.placement.R.col(2);
  leg.offset = leg.axes * (robot.home_pose.R * rod.tip - pivot);
  // The side on which home has the elbow.
  const double q = robot.home[motor.q];
  const Vector3 turned(std::cos(q) * leg.elbow.x() - std::sin(q) * leg.elbow.y(),
                       std::sin(q) * leg.elbow.x() + std::cos(q) * leg.elbow.y(), 0);
  const Vector3 C = leg.axes * (motor.placement.R * turned), r = leg.axes * robot.home_pose.p + leg.offset;
  leg.mode = r[0] * C[1] - r[1] * C[0] > 0 ? 1 : -1;
  return true;
}

bool read_leg(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  if (kernel.family != LimbKernel::Family::elbow) return false;
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const auto found = std::find(robot.motor_nodes.begin(), robot.motor_nodes.end(), kernel.motor);
  if (found == robot.motor_nodes.end() || motor.parent != 0) return false;
  if (motor.kind != (kernel.motor_slides ? NodeKind::prismatic : NodeKind::revolute)) return false;
  leg.index = static_cast<int>(found - robot.motor_nodes.begin());
  leg.motor = kernel.motor;
  leg.slides = kernel.motor_slides;
  const Matrix3& R = motor.placement.R;
  const Vector3 first_axis = R * robot.tree.nodes[kernel.rods[0].pointing.node].placement.R.col(2);
  leg.axes = leg.slides ? leg_axes(cleaned(first_axis), cleaned(R.col(2))) : leg_axes(R.col(2), Vector3::Zero());
  if (!read_bars(robot, kernel, leg)) return false;
  if (leg.slides) {
    read_rail(robot, kernel, leg);
  } else if (!read_arm(robot, kernel, leg)) {
    return false;
  }
  read_joints(robot, kernel, first_axis, leg);
  return true;
}

// Numbers of turned legs that should be equal.
void equalise(const RobotData& robot, std::vector<ArmLeg>& legs) {
  EqualNumbers direction{1}, length{robot.size};
  for (ArmLeg& leg : legs) {
    for (double& x : std::span(leg.axes.data(), static_cast<std::size_t>(leg.axes.size()))) direction(x);
    for (double& x : leg.offset) length(x);
    length(leg.arm);
    length(leg.bar);
    for (double& x : leg.rail.slide) direction(x);
    leg.rail.length = leg.bar;
  }
}

}  // namespace

std::vector<RobotLeg> recognise_arms(const RobotData& robot) {
  const std::vector<int> translations{0, 1, 2};
  if (!robot.closed_inverse ||
      !std::equal(robot.moves.begin(), robot.moves.end(), translations.begin(), translations.end()) ||
      robot.tree.limbs.size() != 3 || robot.motor_joints.size() != 3 || robot.driving.size() != 3) {
    return {};
  }
  std::vector<ArmLeg> arms;
  for (const LimbKernel& kernel : robot.kernels) {
    ArmLeg arm;
    if (!read_leg(robot, kernel, arm)) return {};
    arms.push_back(arm);
  }
  if (!forces_fit(robot, arms)) return {};
  equalise(robot, arms);
  std::vector<RobotLeg> legs;
  for (const ArmLeg& arm : arms) {
    RobotLeg leg{.index = arm.index, .kernel = arm};
    leg.motor_unit = arm.slides ? 1 : arm.arm;
    leg.motor_turns = !arm.slides;
    const Vector3 C = arm.axes * (robot.tree.nodes[arm.motor].placement.R * arm.elbow);
    leg.zero_angle = std::atan2(C[1], C[0]);
    legs.push_back(leg);
  }
  return legs;
}

}  // namespace jourdain
