#include "simulation/checked_motion.hpp"
#include "jourdain/dynamics/energy.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

double work_of_motors(const VectorX& forces, const VectorX& from, const Workspace& workspace) {
  double work = 0;
  for (int k = 0; k < static_cast<int>(forces.size()); ++k) {
    work += forces[k] * (workspace.motor_position(k) - from[k]);
  }
  return work;
}

// Refusals that a smaller step may avoid.
bool worth_halving(Status status) { return status != Status::not_finite && status != Status::inconsistent; }

}  // namespace

CheckedMotion::CheckedMotion(const Robot& robot, const VectorX& forces, const DynamicsOptions& options)
    : robot_(robot),
      options_(options),
      equations_(robot),
      forces_(forces),
      x_(VectorX::Zero(equations_.size())),
      x_before_(x_),
      dx_(x_),
      motors_(VectorX::Zero(static_cast<int>(robot.motor_joints().size()))),
      before_(robot) {}

Status CheckedMotion::start(Workspace& workspace) {
  equations_.read_state(workspace, x_);
  const Status status = equations_.derivative(x_, forces_, workspace, dx_, options_);
  if (status != Status::ok) return status;
  account_ = {};
  account_.kinetic = largest_kinetic_ = kinetic_energy(robot_, workspace, options_);
  account_.potential = potential_energy(robot_, workspace, options_);
  start_energy_ = account_.kinetic + account_.potential;
  power_ = power(workspace);
  // Energies that such a robot has to do with, even at rest.
  double mass = options_.payload && robot_.mechanism().output ? robot_.mechanism().output->payload.mass : 0;
  for (const Body& body : robot_.mechanism().bodies) mass += body.inertial.mass;
  double motors = 0;
  for (std::size_t k = 0; k < robot_.motor_joints().size(); ++k) {
    const Joint& joint = robot_.mechanism().joints[robot_.motor_joints()[k]];
    motors += std::abs(forces_[static_cast<int>(k)]) * (is_length(joint.type, 0) ? robot_.size() : 1.0);
  }
  still_scale_ = std::max(mass * robot_.mechanism().gravity.norm() * robot_.size(), motors);
  return status;
}

CheckedMotion::Power CheckedMotion::power(const Workspace& workspace) const {
  Power p;
  if (options_.friction) p.friction = friction_power(robot_, workspace);
  for (const BodyLoad& load : options_.loads) {
    const Twist twist = workspace.body_twist(load.body);
    p.loads += load.force.dot(twist.v) + load.moment.dot(twist.w);
  }
  return p;
}

double CheckedMotion::energy_scale() const { return std::max(largest_kinetic_, still_scale_); }

bool CheckedMotion::balance(double dt, const Workspace& workspace, EnergyAccount& account, Power& now) {
  now = power(workspace);
  const double friction = 0.5 * dt * (power_.friction + now.friction), loads = 0.5 * dt * (power_.loads + now.loads);
  account = account_;
  account.kinetic = kinetic_energy(robot_, workspace, options_);
  account.potential = potential_energy(robot_, workspace, options_);
  account.change = account.kinetic + account.potential - start_energy_;
  account.motors += work_of_motors(forces_, motors_, workspace);
  account.friction += friction;
  account.loads += loads;
  account.open = account.change - account.motors + account.friction - account.loads;
  open_energy_ = account.open - account_.open;
  const double step = step_tolerance * energy_scale() + work_tolerance * (std::abs(friction) + std::abs(loads));
  const double total =
      total_tolerance * energy_scale() + work_tolerance * (std::abs(account.friction) + std::abs(account.loads));
  return std::abs(open_energy_) <= step && std::abs(account.open) <= total;
}

Status CheckedMotion::advance(double dt, Workspace& workspace) {
  constexpr int whole = 1 << deepest;
  advanced_ = 0;
  for (int done = 0, part = whole; done < whole;) {
    before_.go_to(workspace);
    x_before_ = x_;
    for (int k = 0; k < static_cast<int>(motors_.size()); ++k) motors_[k] = workspace.motor_position(k);
    EnergyAccount account;
    Power now;
    const double h = dt * part / whole;
    Status status = equations_.step(h, forces_, x_, workspace, options_);
    open_ = status == Status::ok && !balance(h, workspace, account, now);
    if (status == Status::ok && !open_) {
      account_ = account;
      power_ = now;
      largest_kinetic_ = std::max(largest_kinetic_, account.kinetic);
      done += part;
      advanced_ = dt * done / whole;
      // Longer steps again, where they end with a longer one's end.
      while (part < whole && done % (2 * part) == 0 && done + 2 * part <= whole) part *= 2;
      continue;
    }
    if (open_) status = Status::not_converged;
    workspace.go_to(before_);
    x_ = x_before_;
    if (part == 1 || !worth_halving(status)) return conclude(workspace, status);
    part /= 2;
    most_parts_ = std::max(most_parts_, whole / part);
  }
  return Status::ok;
}

}  // namespace jourdain
