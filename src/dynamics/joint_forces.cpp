#include "dynamics/joint_forces.hpp"

#include "kinematics/closure.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

double largest_rate(const Robot& robot, const TreeState& tree) {
  double largest = 0;
  for (const TreeNode& node : robot.tree().nodes) {
    for (int i = 0; i < velocities(node.kind); ++i) {
      largest = std::max(largest, std::abs(tree.v[node.v + i]) / (is_length(node, i) ? robot.size() : 1.0));
    }
  }
  return largest;
}

namespace {

bool is_silent(const JointAxis& axis, bool friction, bool springs) {
  const Friction& f = axis.friction;
  const bool rubs = friction && (f.coulomb != 0 || f.viscous != 0 || f.offset != 0);
  const bool pulls = springs && (axis.spring.stiffness != 0 || axis.spring.preload != 0);
  return !rubs && !pulls;
}

bool slides(JointType type, int freedom) {
  return type == JointType::prismatic || (type == JointType::cylindrical && freedom == 1) ||
         (type == JointType::planar && freedom < 2);
}

}  // namespace

JointResistance joint_resistance(const Robot& robot, const Workspace& workspace, int index, double standstill,
                                 bool friction, bool springs) {
  JointResistance result;
  const Joint& joint = robot.mechanism().joints[index];
  for (const JointAxis& axis : joint.axes) result.any = result.any || !is_silent(axis, friction, springs);
  if (!result.any) return result;
  const JointState s = workspace.joint(index);
  if (joint.type == JointType::spherical) {
    // A moment against the relative angular velocity: c w/|w| + d w.
    const Vector3 w(s.rate[0], s.rate[1], s.rate[2]);
    const Friction& f = joint.axes[0].friction;
    const double speed = w.norm();
    const double dry = speed > standstill ? f.coulomb / speed : 0.0;
    for (int i = 0; i < 3; ++i) result.force[i] = friction ? (dry + f.viscous) * w[i] : 0.0;
    return result;
  }
  for (int i = 0; i < s.freedoms; ++i) {
    const JointAxis& axis = joint.axes[i];
    const double unit = slides(joint.type, i) ? robot.size() : 1.0;
    const double sign = std::abs(s.rate[i]) > standstill * unit ? std::copysign(1.0, s.rate[i]) : 0.0;
    if (friction)
      result.force[i] += axis.friction.coulomb * sign + axis.friction.viscous * s.rate[i] + axis.friction.offset;
    if (springs) result.force[i] += axis.spring.stiffness * (s.position[i] - axis.spring.rest) + axis.spring.preload;
  }
  return result;
}

}  // namespace jourdain
