#include "kinematics/joint_coordinates.hpp"

#include "kinematics/closure.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {
namespace {

Placement frame_on(const BodyNode& body, const TreeState& state, const Placement& in_body) {
  const NodeMotion<double>& n = state.n[body.node];
  return Placement{n.R, n.p} * (body.in_node * in_body);
}

}  // namespace

Placement frame_on_a(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint) {
  const Joint& j = mechanism.joints[joint];
  return frame_on(tree.bodies[j.body_a], state, j.in_a);
}

Placement frame_on_b(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint) {
  const Joint& j = mechanism.joints[joint];
  return frame_on(tree.bodies[j.body_b], state, j.in_b);
}

JointState relative_position(const Joint& joint, const Placement& A, const Placement& B,
                             const std::array<double, 3>& near) {
  JointState s;
  s.freedoms = s.positions = freedoms(joint.type);
  const Placement X = A.inverse() * B;
  const double angle = angle_near(near[joint.type == JointType::planar ? 2 : 0], X.R(1, 0), X.R(0, 0));
  switch (joint.type) {
    case JointType::revolute: s.position[0] = angle; break;
    case JointType::helical: s.position[0] = X.p[2] / joint.pitch; break;
    case JointType::prismatic: s.position[0] = X.p[2]; break;
    case JointType::cylindrical:
      s.position[0] = angle;
      s.position[1] = X.p[2];
      break;
    case JointType::universal:
      // R = Rz(q1) Rx(q2).
      s.position[0] = angle;
      s.position[1] = angle_near(near[1], X.R(2, 1), X.R(2, 2));
      break;
    case JointType::spherical: {
      s.positions = 4;
      const Eigen::Vector4d q = quaternion_from_rotation(X.R);
      for (int i = 0; i < 4; ++i) s.position[i] = q[i];
      break;
    }
    case JointType::planar:
      s.position[0] = X.p[0];
      s.position[1] = X.p[1];
      s.position[2] = angle;
      break;
    case JointType::fixed: break;
  }
  return s;
}

double cone_angle(const Vector3& z_a, const Vector3& z_b) {
  return std::atan2(cross<double>(z_a, z_b).norm(), z_a.dot(z_b));
}

void joint_rates(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                 const NodeMotion<double>& b, double* rates) {
  // The relative motion of the two frames, seen from A.
  const Vector3 w = A.R.transpose() * (b.w - a.w);
  const Vector3 v = A.R.transpose() * (point_velocity(b, B.p) - point_velocity(a, B.p));
  switch (type) {
    case JointType::revolute:
    case JointType::helical: rates[0] = w[2]; break;
    case JointType::prismatic: rates[0] = v[2]; break;
    case JointType::cylindrical: rates[0] = w[2], rates[1] = v[2]; break;
    case JointType::universal: rates[0] = w[2], rates[1] = w.dot(A.R.transpose() * B.R.col(0)); break;
    case JointType::spherical: rates[0] = w[0], rates[1] = w[1], rates[2] = w[2]; break;
    case JointType::planar: rates[0] = v[0], rates[1] = v[1], rates[2] = w[2]; break;
    case JointType::fixed: break;
  }
}

void joint_accelerations(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                         const NodeMotion<double>& b, const double* rates, double* accelerations) {
  // Seen from A, which turns and moves itself.
  const Vector3 v = point_velocity(b, B.p) - point_velocity(a, B.p);
  const Vector3 dw = A.R.transpose() * (b.dw - a.dw - a.w.cross(b.w));
  const Vector3 c = A.R.transpose() * (point_acceleration(b, B.p) - point_acceleration(a, B.p) - 2 * a.w.cross(v));
  switch (type) {
    case JointType::revolute:
    case JointType::helical: accelerations[0] = dw[2]; break;
    case JointType::prismatic: accelerations[0] = c[2]; break;
    case JointType::cylindrical: accelerations[0] = dw[2], accelerations[1] = c[2]; break;
    case JointType::universal: {
      // w = q1' z + q2' x', and x' turns with q1'.
      const Vector3 x = A.R.transpose() * B.R.col(0), y(-x[1], x[0], 0);
      accelerations[0] = dw[2], accelerations[1] = (dw - rates[0] * rates[1] * y).dot(x);
      break;
    }
    case JointType::spherical: accelerations[0] = dw[0], accelerations[1] = dw[1], accelerations[2] = dw[2]; break;
    case JointType::planar: accelerations[0] = c[0], accelerations[1] = c[1], accelerations[2] = dw[2]; break;
    case JointType::fixed: break;
  }
}

}  // namespace jourdain
