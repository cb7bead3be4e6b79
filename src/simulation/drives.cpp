#include "jourdain/simulation/drives.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Steele, Lea and Flood's mixing of 64 bits (SplitMix64).
std::uint64_t mixed(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double unit_number(std::uint64_t x) noexcept { return (static_cast<double>(x >> 11) + 0.5) * 0x1p-53; }

double rounded(double value, double step) { return step > 0 ? step * std::round(value / step) : value; }

}  // namespace

double normal_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) noexcept {
  const std::uint64_t key = mixed(mixed(mixed(seed) ^ stream) ^ index);
  const double radius = std::sqrt(-2 * std::log(unit_number(key)));
  return radius * std::cos(2 * M_PI * unit_number(mixed(key)));
}

Drives::Drives(const Robot& robot, std::uint64_t seed) : seed_(seed) {
  for (const int joint : robot.motor_joints()) {
    Drive drive;
    drive.motor = *robot.mechanism().joints[joint].motor;
    drive.limit = drive.motor.max_force / drive.motor.efficiency;
    reads_rates_ = reads_rates_ || std::isfinite(drive.motor.no_load_speed);
    jumps_ = jumps_ || !(drive.motor.drive.time_constant > 0);
    drives_.push_back(drive);
  }
}

void Drives::start(double time, const VectorX& forces) {
  time_ = time;
  commands_ = measurements_ = 0;
  for (std::size_t k = 0; k < drives_.size(); ++k) {
    drives_[k].start = drives_[k].command =
        std::clamp(forces[static_cast<int>(k)], -drives_[k].limit, drives_[k].limit);
    drives_[k].clipped = false;
  }
}

double Drives::moment(const Drive& drive, double time) const noexcept {
  const double lag = drive.motor.drive.time_constant;
  if (!(lag > 0)) return drive.command;
  return drive.command + (drive.start - drive.command) * std::exp(-(time - time_) / lag);
}

void Drives::command(double time, const VectorX& forces) noexcept {
  ++commands_;
  for (std::size_t k = 0; k < drives_.size(); ++k) {
    Drive& drive = drives_[k];
    const DriveModel& model = drive.motor.drive;
    drive.start = moment(drive, time);
    double wanted = model.gain * rounded(forces[static_cast<int>(k)], model.force_step);
    if (model.force_noise > 0) wanted += model.force_noise * normal_number(seed_, 2 * k, commands_);
    drive.command = std::clamp(wanted, -drive.limit, drive.limit);
    drive.clipped = drive.command != wanted;
  }
  time_ = time;
}

double Drives::line_limit(const Drive& drive, double rate) const noexcept {
  const MotorModel& motor = drive.motor;
  if (!std::isfinite(motor.no_load_speed)) return unlimited;
  const double stall = std::isfinite(motor.stall_force) ? motor.stall_force : motor.max_force;
  return std::max(0.0, stall * (1 - std::abs(rate) / motor.no_load_speed)) / motor.efficiency;
}

void Drives::at(double time, const VectorX& rates, VectorX& forces, VectorX& losses) const noexcept {
  double lag = 0, decay = 0;  // drives mostly have one time constant
  for (std::size_t k = 0; k < drives_.size(); ++k) {
    const int i = static_cast<int>(k);
    const Drive& drive = drives_[k];
    const double own = drive.motor.drive.time_constant;
    if (own > 0 && own != lag) lag = own, decay = std::exp(-(time - time_) / lag);
    double u = drive.command + (own > 0 ? (drive.start - drive.command) * decay : 0.0);
    // The line holds a motor back that drives, not one that brakes.
    if (reads_rates_ && u * rates[i] > 0) {
      const double limit = line_limit(drive, rates[i]);
      u = std::clamp(u, -limit, limit);
    }
    const double e = drive.motor.efficiency;
    forces[i] = 0.5 * (1 / e + e) * u;
    losses[i] = 0.5 * (1 / e - e) * std::abs(u);
  }
}

void Drives::measure(const VectorX& true_positions, VectorX& positions) noexcept {
  ++measurements_;
  for (std::size_t k = 0; k < drives_.size(); ++k) {
    const DriveModel& model = drives_[k].motor.drive;
    double position = true_positions[static_cast<int>(k)];
    if (model.position_noise > 0) position += model.position_noise * normal_number(seed_, 2 * k + 1, measurements_);
    // Steps are counted from the encoder's zero.
    const double zero = drives_[k].motor.zero;
    positions[static_cast<int>(k)] = zero + rounded(position - zero, model.encoder_step);
  }
}

bool Drives::is_saturated(int motor, double time, double rate) const noexcept {
  const Drive& drive = drives_[motor];
  const double u = moment(drive, time);
  return drive.clipped || (u * rate > 0 && std::abs(u) > line_limit(drive, rate));
}

}  // namespace jourdain
