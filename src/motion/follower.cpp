#include "jourdain/motion/follower.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "spatial/rotation_rates.hpp"

#include <cmath>

namespace jourdain {
namespace {

// At most two angles: their indices in rx ry rz.
struct Turns {
  int count = 0;
  int angle[2] = {0, 0};
};

Turns turns_of(const MotionSpace& space) {
  Turns turns;
  for (int i = 0; i < 3; ++i) {
    if (space.is_free(3 + i) && turns.count < 2) turns.angle[turns.count++] = i;
  }
  return turns;
}

// Solves A x = b for the one or two turns; false if A is singular.
bool solve_turns(const Turns& turns, const Eigen::Matrix2d& A, const Eigen::Vector2d& b, Eigen::Vector2d& x) {
  if (turns.count == 1) {
    if (!(std::abs(A(0, 0)) > 1e-9)) return false;
    x[0] = b[0] / A(0, 0);
    return true;
  }
  const double determinant = A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0);
  if (!(std::abs(determinant) > 1e-9 * A.squaredNorm())) return false;
  x = Eigen::Vector2d(A(1, 1) * b[0] - A(0, 1) * b[1], A(0, 0) * b[1] - A(1, 0) * b[0]) / determinant;
  return true;
}

}  // namespace

Follower::Follower(const Motion& motion) : motion_(motion) {
  const Robot& robot = motion.robot();
  const int motors = static_cast<int>(robot.motor_joints().size());
  motors_ = MotorState(motors);
  if (!robot.mechanism().output) return;
  const int driving = static_cast<int>(driving_motors(robot).size());
  const int moves = static_cast<int>(robot.mechanism().output->moves.size());
  output_.setZero(6, driving);
  inverse_.setZero(motors, moves);
  turn_.setZero(3, moves);
  const MotionSpace space = MotionSpace::platform(robot);
  angles_ = !space.has_rotation_vector() && !robot.pose_is_explicit();
}

bool Follower::take(const Motion& motion) noexcept {
  if (&data_of(motion.robot()) != &data_of(motion_.robot())) return false;
  motion_ = motion;
  return true;
}

Status Follower::operator()(double t, Workspace& workspace, Order order) noexcept {
  if (&data_of(workspace.robot()) != &data_of(motion_.robot())) return Status::inconsistent;
  if (motion_.space() == Space::platform) {
    return angles_ ? follow_angles(t, workspace, order) : follow_platform(t, workspace, order);
  }
  const Status status = motion_.at(t, motors_);
  if (status != Status::ok) return status;
  return forward_kinematics(motion_.robot(), motors_.position, motors_.velocity, motors_.acceleration, workspace,
                            order);
}

Status Follower::follow_platform(double t, Workspace& workspace, Order order) noexcept {
  PlatformState state;
  const Status status = motion_.at(t, state);
  return status == Status::ok ? inverse_kinematics(motion_.robot(), state, workspace, order) : status;
}

// Inverse kinematics takes wx wy wz of the moves, which belong to the rates of the angles in `moves` only together with
// those of the other angles: w = E^-1 (da, db, dc). With V = T u for the rates u of the moves (T from the Jacobians)
// the rows of E T that belong to the moves give u for the wanted rates of the angles; the same one order higher.
Status Follower::follow_angles(double t, Workspace& workspace, Order order) noexcept {
  const Robot& robot = motion_.robot();
  Vector6 q, dq, ddq;
  PlatformState state;
  Status status = motion_.at(t, Jet{q, dq, ddq});
  if (status != Status::ok) return status;
  motion_.coordinates().to_motion(q, dq, ddq, state);
  status = inverse_kinematics(robot, state, workspace, Order::position);
  if (status != Status::ok || order == Order::position) return status;

  // T: angular velocity of the output by the moves' rates.
  status = output_jacobian(robot, workspace, output_);
  if (status == Status::ok) status = inverse_jacobian(robot, workspace, inverse_);
  if (status != Status::ok) return status;
  const std::vector<int>& driving = driving_motors(robot);
  turn_.setZero();
  for (std::size_t k = 0; k < driving.size(); ++k) {
    const int column = static_cast<int>(k);
    for (int move = 0; move < turn_.cols(); ++move) {
      turn_.col(move) += output_.col(column).tail<3>() * inverse_(driving[k], move);
    }
  }

  // The rates of the moves that are turns.
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  const Turns turns = turns_of(motion_.coordinates());
  const int first = static_cast<int>(moves.size()) - turns.count;
  const Vector3 angles = cardan_from_rotation(workspace.output_pose().R);
  const Matrix3 E = cardan_rates(angles);
  Eigen::Matrix2d A = Eigen::Matrix2d::Identity();
  Eigen::Vector2d b = Eigen::Vector2d::Zero(), x = Eigen::Vector2d::Zero();
  Vector3 w = Vector3::Zero();
  for (int k = 0; k < first; ++k) w += turn_.col(k) * dq[static_cast<int>(moves[k])];
  for (int i = 0; i < turns.count; ++i) {
    for (int k = 0; k < turns.count; ++k) A(i, k) = E.row(turns.angle[i]).dot(turn_.col(first + k));
    b[i] = dq[3 + turns.angle[i]] - E.row(turns.angle[i]).dot(w);
  }
  if (!solve_turns(turns, A, b, x)) return Status::singular;
  for (int i = 0; i < turns.count; ++i) state.twist.w[turns.angle[i]] = x[i];
  status = inverse_kinematics(robot, state, workspace, order);
  if (status != Status::ok || order == Order::velocity) return status;

  // What is missing in the second derivatives of the angles.
  const CoordinateRates rates = cardan_rates(angles, workspace.output_twist().w, workspace.output_acceleration().dw);
  for (int i = 0; i < turns.count; ++i) b[i] = ddq[3 + turns.angle[i]] - rates.acceleration[turns.angle[i]];
  if (!solve_turns(turns, A, b, x)) return Status::singular;
  for (int i = 0; i < turns.count; ++i) state.acceleration.dw[turns.angle[i]] += x[i];
  return inverse_kinematics(robot, state, workspace, order);
}

}  // namespace jourdain
