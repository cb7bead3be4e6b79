#include "oracles/mechanism_bridge.hpp"

#include <cmath>

namespace oracle {
namespace {

void copy(const jourdain::Matrix3& from, double (&to)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) to[i][j] = from(i, j);
}

void copy(const jourdain::Vector3& from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

JointKind to_kind(jourdain::JointType type) {
  switch (type) {
    case jourdain::JointType::revolute: return JointKind::revolute;
    case jourdain::JointType::prismatic: return JointKind::prismatic;
    case jourdain::JointType::helical: return JointKind::helical;
    case jourdain::JointType::cylindrical: return JointKind::cylindrical;
    case jourdain::JointType::universal: return JointKind::universal;
    case jourdain::JointType::spherical: return JointKind::spherical;
    case jourdain::JointType::planar: return JointKind::planar;
    case jourdain::JointType::fixed: break;
  }
  return JointKind::fixed;
}

}  // namespace

Frame to_frame(const jourdain::Placement& placement) {
  Frame frame;
  copy(placement.R, frame.R);
  copy(placement.p, frame.p);
  return frame;
}

Mechanism to_mechanism(const jourdain::Robot& robot) {
  Mechanism result;
  result.length = robot.size();
  for (const jourdain::Body& body : robot.mechanism().bodies) {
    Body b;
    b.mass = body.inertial.mass;
    copy(body.inertial.com, b.com);
    copy(body.inertial.inertia, b.inertia);
    result.bodies.push_back(b);
  }
  for (const jourdain::Joint& joint : robot.mechanism().joints)
    result.joints.push_back(
        {to_kind(joint.type), joint.body_a, joint.body_b, to_frame(joint.in_a), to_frame(joint.in_b), joint.pitch});
  return result;
}

std::vector<Driver> output_drivers(const jourdain::Robot& robot, const jourdain::Motion& wanted) {
  const jourdain::Output& output = robot.mechanism().output.value();
  const jourdain::Vector3 angles = cardan_angles(wanted.pose.R);
  std::vector<Driver> result;
  for (const jourdain::Move move : output.moves) {
    const int c = static_cast<int>(move);
    Driver d;
    d.body_b = output.body;
    d.in_b = to_frame(output.frame);
    d.coordinate = static_cast<Coordinate>(c);
    d.value = c < 3 ? wanted.pose.p[c] : angles[c - 3];
    d.rate = c < 3 ? wanted.twist.v[c] : wanted.twist.w[c - 3];
    d.change = c < 3 ? wanted.acceleration.a[c] : wanted.acceleration.dw[c - 3];
    result.push_back(d);
  }
  return result;
}

std::vector<Driver> motor_drivers(const jourdain::Robot& robot, const jourdain::VectorX& q,
                                  const jourdain::VectorX& rates, const jourdain::VectorX& changes) {
  std::vector<Driver> result;
  for (std::size_t i = 0; i < robot.actuators().size(); ++i) {
    const jourdain::Joint& joint = robot.mechanism().joints[robot.actuators()[i]];
    Driver d;
    d.body_a = joint.body_a;
    d.body_b = joint.body_b;
    d.in_a = to_frame(joint.in_a);
    d.in_b = to_frame(joint.in_b);
    d.coordinate = joint.type == jourdain::JointType::prismatic ? Coordinate::z : Coordinate::rz;
    d.value = q[i];
    d.rate = rates[i];
    d.change = changes[i];
    result.push_back(d);
  }
  return result;
}

jourdain::Vector3 cardan_angles(const jourdain::Matrix3& R) {
  return {std::atan2(-R(1, 2), R(2, 2)), std::asin(R(0, 2)), std::atan2(-R(0, 1), R(0, 0))};
}

}  // namespace oracle
