// Simulated robots under control, with drives and encoders.
#pragma once

#include "jourdain/answer/job.hpp"
#include "jourdain/control/laws.hpp"
#include "jourdain/design/sizing.hpp"
#include "jourdain/motion/motion.hpp"
#include "jourdain/simulation/plant.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace jourdain {

// Drives and encoders of a simulated robot: lag, limits, gears, resolution, noise. Values of the model's `drive` and
// `motor` blocks.

// A number of the standard normal distribution that depends on nothing but these: the same on every machine, in any
// order of calls.
double normal_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) noexcept;

// From commands to forces at the joints. A drive's moment follows its command with a first-order lag, within what the
// motor can at its speed; a gear with the efficiency e passes on e times that when it drives the joint, and 1/e times
// when the joint drives it. No allocation after the constructor.
class Drives final : public MotorForces {
 public:
  Drives(const Robot& robot, std::uint64_t seed);

  // At rest with these forces at the joints, all noise from the beginning.
  void start(double time, const VectorX& forces);

  // New commands from this time on, later than the last ones.
  void command(double time, const VectorX& forces) noexcept;

  void at(double time, const VectorX& rates, VectorX& forces, VectorX& losses) const noexcept override;
  bool reads_rates() const noexcept override { return reads_rates_; }

  // What the encoders read, in coordinates of the joints: noise, then rounding to whole steps.
  void measure(const VectorX& true_positions, VectorX& positions) noexcept;

  // Whether the last command of a motor was more than it can give, or the line of force and speed holds it back.
  bool is_saturated(int motor, double time, double rate) const noexcept;

  // True if commands jump: some drive has no lag.
  bool jumps() const { return jumps_; }

 private:
  struct Drive {
    MotorModel motor;
    double limit = 0;  // of the moment, times the gear
    double start = 0, command = 0;
    bool clipped = false;
  };
  double moment(const Drive& drive, double time) const noexcept;
  double line_limit(const Drive& drive, double rate) const noexcept;

  std::vector<Drive> drives_;
  double time_ = 0;
  std::uint64_t seed_ = 1, commands_ = 0, measurements_ = 0;
  bool reads_rates_ = false, jumps_ = false;
};

// A robot under control: plant, drives, encoders, sampling, a law and a motion.

// Another payload from a time on.
struct PayloadChange {
  double time = 0;
  Inertial payload;
};

// A force on a body for a while.
struct TimedLoad {
  double begin = 0, end = unlimited;
  BodyLoad load;
};

// By how much a plant differs from what its controller knows: standard deviations of the relative error of each value,
// drawn for a seed.
struct ModelErrors {
  double inertia = 0;   // masses with their moments, one factor per body, payload included
  double friction = 0;  // coefficients, one factor per joint
  double gain = 0;      // of the drives
  bool any() const { return inertia != 0 || friction != 0 || gain != 0; }
};

// The mechanism with such errors; factors stay above 0.05. The bodies stay real ones.
Mechanism with_errors(const Mechanism& mechanism, const ModelErrors& errors, std::uint64_t seed);

struct LoopOptions {
  LoopTiming timing;
  double duration = 0;  // s; 0: that of the motion
  std::uint64_t seed = 1;
  PlantOptions plant;                   // horizon 0: ten periods
  std::vector<PayloadChange> payloads;  // in order of time; they take effect at the next sample
  std::vector<TimedLoad> loads;
  long most_evaluations = 0;  // of the plant's accelerations, beyond which the run ends as lost; 0: no bound
  double lost = 0.2;          // error of a motor at which the robot is lost: of the size, or 2.5 times as many radians
};

// One period, after its measurement and its law.
struct LoopSample {
  double time;
  const Workspace& plant;
  const Reference& wanted;
  const VectorX& positions;  // measured
  const VectorX& commands;   // of the law
  const VectorX& forces;     // of the drives now, at the joints
  const Controller& controller;
};

struct MotorTracking {
  int joint = -1;
  Peak error;  // of largest magnitude
  double error_rms = 0;
  Peak force;
  double force_rms = 0;
  double saturated = 0;  // share of the periods
};

struct LoopReport {
  Status status = Status::ok;
  bool lost = false;
  double lost_at = 0;  // s
  std::string reason;  // why it was lost, empty if it was not
  std::vector<MotorTracking> motors;
  Peak position_error, rotation_error;  // of the output, m and rad
  double position_rms = 0, rotation_rms = 0;
  long periods = 0;
  PlantCounters plant;
  double processor_time = 0;  // s, of the loop without its set-up
  bool compiled = false;      // generated code was used, and why not if it was asked for:
  std::string note;
  int sticking = 0;  // joints that rest at the end
};

// Runs a law on a plant along a motion from its beginning, where the plant starts at the reference with the forces
// that it needs there. The plant is another robot object than the motion's if its parameters differ. Throws Error
// for what is wrong from the beginning.
LoopReport run_closed_loop(const Robot& plant, Controller& controller, const Motion& motion, const LoopOptions& options,
                           const std::function<void(const LoopSample&)>& record = {}, const Job& job = {});

}  // namespace jourdain
