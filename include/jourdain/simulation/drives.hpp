// Drives and encoders of a simulated robot: lag, limits, gears, resolution, noise. Values of the model's `drive` and
// `motor` blocks.
#pragma once

#include "jourdain/simulation/plant.hpp"

#include <cstdint>
#include <vector>

namespace jourdain {

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

}  // namespace jourdain
