#include "simulation/mechanics.hpp"

#include "model/joint_freedoms.hpp"
#include "simulation/compiled_plant.hpp"

#include "dynamics/state_equations.hpp"
#include "kinematics/pose_rates.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Ball joints creep below this share of the robot's slow rate.
constexpr double creep_share = 1e-2;

// The velocity coordinate of a joint's freedom, -1 if the joint is not in the tree.
int tree_coordinate(const RobotData& data, int joint, int freedom) {
  const int first = data.tree.joint_node[joint];
  if (first < 0) return -1;
  for (std::size_t i = first; i < data.tree.nodes.size() && data.tree.nodes[i].joint == joint; ++i) {
    if (data.tree.nodes[i].freedom == freedom) return data.tree.nodes[i].v;
  }
  return -1;
}

}  // namespace

double DryAxis::moving(double rate) const {
  if (breakaway <= coulomb || stribeck_speed <= 0) return coulomb;
  const double share = rate / stribeck_speed;
  return coulomb + (breakaway - coulomb) * std::exp(-share * share);
}

Mechanics::Mechanics(const Robot& robot) : robot_(robot), workspace_(robot), parameters_(data_of(robot).parameters) {
  const RobotData& data = data_of(robot_);
  platform_ = data.closed_inverse && accelerates_platform(data);
  freedoms_ = static_cast<int>(data.driving.size());
  positions_ = platform_ ? 7 : freedoms_;
  motors_ = VectorX::Zero(static_cast<int>(data.motor_joints.size()));
  motor_accelerations_ = motors_;
  find_axes();
  find_units();
  set_parameters(data.parameters);
}

Mechanics::~Mechanics() = default;

void Mechanics::compile(std::string& note) {
  if (!platform_) {
    note = "generated code is for platforms on limbs in closed form; the general engine is used";
  } else if (!balls_.empty()) {
    note = "generated code does not know ball joints that creep; the general engine is used";
  } else {
    code_ = CompiledPlant::make(robot_, axes_, note);
    if (code_) note.clear();
  }
  by_code_ = code_ != nullptr;
}

void Mechanics::find_axes() {
  const RobotData& data = data_of(robot_);
  const std::vector<Joint>& joints = data.mechanism.joints;
  for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
    const auto found = std::find(data.motor_joints.begin(), data.motor_joints.end(), j);
    const int motor = found == data.motor_joints.end() ? -1 : static_cast<int>(found - data.motor_joints.begin());
    const bool lossy = joints[j].motor && joints[j].motor->efficiency < 1;
    for (int i = 0; i < static_cast<int>(joints[j].axes.size()); ++i) {
      const Friction& f = joints[j].axes[i].friction;
      if (joint_kind(joints[j].type).is_ball) {
        if (i == 0 && f.coulomb > 0) balls_.push_back({j, -1, f.coulomb, f.viscous, creep_share * data.slow_rate});
        continue;
      }
      if (!(f.coulomb > 0 || f.breakaway > 0 || lossy)) continue;
      DryAxis axis{.joint = j, .freedom = i, .motor = motor, .offset = f.offset, .coulomb = f.coulomb};
      axis.breakaway = std::max(f.breakaway, f.coulomb);
      axis.stribeck_speed = f.stribeck_speed;
      axis.coordinate = tree_coordinate(data, j, i);
      axes_.push_back(axis);
    }
  }
}

void Mechanics::find_units() {
  const RobotData& data = data_of(robot_);
  units_ = VectorX::Ones(size());
  for (int i = 0; i < freedoms_; ++i) {
    const bool slides = platform_ ? data.moves[i] < 3 : motor_slides(data, data.driving[i]);
    if (slides) units_[positions_ + i] = data.size;
    if (!platform_ && slides) units_[i] = data.size;
  }
  if (platform_) units_.head<3>().setConstant(data.size);
}

