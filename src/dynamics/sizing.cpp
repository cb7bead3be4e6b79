#include "jourdain/dynamics/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

double share(double peak, double limit) { return std::isfinite(limit) ? std::abs(peak) / limit : 0; }

Peak scaled(const Peak& peak, double factor) { return {factor * peak.value, peak.state, peak.time}; }

}  // namespace

Sizing::Sizing(const Robot& robot)
    : robot_(robot),
      forces_(VectorX::Zero(static_cast<Eigen::Index>(robot.actuators().size()))),
      sums_(robot.actuators().size()) {}

Status Sizing::add(const Workspace& workspace, const VectorX& forces, std::optional<double> time) {
  Status status = log_.check(time);
  if (&workspace.robot().data() != &robot_.data() || forces.size() != forces_.size()) status = Status::inconsistent;
  for (int k = 0; status == Status::ok && k < static_cast<int>(forces.size()); ++k) {
    // Squares and powers must be numbers, too.
    constexpr double largest = 1e100;
    const bool plausible = std::abs(forces[k]) <= largest && std::abs(workspace.actuator_velocity(k)) <= largest;
    if (!plausible) status = Status::not_finite;
  }
  if (status != Status::ok) {
    log_.refuse(status, time);
    return status;
  }
  log_.accept(time);
  for (int k = 0; k < static_cast<int>(forces.size()); ++k) {
    Sums& sums = sums_[static_cast<std::size_t>(k)];
    const double force = forces[k], speed = workspace.actuator_velocity(k), power = force * speed;
    const double driving = std::max(power, 0.0), braking = std::min(power, 0.0);
    keep_largest(sums.force, force, log_);
    keep_largest(sums.speed, speed, log_);
    keep_largest(sums.driving, driving, log_);
    keep_largest(sums.braking, braking, log_);
    sums.force_rms.add(force, log_);
    sums.speed_rms.add(speed, log_);
    sums.power_rms.add(power, log_);
    sums.driving_energy += 0.5 * log_.step() * (std::max(sums.power, 0.0) + driving);
    sums.braking_energy += 0.5 * log_.step() * (std::min(sums.power, 0.0) + braking);
    sums.power = power;
  }
  return status;
}

Status Sizing::add(const Motion& motion, Workspace& workspace, const DynamicsOptions& options,
                   std::optional<double> time) {
  const Status status = inverse_dynamics(robot_, motion, workspace, forces_, options);
  if (status == Status::ok) return add(workspace, forces_, time);
  log_.refuse(status, time);
  return status;
}

MotorSizing Sizing::motor_sizing(std::size_t k) const {
  const int joint = robot_.actuators()[k];
  const Actuator& actuator = *robot_.mechanism().joints[static_cast<std::size_t>(joint)].actuator;
  const Sums& sums = sums_[k];
  MotorSizing motor;
  motor.joint = joint;
  motor.at_joint = {sums.force, sums.force_rms.value(log_), sums.speed, sums.speed_rms.value(log_)};
  // The encoder reads direction * gear * q, so the shaft's rate has that factor and its force the inverse one.
  const double gear = actuator.gear, sense = actuator.direction;
  motor.at_motor = {scaled(sums.force, sense / gear), motor.at_joint.force_rms / gear, scaled(sums.speed, sense * gear),
                    motor.at_joint.speed_rms * gear};
  motor.driving_power = sums.driving;
  motor.braking_power = sums.braking;
  motor.power_rms = sums.power_rms.value(log_);
  motor.driving_energy = sums.driving_energy;
  motor.braking_energy = sums.braking_energy;
  motor.force_share = share(sums.force.value, actuator.max_force);
  motor.speed_share = share(sums.speed.value, actuator.max_speed);
  return motor;
}

SizingReport Sizing::report() const {
  SizingReport report;
  report.states = log_.states();
  report.refused = log_.refused();
  report.refusals = log_.refusals();
  report.duration = log_.duration();
  double force_share = 0, speed_share = 0;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const MotorSizing& motor = report.motors.emplace_back(motor_sizing(k));
    if (motor.force_share > force_share) force_share = motor.force_share, report.force_limited = static_cast<int>(k);
    if (motor.speed_share > speed_share) speed_share = motor.speed_share, report.speed_limited = static_cast<int>(k);
  }
  report.largest_share = std::max(force_share, speed_share);
  return report;
}

std::string explain(const Robot& robot, const SizingReport& report) {
  std::string text;
  const auto add = [&](int actuator, std::string_view limit, bool force) {
    if (actuator < 0) return;
    const MotorSizing& motor = report.motors[static_cast<std::size_t>(actuator)];
    const Peak& peak = force ? motor.at_joint.force : motor.at_joint.speed;
    text += fmt::format("{}{} uses {:.1f} % of its {} ({})", text.empty() ? "" : "; ",
                        robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].name,
                        100 * (force ? motor.force_share : motor.speed_share), limit, describe(peak.state, peak.time));
  };
  add(report.force_limited, "max_force", true);
  add(report.speed_limited, "max_speed", false);
  if (text.empty()) text = "no motor has a limit of force or speed that this motion uses";
  const std::string refusals = describe_refusals(report.states, report.refused, report.refusals);
  return refusals.empty() ? text : text + "; " + refusals;
}

}  // namespace jourdain
