// Logs that a robot would record: positions on the grid of its encoders, noisy forces, at the rate of its controller.
#pragma once

#include "jourdain/motion/trajectory.hpp"

#include <cstdint>
#include <string>

namespace jourdain {

struct SimulatedLogOptions {
  double rate = 1000;      // Hz
  VectorX resolution;      // step of every motor's encoder at the joint, rad or m; empty: 2^-17 of a turn, 1 micrometre
  VectorX noise;           // standard deviation of every motor's force; empty: 1 % of its largest along the motion
  double correlation = 0;  // of the noise with that of the sample before, 0 to 1
  std::uint64_t seed = 1;
};

// What was assumed.
struct SimulatedLog {
  long samples = 0;
  VectorX resolution, noise;
};

// Follows the motion with the model's own parameters and writes columns t, <motor>, <motor>_force. Throws
// Error(numerical) where the robot cannot follow, Error(usage) for sizes that do not fit.
SimulatedLog write_simulated_log(const Trajectory& trajectory, const SimulatedLogOptions& options,
                                 const std::string& path);

}  // namespace jourdain