void Mechanics::set_parameters(const TreeParameters<double>& parameters) {
  parameters_ = parameters;
  const auto entry_of = [&](int joint) {
    for (std::size_t k = 0; k < parameters_.joints.size(); ++k) {
      if (parameters_.joints[k].joint == joint) return static_cast<int>(k);
    }
    return -1;
  };
  // Dry friction becomes a force that is set for every evaluation.
  for (DryAxis& axis : axes_) {
    axis.entry = entry_of(axis.joint);
    if (axis.entry < 0) continue;
    AxisForces<double>& forces = parameters_.joints[axis.entry].axis[axis.freedom];
    axis.offset = forces.offset;
    forces.coulomb = 0;
    forces.has_friction = true;
  }
  for (DryBall& ball : balls_) {
    ball.entry = entry_of(ball.joint);
    if (ball.entry >= 0) parameters_.joints[ball.entry].axis[0].coulomb = 0;
  }
}

void Mechanics::read_state(VectorX& y) const {
  const RobotData& data = data_of(robot_);
  if (!platform_) {
    for (int k = 0; k < freedoms_; ++k) {
      y[k] = workspace_.motor_position(data.driving[k]);
      y[positions_ + k] = workspace_.motor_velocity(data.driving[k]);
    }
    return;
  }
  const Placement pose = workspace_.output_pose();
  const Twist twist = workspace_.output_twist();
  y.head<3>() = pose.p;
  y.segment<4>(3) = quaternion_from_rotation(pose.R);
  for (int k = 0; k < freedoms_; ++k) {
    const int move = data.moves[k];
    y[positions_ + k] = move < 3 ? twist.v[move] : twist.w[move - 3];
  }
}

void Mechanics::normalise(VectorX& y) const {
  if (platform_) y.segment<4>(3) /= y.segment<4>(3).norm();
}

PlatformState Mechanics::motion_of(const VectorX& y) const {
  const RobotData& data = data_of(robot_);
  PlatformState motion;
  motion.pose.p = y.head<3>();
  motion.pose.R = rotation_from_quaternion(y.segment<4>(3) / y.segment<4>(3).norm());
  for (int k = 0; k < freedoms_; ++k) {
    const int move = data.moves[k];
    (move < 3 ? motion.twist.v[move] : motion.twist.w[move - 3]) = y[positions_ + k];
  }
  return motion;
}

void Mechanics::set_acceleration(const VectorX& dy, PlatformState& motion) const {
  for (int k = 0; k < freedoms_; ++k) {
    const int move = data_of(robot_).moves[k];
    (move < 3 ? motion.acceleration.a[move] : motion.acceleration.dw[move - 3]) = dy[positions_ + k];
  }
}

void Mechanics::hold(const VectorX& y, const VectorX& dy) {
  PlatformState motion = motion_of(y);
  set_acceleration(dy, motion);
  state_of(workspace_).hold(motion);
}

Status Mechanics::read_accelerations(const std::vector<int>& wanted, VectorX& axes) {
  if (accelerated_by_code_) return code_->axis_accelerations(motion_, wanted, axes);
  for (std::size_t s = 0; s < axes_.size(); ++s) axes[static_cast<int>(s)] = acceleration_of(axes_[s]);
  return Status::ok;
}

Status Mechanics::read_rates(VectorX& axes, VectorX& motors, VectorX& positions) {
  if (by_code_ && code_->rates(motion_, axes, motors, positions) == Status::ok) return Status::ok;
  if (by_code_) {
    if (const Status status = inverse_kinematics(robot_, motion_, workspace_, Order::velocity); status != Status::ok) {
      return status;
    }
  }
  for (std::size_t s = 0; s < axes_.size(); ++s) axes[static_cast<int>(s)] = rate(axes_[s]);
  for (int k = 0; k < static_cast<int>(motors.size()); ++k) {
    motors[k] = workspace_.motor_velocity(k);
    positions[k] = workspace_.motor_position(k);
  }
  return Status::ok;
}

