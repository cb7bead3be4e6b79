#include "jourdain/design/sizing.hpp"

#include "legs/joint_friction.hpp"
#include "legs/robot_data.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

double share(double peak, double limit) { return std::isfinite(limit) ? std::abs(peak) / limit : 0; }

Peak scaled(const Peak& peak, double factor) { return {factor * peak.value, peak.state, peak.time}; }

const MotorModel& motor_of(const Robot& robot, std::size_t motor) {
  return *robot.mechanism().joints[robot.motor_joints()[motor]].motor;
}

// What the motor's own bearings resist the motion with, as the joint sees it.
double bearing_force(const RobotData& robot, const Joint& joint, double speed) {
  if (!joint.friction_before_gear) return 0;
  const Friction& friction = joint.axes[0].friction;
  const DeadBand<double> band = dead_bands<double>(robot).of(is_length(joint.type, 0));
  return friction.coulomb * dry_direction(speed, band) + friction.viscous * speed + friction.offset;
}

// A limit of force at the joint, seen at the shaft of a driving motor.
double shaft_limit(const MotorModel& motor, double limit) { return limit / (motor.gear * motor.efficiency); }

// Use of the force-speed line by a driving motor; a braking one is bound by max_force alone.
double line_share(const MotorModel& motor, double shaft, double speed) {
  if (!std::isfinite(motor.no_load_speed) || !(shaft * speed > 0)) return 0;
  const double stall = std::isfinite(motor.stall_force) ? motor.stall_force : motor.max_force;
  const double rest = 1 - std::abs(speed) / motor.no_load_speed;
  constexpr double beyond = 1e3;  // at and above the speed without load
  return rest > 0 ? std::min(share(shaft, shaft_limit(motor, stall) * rest), beyond) : beyond;
}

}  // namespace

Sizing::Sizing(const Robot& robot, bool friction)
    : robot_(robot),
      friction_(friction),
      forces_(VectorX::Zero(static_cast<Eigen::Index>(robot.motor_joints().size()))),
      rates_(forces_),
      accelerations_(forces_),
      sums_(robot.motor_joints().size()) {}

double Sizing::shaft_force(std::size_t k, double force, double speed, double acceleration) const {
  const RobotData& robot = data_of(robot_);
  const Joint& joint = robot.mechanism.joints[robot.motor_joints[k]];
  const MotorModel& motor = *joint.motor;
  const double rotor = motor.gear * motor.rotor_inertia * acceleration;
  const double bearing = friction_ ? bearing_force(robot, joint, speed) : 0;
  const double into_load = force - motor.gear * rotor - bearing;
  // A motor that stands is about to drive.
  const double losses = into_load * speed < 0 ? motor.efficiency : 1 / motor.efficiency;
  return rotor + (bearing + into_load * losses) / motor.gear;
}

Status Sizing::add(const Workspace& workspace, const VectorX& forces, std::optional<double> time) {
  const std::size_t motors = sums_.size();
  if (&data_of(workspace.robot()) != &data_of(robot_)) return add(MotorRow{}, time);
  for (int k = 0; k < static_cast<int>(motors); ++k) {
    rates_[k] = workspace.motor_velocity(k);
    accelerations_[k] = workspace.motor_acceleration(k);
  }
  return add({{forces.data(), static_cast<std::size_t>(forces.size())},
              {rates_.data(), motors},
              {accelerations_.data(), motors}},
             time);
}

Status Sizing::add(const MotorRow& row, std::optional<double> time) {
  Status status = log_.check(time);
  const auto fits = [&](std::span<const double> values) { return values.size() == sums_.size(); };
  if (!fits(row.forces) || !fits(row.rates) || !fits(row.accelerations)) status = Status::inconsistent;
  for (std::size_t k = 0; status == Status::ok && k < sums_.size(); ++k) {
    // Squares and powers must be numbers, too.
    constexpr double largest = 1e100;
    const bool plausible = std::abs(row.forces[k]) <= largest && std::abs(row.rates[k]) <= largest;
    if (!plausible) status = Status::not_finite;
  }
  if (status != Status::ok) {
    log_.refuse(status, time);
    return status;
  }
  log_.accept(time);
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    Sums& sums = sums_[k];
    const double force = row.forces[k], speed = row.rates[k], power = force * speed;
    const double driving = std::max(power, 0.0), braking = std::min(power, 0.0);
    const MotorModel& motor = motor_of(robot_, k);
    const double shaft = shaft_force(k, force, speed, row.accelerations[k]);
    keep_largest(sums.shaft_force, shaft, log_);
    keep_largest(sums.line_share, line_share(motor, shaft, speed), log_);
    sums.shaft_rms.add(shaft, log_);
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

void Sizing::add_inertia(std::span<const double> diagonal) {
  if (diagonal.size() != sums_.size()) return;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const MotorModel& motor = motor_of(robot_, k);
    const double rotor = motor.gear * motor.gear * motor.rotor_inertia;
    if (rotor > 0) sums_[k].inertia_ratio = std::max(sums_[k].inertia_ratio, (diagonal[k] - rotor) / rotor);
  }
}

