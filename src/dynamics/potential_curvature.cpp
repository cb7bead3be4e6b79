#include "dynamics/potential_curvature.hpp"

#include "model/joint_freedoms.hpp"

namespace jourdain {
namespace {

// A point with its velocity and acceleration.
struct MovingPoint {
  Vector3 p, v, a;
};

MovingPoint point_of(const Workspace& workspace, int body, const Vector3& at) {
  const Placement pose = workspace.body_pose(body);
  const Twist twist = workspace.body_twist(body);
  const Acceleration change = workspace.body_acceleration(body);
  const Vector3 r = pose.R * at;
  return {pose.p + r, twist.v + twist.w.cross(r), change.a + change.dw.cross(r) + twist.w.cross(twist.w.cross(r))};
}

double weight_curvature(const Mechanism& mechanism, const Workspace& workspace) {
  double sum = 0;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Inertial& inertial = mechanism.bodies[i].inertial;
    if (inertial.mass != 0)
      sum -= inertial.mass * mechanism.gravity.dot(point_of(workspace, static_cast<int>(i), inertial.com).a);
  }
  if (!mechanism.output) return sum;
  const Output& output = *mechanism.output;
  const Vector3 at = output.frame * (output.tool * output.payload.com);
  return sum - output.payload.mass * mechanism.gravity.dot(point_of(workspace, output.body, at).a);
}

// V = k (q - rest)^2 / 2 + (preload + offset) q, so that V'' = k q'^2 + (k (q - rest) + preload + offset) q''.
double joint_curvature(const Joint& joint, const JointState& state) {
  if (joint_kind(joint.type).is_ball) return 0;
  double sum = 0;
  for (int i = 0; i < state.freedoms; ++i) {
    const JointAxis& axis = joint.axes[i];
    const Spring& spring = axis.spring;
    const double force = spring.stiffness * (state.position[i] - spring.rest) + spring.preload + axis.friction.offset;
    sum += spring.stiffness * state.rate[i] * state.rate[i] + force * state.acceleration[i];
  }
  return sum;
}

// V = k (l - length)^2 / 2 + force l with l = |d|: l' = d.d' / l, l'' = (d'^2 + d.d'' - l'^2) / l.
double counterbalance_curvature(const Counterbalance& c, const Workspace& workspace) {
  const MovingPoint a = point_of(workspace, c.body_a, c.at_a), b = point_of(workspace, c.body_b, c.at_b);
  const Vector3 d = b.p - a.p, v = b.v - a.v;
  const double l = d.norm();
  if (!(l > 0)) return 0;
  const double rate = d.dot(v) / l, change = (v.squaredNorm() + d.dot(b.a - a.a) - rate * rate) / l;
  return c.stiffness * rate * rate + (c.stiffness * (l - c.length) + c.force) * change;
}

}  // namespace

double potential_curvature(const Robot& robot, const Workspace& workspace) {
  const Mechanism& mechanism = robot.mechanism();
  double sum = weight_curvature(mechanism, workspace);
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j)
    sum += joint_curvature(mechanism.joints[j], workspace.joint(static_cast<int>(j)));
  for (const Counterbalance& c : mechanism.counterbalances) sum += counterbalance_curvature(c, workspace);
  return sum;
}

}  // namespace jourdain
