#include "kinematics/joint_coordinates.hpp"

#include "kinematics/closure.hpp"
#include "model/joint_freedoms.hpp"

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
  const JointKind& kind = joint_kind(joint.type);
  s.freedoms = kind.freedoms;
  s.positions = kind.positions();
  const Placement X = A.inverse() * B;
  if (kind.is_ball) {
    const Eigen::Vector4d q = quaternion_from_rotation(X.R);
    for (int i = 0; i < 4; ++i) s.position[i] = q[i];
  }
  for (int i = 0; i < kind.coordinates(); ++i) {
    const Freedom& freedom = kind.freedom[i];
    // R = Rz(q1) or, in a universal joint, Rz(q1) Rx(q2).
    s.position[i] = freedom.slides() ? X.p[freedom.axis]
                    : kind.is_screw  ? X.p[freedom.axis] / joint.pitch
                    : freedom.on_b   ? angle_near(near[i], X.R(2, 1), X.R(2, 2))
                                     : angle_near(near[i], X.R(1, 0), X.R(0, 0));
  }
  return s;
}

double cone_angle(const Vector3& z_a, const Vector3& z_b) {
  return std::atan2(cross<double>(z_a, z_b).norm(), z_a.dot(z_b));
}

namespace {

// The component of a relative motion along a freedom: of the rotation or of the translation, both seen from A.
double along(const Freedom& freedom, const Placement& A, const Placement& B, const Vector3& turn,
             const Vector3& slide) {
  const Vector3& motion = freedom.slides() ? slide : turn;
  return freedom.on_b ? motion.dot(A.R.transpose() * B.R.col(freedom.axis)) : motion[freedom.axis];
}

}  // namespace

void joint_rates(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                 const NodeMotion<double>& b, double* rates) {
  // The relative motion of the two frames, seen from A.
  const Vector3 w = A.R.transpose() * (b.w - a.w);
  const Vector3 v = A.R.transpose() * (point_velocity(b, B.p) - point_velocity(a, B.p));
  const JointKind& kind = joint_kind(type);
  for (int i = 0; i < kind.freedoms; ++i) rates[i] = along(kind.freedom[i], A, B, w, v);
}

void joint_accelerations(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                         const NodeMotion<double>& b, double* accelerations) {
  // Seen from A, which turns and moves itself.
  const Vector3 v = point_velocity(b, B.p) - point_velocity(a, B.p);
  const Vector3 dw = A.R.transpose() * (b.dw - a.dw - a.w.cross(b.w));
  const Vector3 c = A.R.transpose() * (point_acceleration(b, B.p) - point_acceleration(a, B.p) - 2 * a.w.cross(v));
  // The axis of J_B turns with the freedoms before it, across itself: that has no component along it.
  const JointKind& kind = joint_kind(type);
  for (int i = 0; i < kind.freedoms; ++i) accelerations[i] = along(kind.freedom[i], A, B, dw, c);
}

}  // namespace jourdain
