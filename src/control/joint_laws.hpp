// Laws that see each motor alone.
#pragma once

#include "jourdain/control/laws.hpp"

namespace jourdain {

// Kp e + Kd e' of all motors.
inline void pd_forces(const JointGains& gains, const ControlInput& input, VectorX& forces) noexcept {
  for (int k = 0; k < static_cast<int>(forces.size()); ++k) {
    forces[k] = gains.proportional[k] * (input.wanted.positions[k] - input.positions[k]) +
                gains.derivative[k] * (input.wanted.rates[k] - input.rates[k]);
  }
}

// Whether measured values are numbers and there is one per motor.
inline Status check_input(const ControlInput& input, const VectorX& forces) noexcept {
  if (input.positions.size() != forces.size() || input.rates.size() != forces.size()) return Status::inconsistent;
  return input.positions.allFinite() && input.rates.allFinite() ? Status::ok : Status::not_finite;
}

// PD, PID, and PD with the motor's own inertia times the wanted acceleration.
class JointLaw final : public Controller {
 public:
  JointLaw(Law law, const JointGains& gains, double period)
      : law_(law), gains_(gains), period_(period), sum_(VectorX::Zero(gains.proportional.size())) {}

  std::string_view name() const override { return to_string(law_); }
  bool looks_ahead() const override { return law_ == Law::pd_acceleration; }

  Status start(const ControlInput& input) override {
    sum_.setZero();
    return input.positions.size() == sum_.size() ? Status::ok : Status::inconsistent;
  }

  Status step(const ControlInput& input, VectorX& forces) noexcept override {
    if (const Status status = check_input(input, forces); status != Status::ok) return status;
    pd_forces(gains_, input, forces);
    for (int k = 0; k < static_cast<int>(forces.size()); ++k) {
      if (law_ == Law::pid) {
        sum_[k] += period_ * (input.wanted.positions[k] - input.positions[k]);
        forces[k] += gains_.integral[k] * sum_[k];
      }
      if (law_ == Law::pd_acceleration) forces[k] += gains_.inertia[k] * input.ahead.accelerations[k];
    }
    return Status::ok;
  }

 private:
  Law law_;
  JointGains gains_;
  double period_;
  VectorX sum_;  // integral of the error
};

// What servo drives do by themselves: a position loop (P) around a speed loop (PI), the rotor's own acceleration in
// advance, and a limit of force at which the integral stands still. v = q_d' + K_v e and
//   u = J_r q_d'' + K_p (v - q') + s,  s' = K_i (v - q'),  |u| <= u_max
// are a PID's force, K_p K_v + K_i, K_p and K_i K_v its gains. s begins with the weight that a robot at rest has taught
// it.
class CascadeLaw final : public Controller {
 public:
  // Gains as place_poles() makes them for a PID; `weight`: forces that hold the robot where it starts.
  CascadeLaw(const Robot& robot, const JointGains& gains, const VectorX& weight, double period);

  std::string_view name() const override { return to_string(Law::cascade); }
  bool looks_ahead() const override { return false; }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;

 private:
  VectorX rotor_, limit_;                // at the joints
  VectorX position_, speed_, integral_;  // K_v, K_p, K_i
  VectorX weight_, sum_;
  double period_;
};

}  // namespace jourdain
