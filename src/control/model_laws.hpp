// Laws that compute with a model of the robot.
#pragma once

#include "jourdain/control/laws.hpp"

namespace jourdain {

// PD of single joints and forces of the model for the reference.
class FeedforwardLaw final : public Controller {
 public:
  FeedforwardLaw(Law law, const JointGains& gains, ControlModel model);
  std::string_view name() const override { return to_string(law_); }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;

 private:
  Law law_;
  JointGains gains_;
  ControlModel model_;
  VectorX advance_, feedback_;
};

// Squares of natural frequencies and twice their product with the damping, for unit inertia.
struct FeedbackPoles {
  double position = 0, rate = 0;  // 1/s^2, 1/s
};

// Feedforward, and M(q) (Kp e + Kd e'), [Codourey98] (50).
class DecoupledLaw final : public Controller {
 public:
  DecoupledLaw(ControlModel model, const FeedbackPoles& poles);
  std::string_view name() const override { return to_string(Law::decoupled); }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;

 private:
  ControlModel feedforward_, model_;
  FeedbackPoles poles_;
  std::vector<int> driving_;
  MatrixX M_;
  VectorX advance_, wanted_, feedback_;
};

// Inverse dynamics at the measured state for the wanted acceleration and what the errors add to it.
class ComputedTorqueLaw final : public Controller {
 public:
  ComputedTorqueLaw(Law law, ControlModel model, const FeedbackPoles& poles);
  std::string_view name() const override { return to_string(law_); }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;

 private:
  Law law_;
  ControlModel model_;
  FeedbackPoles poles_;
  VectorX accelerations_, result_;
};

}  // namespace jourdain
