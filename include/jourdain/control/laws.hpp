// Control: what a law is, the model that it computes with, and the laws by name.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/mechanism.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Control laws for real robots and for simulated ones: one interface, called once in every sampling period.

// What the robot shall do at one instant.
struct Reference {
  explicit Reference(int motors)
      : positions(VectorX::Zero(motors)), rates(VectorX::Zero(motors)), accelerations(VectorX::Zero(motors)) {}

  PlatformState output;                     // of the output frame, base axes; at the origin for robots without one
  VectorX positions, rates, accelerations;  // of all motors, in the order of Robot::motor_joints()
};

// What a law gets in every period.
struct ControlInput {
  double time = 0;           // s
  const VectorX& positions;  // of all motors, as measured
  const VectorX& rates;
  const Reference& wanted;  // at this time: errors are measured against it
  const Reference& ahead;   // later by lag, delay and half a period: what forces are computed for in advance
};

class Controller {
 public:
  virtual ~Controller() = default;

  // The law as one word, "pd".
  virtual std::string_view name() const = 0;

  // Whether the law reads the reference ahead; a loop may leave it out otherwise.
  virtual bool looks_ahead() const { return true; }

  // Before the first period, at the state the robot is in: integrators and estimates at their beginnings. Status as
  // step(). May allocate.
  virtual Status start(const ControlInput& input) = 0;

  // Forces of all motors at their joints, one each, for this period. No allocation, no exception, bounded time: for the
  // control loop. Status: not_finite for such an input, else of the law's model; `forces` are untouched then.
  virtual Status step(const ControlInput& input, VectorX& forces) noexcept = 0;

  // What the law has learned: present parameters in SI units, by the names of parameter_names(); empty for laws that
  // do not learn.
  virtual const VectorX& parameters() const {
    static const VectorX none;
    return none;
  }
  virtual std::vector<std::string> parameter_names() const { return {}; }
};

// The model that a law computes forces with: the robot's, or a simpler one.

enum class ModelChoice {
  full,
  codourey58,  // [Codourey98] (58): a third of each forearm on the plate and the rest at the elbow, halves for gravity
  lumped,      // Simplification::lumped
};
enum class FrictionChoice { none, drives, all };
std::span<const std::string_view> words(ModelChoice);
std::string_view to_string(ModelChoice choice);

// Inverse dynamics of a chosen model at a motion of reference, or at measured positions and rates. Nothing allocates
// after the constructor; a control loop may call everything else.
class ControlModel {
 public:
  // Throws Error(usage) where the robot has no such model. `compiled`: forces() for a reference by generated code where
  // there is a compiler and a form for the robot.
  ControlModel(const Robot& robot, ModelChoice choice, FrictionChoice friction, bool compiled = false);

  const Robot& robot() const { return robot_; }
  Workspace& workspace() { return workspace_; }

  // Forces for the reference's motion: of the output if the robot has one, else of the motors.
  Status forces(const Reference& reference, VectorX& forces) noexcept;

  // Brings the workspace to the motors' positions and rates; with redundant motors to those of the driving ones.
  Status move_to(const VectorX& positions, const VectorX& rates) noexcept;

  // Forces at that state for accelerations of the motors, or for an acceleration of the output.
  Status forces_for(const VectorX& accelerations, VectorX& forces) noexcept;
  Status forces_for(const Acceleration& acceleration, VectorX& forces) noexcept;

  // Mass matrix of the driving motors' rates at that state.
  Status inertia(MatrixX& M) noexcept;

 private:
  Status add_weight(const Placement& pose, VectorX& forces) noexcept;

  Robot robot_;
  Workspace workspace_;
  // (58) takes other masses for gravity than for inertia.
  std::optional<Robot> weight_robot_;
  std::optional<Workspace> weight_workspace_;
  // Copies of a model run one after the other and may share it.
  struct Code {
    explicit Code(const Robot& of) : robot(of), dynamics(robot) {}
    Robot robot;
    CompiledDynamics dynamics;
  };
  std::shared_ptr<Code> code_;
  VectorX motors_, weight_;
};

// Times of a control loop, and how fast it may be.

struct LoopTiming {
  double period = 1e-3;           // s, of sampling
  double delay = 0;               // s, from the measurement to the new force's command
  double lag = 0;                 // s, the largest time constant of the drives
  bool differenced_rates = true;  // rates come from two measured positions

  // By how much forces come late: lag, delay and half a period. Feedforward is evaluated ahead by this time.
  double lead() const { return lag + delay + 0.5 * period; }

  // Largest natural frequency of a PD loop in rad/s: w = 1 / (3 T) with T = lead(), and half a period more where rates
  // are differenced; it leaves a phase margin of about 36 degrees with a damping of 1.
  double largest_frequency() const { return 1 / (3 * (lead() + (differenced_rates ? 0.5 * period : 0))); }
};

// The largest time constant of a robot's drives.
double largest_lag(const Mechanism& mechanism);

// The control laws by name, and their gains.

enum class Law {
  pd,                      // single joints: Kp e + Kd e'
  pid,                     // and Ki times the integral of e
  cascade,                 // what servo drives do: position P around speed PI, rotor in advance, limited force
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
std::span<const std::string_view> words(Law);
std::string_view to_string(Law law);
std::string_view describe(Law law);

// Throws Error(usage) with the names there are.
Law parse_law(std::string_view name);

// Whether a law computes with a model, and whether it has an integral.
bool has_model(Law law);
bool has_integral(Law law);

struct LawOptions {
  LoopTiming timing;
  double frequency = 0;  // rad/s, of the closed loop; 0: LoopTiming::largest_frequency()
  double damping = 1;
  double integral_share = 0.2;  // PID and cascade: the third pole over the frequency
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
