#include "control/model_laws.hpp"

#include "control/joint_laws.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// Starts a model at the reference, so that the working modes are those of the motion.
Status start_model(const ControlInput& input, ControlModel& model) {
  VectorX forces = VectorX::Zero(input.positions.size());
  model.workspace().reset();
  return model.forces(input.wanted, forces);
}

}  // namespace

FeedforwardLaw::FeedforwardLaw(Law law, const JointGains& gains, ControlModel model)
    : law_(law),
      gains_(gains),
      model_(std::move(model)),
      advance_(VectorX::Zero(gains.proportional.size())),
      feedback_(advance_) {}

Status FeedforwardLaw::start(const ControlInput& input) { return start_model(input, model_); }

Status FeedforwardLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  Status status = check_input(input, forces);
  if (status != Status::ok) return status;
  status = model_.forces(law_ == Law::feedforward_now ? input.wanted : input.ahead, advance_);
  if (status != Status::ok) return status;
  pd_forces(gains_, input, feedback_);
  forces = advance_ + feedback_;
  return status;
}

DecoupledLaw::DecoupledLaw(ControlModel model, const FeedbackPoles& poles)
    : feedforward_(model), model_(std::move(model)), poles_(poles), driving_(driving_motors(model_.robot())) {
  const Robot& robot = model_.robot();
  const int n = static_cast<int>(driving_.size());
  if (driving_.size() != robot.motor_joints().size()) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has redundant motors, which the law 'decoupled' does not know: take 'feedforward' or "
                            "'computed-torque'",
                            robot.mechanism().name));
  }
  M_ = MatrixX::Zero(n, n);
  advance_ = wanted_ = feedback_ = VectorX::Zero(n);
}

Status DecoupledLaw::start(const ControlInput& input) {
  const Status status = start_model(input, feedforward_);
  return status == Status::ok ? start_model(input, model_) : status;
}

Status DecoupledLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  Status status = check_input(input, forces);
  if (status == Status::ok) status = feedforward_.forces(input.ahead, advance_);
  if (status == Status::ok) status = model_.move_to(input.positions, input.rates);
  if (status == Status::ok) status = model_.inertia(M_);
  if (status != Status::ok) return status;
  for (int k = 0; k < static_cast<int>(driving_.size()); ++k) {
    const int i = driving_[k];
    wanted_[k] = poles_.position * (input.wanted.positions[i] - input.positions[i]) +
                 poles_.rate * (input.wanted.rates[i] - input.rates[i]);
  }
  feedback_.noalias() = M_ * wanted_;
  forces = advance_;
  for (int k = 0; k < static_cast<int>(driving_.size()); ++k) forces[driving_[k]] += feedback_[k];
  return status;
}

ComputedTorqueLaw::ComputedTorqueLaw(Law law, ControlModel model, const FeedbackPoles& poles)
    : law_(law),
      model_(std::move(model)),
      poles_(poles),
      accelerations_(VectorX::Zero(static_cast<int>(model_.robot().motor_joints().size()))),
      result_(accelerations_) {
  if (law == Law::computed_torque_output && !model_.robot().mechanism().output) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no output whose errors could be fed back: take "
                                              "'computed-torque'",
                                              model_.robot().mechanism().name));
  }
}

Status ComputedTorqueLaw::start(const ControlInput& input) { return start_model(input, model_); }

Status ComputedTorqueLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  Status status = check_input(input, forces);
  if (status == Status::ok) status = model_.move_to(input.positions, input.rates);
  if (status != Status::ok) return status;
  if (law_ == Law::computed_torque) {
    for (int k = 0; k < static_cast<int>(accelerations_.size()); ++k) {
      accelerations_[k] = input.ahead.accelerations[k] +
                          poles_.position * (input.wanted.positions[k] - input.positions[k]) +
                          poles_.rate * (input.wanted.rates[k] - input.rates[k]);
    }
    status = model_.forces_for(accelerations_, result_);
  } else {
    const Placement pose = model_.workspace().output_pose();
    const Twist twist = model_.workspace().output_twist();
    const PlatformState& wanted = input.wanted.output;
    Acceleration acceleration = input.ahead.output.acceleration;
    acceleration.a += poles_.position * (wanted.pose.p - pose.p) + poles_.rate * (wanted.twist.v - twist.v);
    acceleration.dw += poles_.position * vector_from_rotation(wanted.pose.R * pose.R.transpose()) +
                       poles_.rate * (wanted.twist.w - twist.w);
    status = model_.forces_for(acceleration, result_);
  }
  if (status == Status::ok) forces = result_;
  return status;
}

}  // namespace jourdain
