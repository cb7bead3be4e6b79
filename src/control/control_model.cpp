#include "jourdain/control/laws.hpp"

#include "design/point_mass.hpp"
#include "dynamics/state_equations.hpp"
#include "kinematics/motor_rates.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

void choose_friction(FrictionChoice choice, Mechanism& mechanism) {
  if (choice == FrictionChoice::all) return;
  for (Joint& joint : mechanism.joints) {
    if (choice == FrictionChoice::drives && joint.motor) continue;
    for (JointAxis& axis : joint.axes) axis.friction = {};
  }
}

// Bars as points at their ends: this share of each on its arm, the rest on the platform.
Mechanism with_divided_bars(const Robot& robot, double on_arm) {
  const std::vector<DeltaLimb>& limbs = data_of(robot).delta_limbs;
  if (limbs.empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no model 58: it is for robots of DELTA type, arms and bars "
                                              "under a platform that only translates; take --model lumped",
                                              robot.mechanism().name));
  }
  Mechanism mechanism = robot.mechanism();
  for (const DeltaLimb& limb : limbs) {
    for (const DeltaBar& bar : limb.bars) {
      const double mass = mechanism.bodies[bar.body].inertial.mass;
      const int platform = mechanism.output->body;
      add_point_mass(mechanism.bodies[limb.arm].inertial, on_arm * mass, bar.on_arm);
      add_point_mass(mechanism.bodies[platform].inertial, (1 - on_arm) * mass, bar.on_platform);
      mechanism.bodies[bar.body].inertial = {};
    }
  }
  mechanism.relations.clear();
  mechanism.identical_legs = false;
  return mechanism;
}

Robot chosen_robot(const Robot& robot, ModelChoice choice, FrictionChoice friction) {
  Mechanism mechanism = robot.mechanism();
  if (choice == ModelChoice::lumped) mechanism = simplified(mechanism, Simplification::lumped);
  if (choice == ModelChoice::codourey58) {
    mechanism = with_divided_bars(robot, 2.0 / 3);
    mechanism.gravity.setZero();
  }
  choose_friction(friction, mechanism);
  return Robot(std::move(mechanism));
}

}  // namespace

std::span<const std::string_view> words(ModelChoice) {
  static constexpr std::string_view all[] = {"full", "58", "lumped"};
  return all;
}
std::string_view to_string(ModelChoice choice) { return words(choice)[static_cast<std::size_t>(choice)]; }

ControlModel::ControlModel(const Robot& robot, ModelChoice choice, FrictionChoice friction, bool compiled)
    : robot_(chosen_robot(robot, choice, friction)),
      workspace_(robot_),
      motors_(VectorX::Zero(static_cast<int>(robot.motor_joints().size()))),
      weight_(motors_) {
  if (compiled && robot_.mechanism().output) {
    code_ = std::make_shared<Code>(robot_);
    if (!code_->dynamics.is_compiled()) code_.reset();
  }
  if (choice != ModelChoice::codourey58) return;
  Mechanism halves = with_divided_bars(robot, 0.5);
  choose_friction(FrictionChoice::none, halves);
  // Springs are in the first model.
  for (Joint& joint : halves.joints) {
    for (JointAxis& axis : joint.axes) axis.spring = {};
  }
  halves.counterbalances.clear();
  weight_robot_.emplace(std::move(halves));
  weight_workspace_.emplace(*weight_robot_);
}

Status ControlModel::add_weight(const Placement& pose, VectorX& forces) noexcept {
  if (!weight_robot_) return Status::ok;
  Status status = set_guess(*weight_robot_, pose, *weight_workspace_);
  if (status == Status::ok) status = holding_forces(*weight_robot_, *weight_workspace_, weight_);
  if (status == Status::ok) forces += weight_;
  return status;
}

Status ControlModel::forces(const Reference& reference, VectorX& forces) noexcept {
  Status status;
  if (code_) {
    status = code_->dynamics(reference.output, workspace_, forces);
  } else if (robot_.mechanism().output) {
    status = inverse_dynamics(robot_, reference.output, workspace_, forces);
  } else {
    status = forward_kinematics(robot_, reference.positions, reference.rates, reference.accelerations, workspace_);
    if (status == Status::ok) status = inverse_dynamics(robot_, workspace_, forces);
  }
  return status == Status::ok ? add_weight(reference.output.pose, forces) : status;
}

Status ControlModel::move_to(const VectorX& positions, const VectorX& rates) noexcept {
  const RobotData& data = data_of(robot_);
  if (!positions.allFinite() || !rates.allFinite()) return Status::not_finite;
  if (const Status status = body_motions(robot_, workspace_); status != Status::ok) return status;
  double q[max_drives], u[max_drives];
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    q[k] = positions[data.driving[k]];
    u[k] = rates[data.driving[k]];
  }
  KinematicState& state = state_of(workspace_);
  state.report = {};
  const Status status = move_to_state(data, q, u, motors_, state);
  if (status == Status::ok) state.keep_accepted();
  return state.report.status = status;
}

Status ControlModel::forces_for(const VectorX& accelerations, VectorX& forces) noexcept {
  const RobotData& data = data_of(robot_);
  if (!accelerations.allFinite()) return Status::not_finite;
  if (const Status status = body_motions(robot_, workspace_); status != Status::ok) return status;
  double du[max_drives];
  for (std::size_t k = 0; k < data.driving.size(); ++k) du[k] = accelerations[data.driving[k]];
  KinematicState& state = state_of(workspace_);
  accelerations_from_motors(data, du, Configuration::valid, state);
  const Status status = inverse_dynamics(robot_, workspace_, forces);
  return status == Status::ok ? add_weight(workspace_.output_pose(), forces) : status;
}

Status ControlModel::forces_for(const Acceleration& acceleration, VectorX& forces) noexcept {
  const PlatformState motion{workspace_.output_pose(), workspace_.output_twist(), acceleration};
  Status status = inverse_kinematics(robot_, motion, workspace_);
  if (status == Status::ok) status = inverse_dynamics(robot_, workspace_, forces);
  return status == Status::ok ? add_weight(workspace_.output_pose(), forces) : status;
}

Status ControlModel::inertia(MatrixX& M) noexcept { return mass_matrix(robot_, workspace_, M); }

}  // namespace jourdain
