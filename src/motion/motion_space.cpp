#include "jourdain/motion/motion.hpp"

#include "jourdain/spatial/spatial.hpp"
#include "spatial/rotation_rates.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// The rotation vector of R that is nearest to `near`: r turns by whole turns about its own axis.
Vector3 nearest_vector(const Matrix3& R, const Vector3& near) {
  const Vector3 r = vector_from_rotation(R);
  const double angle = r.norm();
  if (!(angle > 1e-9)) {
    // Whole turns about the axis of `near`.
    const double turns = std::round(near.norm() / (2 * M_PI));
    return turns > 0 ? Vector3(near.normalized() * (2 * M_PI * turns) + r) : r;
  }
  const Vector3 axis = r / angle;
  const double turns = std::round((axis.dot(near) - angle) / (2 * M_PI));
  return axis * (angle + 2 * M_PI * turns);
}

double nearest_angle(double angle, double near) { return near + std::remainder(angle - near, 2 * M_PI); }

}  // namespace

std::string_view to_string(Space space) { return space == Space::platform ? "platform" : "motors"; }

MotionSpace MotionSpace::platform(const Robot& robot, MotionFrame frame) {
  if (!robot.mechanism().output) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no platform or end point: describe the motion of its motors, "
                                              "with space: motors",
                                              robot.mechanism().name));
  }
  MotionSpace space(robot, Space::platform, frame);
  space.names_.assign(pose_names.begin(), pose_names.end());
  space.lengths_ = {true, true, true, false, false, false};
  space.free_.assign(6, false);
  int turns = 0;
  for (Move move : robot.mechanism().output->moves) {
    space.free_[static_cast<std::size_t>(move)] = true;
    turns += move >= Move::rx;
  }
  space.rotation_vector_ = turns == 0 || turns == 3;
  PlatformState home;
  home.pose = robot.home_pose();
  if (frame == MotionFrame::tool) home = to_tool(robot, home);
  space.home_rotation_ = home.pose.R;
  space.home_ = VectorX::Zero(6);
  space.home_ = space.coordinates(home.pose, space.home_);
  if (frame == MotionFrame::tool) space.check_tool();
  return space;
}

MotionSpace MotionSpace::motors(const Robot& robot) {
  MotionSpace space(robot, Space::motors, MotionFrame::output);
  for (int joint : robot.motor_joints()) {
    space.names_.push_back(column_name(robot.mechanism(), joint));
    space.lengths_.push_back(jourdain::is_length(robot.mechanism().joints[joint].type, 0));
  }
  if (space.names_.empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors that could move", robot.mechanism().name));
  }
  space.free_.assign(space.names_.size(), true);
  space.home_ = robot.home_motors();
  return space;
}

MotionSpace MotionSpace::on(const Robot& robot) const {
  const MotionSpace other = kind_ == Space::platform ? platform(robot, frame_) : motors(robot);
  if (other.names_ != names_ || other.free_ != free_ || other.lengths_ != lengths_) {
    throw Error(ErrorKind::usage, fmt::format("a motion of '{}' cannot be one of '{}': their moves or motors differ",
                                              robot_.mechanism().name, robot.mechanism().name));
  }
  MotionSpace result = *this;
  result.robot_ = robot;
  return result;
}

// Moves of the tool must not ask the output for anything but its own moves.
void MotionSpace::check_tool() const {
  if (rotation_vector_ && is_free(3)) return;
  const auto refuse = [&] {
    throw Error(ErrorKind::usage,
                fmt::format("'{}': the tool's motion does not follow from the output's moves alone; describe that of "
                            "the output frame",
                            robot_.mechanism().name));
  };
  if (!rotation_vector_ && !robot_.pose_is_explicit()) refuse();
  const MotionSpace output = platform(robot_);
  VectorX q = home_;
  for (int i = 0; i < 6; ++i) {
    if (is_free(i)) q[i] += 0.1 * (1 + i) * (is_length(i) ? robot_.size() : 1.0);
  }
  PlatformState motion;
  to_motion(q, Vector6::Zero(), Vector6::Zero(), motion);
  const VectorX at = output.coordinates(motion.pose, output.home());
  for (int i = 0; i < 6; ++i) {
    const double unit = is_length(i) ? robot_.size() : 1.0;
    if (!is_free(i) && !(std::abs(at[i] - output.home()[i]) <= 1e-9 * unit)) refuse();
  }
}

Placement MotionSpace::pose(const VectorX& q) const {
  const Vector3 turn = q.segment<3>(3);
  return {rotation_vector_ ? Matrix3(rotation_from_vector(turn) * home_rotation_) : rotation_from_cardan(turn),
          q.head<3>()};
}

VectorX MotionSpace::coordinates(const Placement& pose, const VectorX& near) const {
  VectorX q(6);
  q.head<3>() = pose.p;
  if (rotation_vector_) {
    q.tail<3>() = nearest_vector(pose.R * home_rotation_.transpose(), near.tail<3>());
  } else {
    const Vector3 angles = cardan_from_rotation(pose.R);
    for (int i = 0; i < 3; ++i) q[3 + i] = nearest_angle(angles[i], near[3 + i]);
  }
  return q;
}

Eigen::Matrix<double, 6, 3> MotionSpace::coordinates(const PlatformState& motion, const VectorX& near) const {
  Eigen::Matrix<double, 6, 3> jet;
  jet.col(0) = coordinates(motion.pose, near);
  const Vector3 turn = jet.col(0).tail<3>();
  const CoordinateRates rates = rotation_vector_ ? rotation_vector_rates(turn, motion.twist.w, motion.acceleration.dw)
                                                 : cardan_rates(turn, motion.twist.w, motion.acceleration.dw);
  jet.col(1) << motion.twist.v, rates.rate;
  jet.col(2) << motion.acceleration.a, rates.acceleration;
  return jet;
}

void MotionSpace::to_motion(const Vector6& q, const Vector6& dq, const Vector6& ddq,
                            PlatformState& motion) const noexcept {
  const Vector3 r = q.tail<3>(), dr = dq.tail<3>(), ddr = ddq.tail<3>();
  const RotationMotion turn = rotation_vector_ ? rotation_vector_motion(r, dr, ddr) : cardan_motion(r, dr, ddr);
  motion.pose.R = rotation_vector_ ? Matrix3(turn.R * home_rotation_) : turn.R;
  motion.pose.p = q.head<3>();
  motion.twist = {dq.head<3>(), turn.w};
  motion.acceleration = {ddq.head<3>(), turn.dw};
  if (frame_ == MotionFrame::tool) motion = from_tool(robot_, motion);
}

bool operator==(const MotionSpace& left, const MotionSpace& right) {
  return left.kind_ == right.kind_ && left.frame_ == right.frame_ && &data_of(left.robot_) == &data_of(right.robot_);
}

}  // namespace jourdain
