#include "oracles/motion_difference.hpp"

#include <algorithm>
#include <vector>

namespace jourdain {
namespace {

// A rod that hangs in two ball joints only may spin about its line: its turn is nobody's business. What is defined is
// the motion of the two balls, which holds its direction, too.
std::vector<Vector3> balls_of_idle_rod(const Mechanism& mechanism, int body) {
  std::vector<Vector3> balls;
  for (const Joint& joint : mechanism.joints) {
    if (joint.body_a != body && joint.body_b != body) continue;
    if (joint.type != JointType::spherical) return {};
    balls.push_back(joint.body_a == body ? joint.in_a.p : joint.in_b.p);
  }
  return balls.size() == 2 ? balls : std::vector<Vector3>{};
}

Difference compare_point(const Vector3& r, const Placement& X, const Twist& V, const Acceleration& A,
                         const oracle::PlatformState& truth, const Scale& scale) {
  const auto velocity = [](const Vector3& v, const Vector3& w, const Vector3& d) -> Vector3 { return v + w.cross(d); };
  const auto change = [](const Vector3& a, const Vector3& dw, const Vector3& w, const Vector3& d) -> Vector3 {
    return a + dw.cross(d) + w.cross(w.cross(d));
  };
  const Vector3 d = X.R * r;
  const Vector3 e = matrix(truth.pose.R) * r;
  const Vector3 w = vector(truth.w);
  return scale.of_length((X.p + d - vector(truth.pose.p) - e).norm(),
                         (velocity(V.v, V.w, d) - velocity(vector(truth.v), w, e)).norm(),
                         (change(A.a, A.dw, V.w, d) - change(vector(truth.a), vector(truth.dw), w, e)).norm());
}

Difference compare_body(const Workspace& workspace, int body, const oracle::PlatformState& truth, const Scale& scale) {
  const Placement X = workspace.body_pose(body);
  const Twist V = workspace.body_twist(body);
  const Acceleration A = workspace.body_acceleration(body);
  Difference result;
  const std::vector<Vector3> balls = balls_of_idle_rod(workspace.robot().mechanism(), body);
  for (const Vector3& ball : balls) result.add(compare_point(ball, X, V, A, truth, scale));
  if (!balls.empty()) return result;
  result.add(scale.of_length((X.p - vector(truth.pose.p)).norm(), (V.v - vector(truth.v)).norm(),
                             (A.a - vector(truth.a)).norm()));
  result.add(scale.of_angle((X.R - matrix(truth.pose.R)).norm(), (V.w - vector(truth.w)).norm(),
                            (A.dw - vector(truth.dw)).norm()));
  return result;
}

// The coordinates of a joint from the motion of J_B seen from J_A.
JointState joint_state(JointType type, const oracle::PlatformState& m) {
  const Matrix3 R = matrix(m.pose.R);
  const double angle = std::atan2(R(1, 0), R(0, 0));
  JointState s;
  s.freedoms = s.positions = freedoms(type);
  const auto set = [&s](int i, double q, double rate, double change) {
    s.position[i] = q;
    s.rate[i] = rate;
    s.acceleration[i] = change;
  };
  switch (type) {
    case JointType::revolute:
    case JointType::helical: set(0, angle, m.w[2], m.dw[2]); break;
    case JointType::prismatic: set(0, m.pose.p[2], m.v[2], m.a[2]); break;
    case JointType::cylindrical:
      set(0, angle, m.w[2], m.dw[2]);
      set(1, m.pose.p[2], m.v[2], m.a[2]);
      break;
    case JointType::universal:
      // z of J_A and x of J_B are perpendicular, and the velocity product is perpendicular to both.
      set(0, angle, m.w[2], m.dw[2]);
      set(1, std::atan2(R(2, 1), R(2, 2)), R.col(0).dot(vector(m.w)), R.col(0).dot(vector(m.dw)));
      break;
    case JointType::spherical:
      for (int i = 0; i < 3; ++i) set(i, 0, m.w[i], m.dw[i]);
      break;
    case JointType::planar:
      for (int i = 0; i < 2; ++i) set(i, m.pose.p[i], m.v[i], m.a[i]);
      set(2, angle, m.w[2], m.dw[2]);
      break;
    case JointType::fixed: break;
  }
  return s;
}

bool is_slide(JointType type, int freedom) {
  return type == JointType::prismatic || (type == JointType::cylindrical && freedom == 1) ||
         (type == JointType::planar && freedom < 2);
}

Difference compare_joint(const Workspace& workspace, int index, const oracle::PlatformState& truth,
                         const Scale& scale) {
  const Mechanism& mechanism = workspace.robot().mechanism();
  const Joint& joint = mechanism.joints[index];
  for (const int body : {joint.body_a, joint.body_b})
    if (!balls_of_idle_rod(mechanism, body).empty()) return {};
  const JointState ours = workspace.joint(index);
  const JointState theirs = joint_state(joint.type, truth);
  Difference result;
  for (int i = 0; i < ours.freedoms; ++i) {
    const double rate = std::abs(ours.rate[i] - theirs.rate[i]);
    const double change = std::abs(ours.acceleration[i] - theirs.acceleration[i]);
    const double gap = ours.position[i] - theirs.position[i];
    // Turns are counted by us only; a ball joint is compared as the rotation of its bodies.
    const double angle = joint.type == JointType::spherical ? 0 : std::abs(std::remainder(gap, 2 * M_PI));
    result.add(is_slide(joint.type, i) ? scale.of_length(std::abs(gap), rate, change)
                                       : scale.of_angle(angle, rate, change));
  }
  return result;
}

}  // namespace

Scale::Scale(double size, const oracle::Result& truth) : length(size) {
  for (const oracle::PlatformState& m : truth.bodies) {
    rate = std::max({rate, vector(m.v).norm() / length, vector(m.w).norm()});
    acceleration = std::max({acceleration, vector(m.a).norm() / length, vector(m.dw).norm(), rate * rate});
  }
}

Difference compare(const Workspace& workspace, const oracle::Result& truth) {
  const Scale scale(workspace.robot().size(), truth);
  Difference result;
  for (std::size_t i = 0; i < truth.bodies.size(); ++i)
    result.add(compare_body(workspace, static_cast<int>(i), truth.bodies[i], scale));
  for (std::size_t i = 0; i < truth.joints.size(); ++i)
    result.add(compare_joint(workspace, static_cast<int>(i), truth.joints[i], scale));
  return result;
}

}  // namespace jourdain
