#include "control/joint_laws.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

CascadeLaw::CascadeLaw(const Robot& robot, const JointGains& gains, const VectorX& weight, double period)
    : rotor_(weight.size()),
      limit_(weight.size()),
      position_(VectorX::Zero(weight.size())),
      speed_(gains.derivative),
      integral_(gains.proportional),
      weight_(weight),
      sum_(weight),
      period_(period) {
  for (int k = 0; k < static_cast<int>(weight.size()); ++k) {
    const Joint& joint = robot.mechanism().joints[robot.motor_joints()[k]];
    const MotorModel& motor = *joint.motor;
    rotor_[k] = motor.rotor_inertia * motor.gear * motor.gear;
    limit_[k] = motor.max_force;
    // The zeros of a PID are -K_v, the slower one, and -K_i / K_p; where they are complex, their middle for both.
    const double a = gains.derivative[k], b = gains.proportional[k], c = gains.integral[k];
    if (!(a > 0)) continue;
    position_[k] = (b - std::sqrt(std::max(0.0, b * b - 4 * a * c))) / (2 * a);
    integral_[k] = b - a * position_[k];
  }
}

Status CascadeLaw::start(const ControlInput& input) {
  sum_ = weight_;
  return input.positions.size() == sum_.size() ? Status::ok : Status::inconsistent;
}

Status CascadeLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  if (const Status status = check_input(input, forces); status != Status::ok) return status;
  for (int k = 0; k < static_cast<int>(forces.size()); ++k) {
    const double speed = input.wanted.rates[k] + position_[k] * (input.wanted.positions[k] - input.positions[k]);
    const double error = speed - input.rates[k];
    const double change = period_ * integral_[k] * error;
    const double wanted = rotor_[k] * input.wanted.accelerations[k] + speed_[k] * error + sum_[k] + change;
    forces[k] = std::clamp(wanted, -limit_[k], limit_[k]);
    // At the limit the integral does not grow further.
    if (forces[k] == wanted || (wanted > 0) != (change > 0)) sum_[k] += change;
  }
  return Status::ok;
}

}  // namespace jourdain