Status Mechanics::move_to(const VectorX& y) {
  if (!y.allFinite()) return Status::not_finite;
  const RobotData& data = data_of(robot_);
  if (by_code_) {
    motion_ = motion_of(y);
    return Status::ok;
  }
  if (!platform_) {
    KinematicState& state = state_of(workspace_);
    state.report = {};
    return state.report.status = move_to_state(data, y.data(), y.data() + positions_, motors_, state);
  }
  return inverse_kinematics(robot_, motion_of(y), workspace_, Order::velocity);
}

namespace {

// Position and quaternion change with the twist: dq = w q / 2, scalar first.
void pose_slopes(const Twist& twist, const VectorX& y, VectorX& dy) {
  dy.head<3>() = twist.v;
  const Vector3 v = y.segment<3>(4);
  dy[3] = -0.5 * twist.w.dot(v);
  dy.segment<3>(4) = 0.5 * (y[3] * twist.w + twist.w.cross(v));
}

}  // namespace

void Mechanics::position_slopes(const VectorX& y, VectorX& dy) const {
  if (platform_) {
    pose_slopes(motion_of(y).twist, y, dy);
  } else {
    dy.head(freedoms_) = y.tail(freedoms_);
  }
}

double Mechanics::rate(const DryAxis& axis) const {
  if (axis.coordinate >= 0) return state_of(workspace_).tree.v[axis.coordinate];
  return workspace_.joint(axis.joint).rate[axis.freedom];
}

double Mechanics::acceleration_of(const DryAxis& axis) const {
  if (axis.coordinate >= 0) return state_of(workspace_).tree.a[axis.coordinate];
  return workspace_.joint(axis.joint).acceleration[axis.freedom];
}

Status Mechanics::accelerate(const VectorX& forces, const VectorX& resistance, const VectorX& y, VectorX& dy) {
  const RobotData& data = data_of(robot_);
  if (by_code_) {
    // Coordinates beside the moves are constant: the twist has no others.
    pose_slopes(motion_.twist, y, dy);
    accelerated_by_code_ = code_->accelerations(motion_, forces, resistance, dy.data() + positions_) == Status::ok;
    if (accelerated_by_code_) {
      set_acceleration(dy, motion_);
      return Status::ok;
    }
    // A state that the code refuses goes to the engine, which answers or explains.
    if (const Status status = inverse_kinematics(robot_, motion_, workspace_, Order::velocity); status != Status::ok) {
      return status;
    }
  }
  accelerated_by_code_ = false;
  KinematicState& state = state_of(workspace_);
  for (std::size_t s = 0; s < axes_.size(); ++s) {
    const DryAxis& axis = axes_[s];
    if (axis.entry >= 0) {
      parameters_.joints[axis.entry].axis[axis.freedom].offset = axis.offset + resistance[static_cast<int>(s)];
    }
  }
  for (const DryBall& ball : balls_) {
    if (ball.entry < 0) continue;
    const JointState joint = workspace_.joint(ball.joint);
    const double speed = Vector3(joint.rate[0], joint.rate[1], joint.rate[2]).norm();
    parameters_.joints[ball.entry].axis[0].viscous = ball.viscous + ball.coulomb / std::max(speed, ball.creep);
  }
  // A gear that loses force on a joint without friction of its own acts on the motor.
  motors_ = forces;
  for (std::size_t s = 0; s < axes_.size(); ++s) {
    if (axes_[s].entry < 0) motors_[axes_[s].motor] -= resistance[static_cast<int>(s)];
  }
  const Status status = accelerate_state(data, parameters_, motors_, options_, state, motor_accelerations_);
  if (status != Status::ok) return state.report.status = status;
  if (!platform_) {
    for (int k = 0; k < freedoms_; ++k) {
      dy[k] = y[positions_ + k];
      dy[positions_ + k] = motor_accelerations_[data.driving[k]];
    }
    return Status::ok;
  }
  pose_slopes(workspace_.output_twist(), y, dy);
  const Acceleration acceleration = workspace_.output_acceleration();
  for (int k = 0; k < freedoms_; ++k) {
    const int move = data.moves[k];
    dy[positions_ + k] = move < 3 ? acceleration.a[move] : acceleration.dw[move - 3];
  }
  return Status::ok;
}

}  // namespace jourdain
