#include "identification/logs/motor_motion.hpp"

#include "core/dense/decompositions.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

namespace jourdain {
namespace {

constexpr int most_steps = 20;
constexpr double settled_pose = 1e-13;  // step of the pose, in robot sizes and radians

// A change of the output's moves as a twist.
Twist twist_of(const std::vector<Move>& moves, const VectorX& u) {
  Twist twist;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int move = static_cast<int>(moves[i]);
    (move < 3 ? twist.v[move] : twist.w[move - 3]) = u[static_cast<int>(i)];
  }
  return twist;
}

}  // namespace

MotorMotionFollower::MotorMotionFollower(const Robot& robot)
    : robot_(robot), redundant_(driving_motors(robot).size() < robot.motor_joints().size()) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  unit_ = VectorX::Ones(motors);
  for (int i = 0; i < motors; ++i) {
    const int joint = robot.motor_joints()[i];
    if (is_length(robot.mechanism().joints[joint].type, 0)) unit_[i] = robot.size();
  }
  if (robot.mechanism().output) B_ = MatrixX::Zero(motors, static_cast<int>(robot.mechanism().output->moves.size()));
}

Status MotorMotionFollower::go_to(const Sample& sample, Workspace& workspace) {
  if (!redundant_ || !robot_.mechanism().output)
    return forward_kinematics(robot_, sample.q, sample.rates, sample.accelerations, workspace);
  return go_to_nearest(sample, workspace);
}

Status MotorMotionFollower::go_to_nearest(const Sample& sample, Workspace& workspace) {
  const std::vector<Move>& moves = robot_.mechanism().output->moves;
  const int motors = static_cast<int>(sample.q.size());
  const auto weighed = [&](const VectorX& x) -> MatrixX { return x.cwiseQuotient(unit_); };
  const auto weighed_B = [&]() -> MatrixX { return unit_.cwiseInverse().asDiagonal() * B_; };
  PlatformState motion;
  motion.pose = workspace.output_pose();
  VectorX q(motors);
  for (int step = 0; step < most_steps; ++step) {
    Status status = inverse_kinematics(robot_, motion, workspace, Order::position);
    if (status == Status::ok) status = inverse_jacobian(robot_, workspace, B_);
    if (status != Status::ok) return status;
    for (int i = 0; i < motors; ++i) q[i] = workspace.motor_position(i);
    const VectorX u = dense::least_squares(weighed_B(), weighed(sample.q - q));
    const Twist twist = twist_of(moves, u);
    motion.pose.p += twist.v;
    motion.pose.R = rotation_from_vector(twist.w) * motion.pose.R;
    if (!(u.cwiseAbs().maxCoeff() > settled_pose * std::max(1.0, robot_.size()))) break;
  }
  // Rates, then accelerations beyond those that the rates bring along.
  motion.twist = twist_of(moves, dense::least_squares(weighed_B(), weighed(sample.rates)));
  motion.acceleration = {};
  Status status = inverse_kinematics(robot_, motion, workspace);
  if (status != Status::ok) return status;
  for (int i = 0; i < motors; ++i) q[i] = workspace.motor_acceleration(i);
  const Twist change = twist_of(moves, dense::least_squares(weighed_B(), weighed(sample.accelerations - q)));
  motion.acceleration = {change.v, change.w};
  return inverse_kinematics(robot_, motion, workspace);
}

}  // namespace jourdain
