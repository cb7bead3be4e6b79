#include "jourdain/design/simplify.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

bool same_joints(const Mechanism& left, const Mechanism& right) {
  const auto same = [](const Joint& a, const Joint& b) {
    return a.name == b.name && a.type == b.type && a.motor.has_value() == b.motor.has_value();
  };
  return std::equal(left.joints.begin(), left.joints.end(), right.joints.begin(), right.joints.end(), same);
}

}  // namespace

SimplificationLoss::SimplificationLoss(const Robot& full, const Robot& simple, Formulation formulation)
    : formulation_(formulation),
      full_(full),
      simple_(simple),
      full_forces_(VectorX::Zero(static_cast<Eigen::Index>(full.motor_joints().size()))),
      simple_forces_(full_forces_),
      sums_(full.motor_joints().size()) {
  if (!same_joints(full.mechanism(), simple.mechanism())) {
    throw Error(ErrorKind::usage, "only models of one robot can be compared: these two have different joints");
  }
}

Status SimplificationLoss::take(Status status, std::optional<double> time) {
  if (status == Status::ok) status = log_.check(time);
  if (status != Status::ok) {
    log_.refuse(status, time);
    return status;
  }
  log_.accept(time);
  for (int k = 0; k < static_cast<int>(full_forces_.size()); ++k) {
    Sums& sums = sums_[k];
    const double difference = simple_forces_[k] - full_forces_[k];
    keep_largest(sums.difference, difference, log_);
    keep_largest(sums.force, full_forces_[k], log_);
    sums.difference_rms.add(difference, log_);
    sums.force_rms.add(full_forces_[k], log_);
  }
  return status;
}

// Forces of the simpler model at the motion of its workspace.
Status SimplificationLoss::add_simple(const DynamicsOptions& options) {
  return formulation_ == Formulation::virtual_power
             ? inverse_dynamics(simple_.robot(), simple_, simple_forces_, options)
             : inverse_dynamics_by(formulation_, simple_.robot(), simple_, simple_forces_, options);
}

Status SimplificationLoss::add(const PlatformState& motion, const DynamicsOptions& options,
                               std::optional<double> time) {
  Status status = inverse_dynamics(full_.robot(), motion, full_, full_forces_, options);
  if (status == Status::ok) status = inverse_kinematics(simple_.robot(), motion, simple_);
  if (status == Status::ok) status = add_simple(options);
  return take(status, time);
}

Status SimplificationLoss::add(const VectorX& motors, const VectorX& rates, const VectorX& accelerations,
                               const DynamicsOptions& options, std::optional<double> time) {
  Status status = forward_kinematics(full_.robot(), motors, rates, accelerations, full_);
  if (status == Status::ok) status = inverse_dynamics(full_.robot(), full_, full_forces_, options);
  if (status == Status::ok) status = forward_kinematics(simple_.robot(), motors, rates, accelerations, simple_);
  if (status == Status::ok) status = add_simple(options);
  return take(status, time);
}

LossReport SimplificationLoss::report() const {
  LossReport report;
  report.states = log_.states();
  report.refused = log_.refused();
  report.refusals = log_.refusals();
  report.duration = log_.duration();
  const Robot& robot = full_.robot();
  // Forces and moments have no common measure.
  double difference[2] = {}, force[2] = {};
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const Sums& sums = sums_[k];
    const int joint = robot.motor_joints()[k];
    report.motors.push_back(
        {joint, sums.difference, sums.difference_rms.value(log_), sums.force, sums.force_rms.value(log_)});
    const bool slides = is_length(robot.mechanism().joints[joint].type, 0);
    difference[slides] = std::max(difference[slides], std::abs(sums.difference.value));
    force[slides] = std::max(force[slides], std::abs(sums.force.value));
  }
  for (int kind : {0, 1}) {
    if (difference[kind] > 0) report.largest = std::max(report.largest, difference[kind] / force[kind]);
  }
  return report;
}

}  // namespace jourdain
