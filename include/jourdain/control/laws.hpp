// The control laws by name, and their gains.
#pragma once

#include "jourdain/control/control_model.hpp"
#include "jourdain/control/loop_timing.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace jourdain {

enum class Law {
  pd,                      // single joints: Kp e + Kd e'
  pid,                     // and Ki times the integral of e
  pd_acceleration,         // PD and the joint's own inertia times the wanted acceleration
  feedforward_now,         // PD and the forces of the model at the present reference: T_m = 0
  feedforward,             // the same ahead by lag, delay and half a period
  decoupled,               // the mass matrix in series with the PD, [Codourey98] (50), and feedforward
  force_rigid,             // computed force, rigid bodies only
  force_drives,            // and friction of the drives
  force_all,               // and friction of all joints
  computed_torque,         // the model linearises and decouples, errors of the motors fed back
  computed_torque_output,  // the same with errors of the output
  adaptive,                // Slotine and Li on the linear form
  adaptive_desired,        // desired compensation: the regressor at the reference
};
const std::vector<Law>& all_laws();
std::string_view to_string(Law law);
std::string_view describe(Law law);

// Throws Error(usage) with the names there are.
Law parse_law(std::string_view name);

// Whether a law computes with a model.
bool has_model(Law law);

struct LawOptions {
  LoopTiming timing;
  double frequency = 0;  // rad/s, of the closed loop; 0: LoopTiming::largest_frequency()
  double damping = 1;
  double integral_share = 0.2;  // PID: the third pole over the frequency
  ModelChoice model = ModelChoice::full;
  std::optional<double> proportional, derivative, integral;  // instead, one for all motors, at their joints
  bool compiled = false;  // generated code for the model's forces along the reference, where there is a compiler
  double adaptation = 1;  // adaptive laws: speed of learning, 1: within about ten periods of the loop's frequency
};

// Gains of single-joint loops: one per motor.
struct JointGains {
  VectorX proportional, derivative, integral;
  VectorX inertia;  // of the motor's own coordinate, at the pose they are made for
};

// Pole placement with the diagonal of the mass matrix at the workspace's pose. Throws Error.
JointGains place_poles(const Robot& robot, Workspace& workspace, const LawOptions& options, bool integral);

// The natural frequency of a law's loops: that asked for; else the largest for laws that decouple, and for single
// joints less than that where motors help each other, so that no mode of all joints together is faster.
double loop_frequency(Law law, const Robot& robot, Workspace& workspace, const LawOptions& options);

// A law for a robot as its controller knows it, gains from the pose of the workspace. Throws Error(usage) where the
// robot has no such law.
std::unique_ptr<Controller> make_controller(Law law, const Robot& robot, Workspace& workspace,
                                            const LawOptions& options);

}  // namespace jourdain