Status Sizing::add(const PlatformState& motion, Workspace& workspace, const DynamicsOptions& options,
                   std::optional<double> time) {
  Status status = inverse_dynamics(robot_, motion, workspace, forces_, options);
  if (status == Status::ok) status = body_motions(robot_, workspace);
  if (status == Status::ok) return add(workspace, forces_, time);
  log_.refuse(status, time);
  return status;
}

MotorSizing Sizing::motor_sizing(std::size_t k) const {
  const MotorModel& model = motor_of(robot_, k);
  const Sums& sums = sums_[k];
  MotorSizing motor;
  motor.joint = robot_.motor_joints()[k];
  motor.at_joint = {sums.force, sums.force_rms.value(log_), sums.speed, sums.speed_rms.value(log_)};
  // The encoder reads direction * gear * q.
  const double gear = model.gear, sense = model.direction;
  motor.at_motor = {scaled(sums.shaft_force, sense), sums.shaft_rms.value(log_), scaled(sums.speed, sense * gear),
                    motor.at_joint.speed_rms * gear};
  motor.driving_power = sums.driving;
  motor.braking_power = sums.braking;
  motor.power_rms = sums.power_rms.value(log_);
  motor.driving_energy = sums.driving_energy;
  motor.braking_energy = sums.braking_energy;
  motor.force_share = share(sums.shaft_force.value, shaft_limit(model, model.max_force));
  motor.speed_share = share(sums.speed.value, model.max_speed);
  motor.rated_share = share(motor.at_motor.force_rms, shaft_limit(model, model.rated_force));
  motor.line_share = sums.line_share;
  motor.inertia_ratio = sums.inertia_ratio;
  return motor;
}

SizingReport Sizing::report() const {
  SizingReport report;
  report.states = log_.states();
  report.refused = log_.refused();
  report.refusals = log_.refusals();
  report.duration = log_.duration();
  double force_share = 0, speed_share = 0, rated_share = 0, line_share = 0;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const MotorSizing& motor = report.motors.emplace_back(motor_sizing(k));
    if (motor.force_share > force_share) force_share = motor.force_share, report.force_limited = static_cast<int>(k);
    if (motor.speed_share > speed_share) speed_share = motor.speed_share, report.speed_limited = static_cast<int>(k);
    if (motor.rated_share > rated_share) rated_share = motor.rated_share, report.rated_limited = static_cast<int>(k);
    if (motor.line_share.value > line_share) {
      line_share = motor.line_share.value, report.line_limited = static_cast<int>(k);
    }
  }
  report.largest_share = std::max({force_share, speed_share, rated_share, line_share});
  return report;
}

std::string explain(const Robot& robot, const SizingReport& report) {
  std::string text;
  const auto add = [&](const MotorSizing& motor, std::string_view limit, double share, const Peak* peak) {
    text += fmt::format("{}{} uses {:.1f} % of its {}", text.empty() ? "" : "; ",
                        robot.mechanism().joints[motor.joint].name, 100 * share, limit);
    if (peak) text += fmt::format(" ({})", describe(peak->state, peak->time));
  };
  const auto limited = [&](int motor) { return motor < 0 ? nullptr : &report.motors[motor]; };
  if (const auto* motor = limited(report.force_limited)) {
    add(*motor, "max_force", motor->force_share, &motor->at_motor.force);
  }
  if (const auto* motor = limited(report.speed_limited)) {
    add(*motor, "max_speed", motor->speed_share, &motor->at_motor.speed);
  }
  if (const auto* motor = limited(report.rated_limited)) {
    add(*motor, "rated_force by its RMS", motor->rated_share, nullptr);
  }
  if (const auto* motor = limited(report.line_limited)) {
    add(*motor, "force-speed line", motor->line_share.value, &motor->line_share);
  }
  if (text.empty()) text = "no motor has a limit of force or speed that this motion uses";
  const std::string refusals = describe_refusals(report.states, report.refused, report.refusals);
  return refusals.empty() ? text : text + "; " + refusals;
}

}  // namespace jourdain
