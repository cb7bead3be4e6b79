// Simulated robots under control, with drives and encoders.
#pragma once

#include "jourdain/answer/job.hpp"
#include "jourdain/control/laws.hpp"
#include "jourdain/design/sizing.hpp"
#include "jourdain/motion/motion.hpp"
#include "jourdain/simulation/drives.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace jourdain {

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
