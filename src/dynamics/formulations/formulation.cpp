#include "dynamics/formulations/formulation.hpp"

#include "dynamics/joint_forces.hpp"
#include "dynamics/load_sharing.hpp"
#include "dynamics/loads.hpp"
#include "kinematics/kinematic_state.hpp"
#include "structure/idle_spin_inertia.hpp"

#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {

std::string_view to_string(Formulation formulation) {
  switch (formulation) {
    case Formulation::virtual_power: return "virtual_power";
    case Formulation::virtual_work: return "virtual_work";
    case Formulation::screw: return "screw";
    case Formulation::bars: return "bars";
    case Formulation::bars_simplified: return "bars_simplified";
  }
  return "unknown";
}

std::vector<MovingMass> moving_masses(const Robot& robot, const DynamicsOptions& options) {
  const Mechanism& mechanism = robot.mechanism();
  std::vector<MovingMass> masses;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (mechanism.bodies[i].inertial.mass > 0) {
      masses.push_back(
          {static_cast<int>(i), {}, without_idle_spin(robot.tree().bodies[i], mechanism.bodies[i].inertial)});
    }
  }
  if (options.payload && mechanism.output && mechanism.output->payload.mass > 0) {
    const Output& output = *mechanism.output;
    masses.push_back({output.body, output.frame * output.tool, output.payload});
  }
  return masses;
}

std::vector<AppliedWrench> applied_wrenches(const Robot& robot, const Workspace& workspace,
                                            const DynamicsOptions& options) {
  std::vector<AppliedWrench> wrenches;
  visit_applied_wrenches(robot, workspace, options,
                         [&](int body, const Vector3& x, const Vector3& force, const Vector3& moment) {
                           wrenches.push_back({body, x, force, moment});
                         });
  return wrenches;
}

MatrixX jacobian_at(const MatrixX& J_p, const Vector3& p, const Vector3& x) {
  MatrixX J = J_p;
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    const Vector3 w = J_p.col(k).tail<3>();
    J.col(k).head<3>() += w.cross(x - p);
  }
  return J;
}

void add_joint_forces(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options, const MatrixX& G,
                      const VectorX& accelerations, VectorX& Q) {
  const std::vector<int> offsets = joint_offsets(robot);
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const JointResistance r =
        joint_resistance(robot, workspace, static_cast<int>(j), options.friction, options.springs);
    if (!r.any) continue;
    for (int i = 0; i < offsets[j + 1] - offsets[j]; ++i) Q += r.force[i] * G.row(offsets[j] + i).transpose();
  }
  // Rotors turn with their joints, gear times as fast.
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    const auto joint = static_cast<std::size_t>(robot.motor_joints()[k]);
    const MotorModel& motor = *robot.mechanism().joints[joint].motor;
    const double inertia = motor.gear * motor.gear * motor.rotor_inertia;
    Q += inertia * accelerations[static_cast<int>(k)] * G.row(offsets[joint]).transpose();
  }
}

Status add_applied_wrenches(const Robot& robot, Workspace& workspace, const DynamicsOptions& options, VectorX& Q) {
  MatrixX J(6, Q.size());
  for (const AppliedWrench& wrench : applied_wrenches(robot, workspace, options)) {
    if (const Status status = body_jacobian(robot, workspace, wrench.body, J); status != Status::ok) return status;
    Vector6 F;
    F << wrench.force, wrench.moment;
    Q -= jacobian_at(J, workspace.body_pose(wrench.body).p, wrench.point).transpose() * F;
  }
  return Status::ok;
}

Status extract_motor_forces(const Robot& robot, Workspace& workspace, const MatrixX& G, const VectorX& Q,
                            const DynamicsOptions& options, VectorX& forces) {
  // [Codourey97] (17), (18): J_tau is a permutation of the identity unless there are redundant motors.
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX rates(forces.size(), Q.size());
  for (Eigen::Index k = 0; k < forces.size(); ++k) {
    const int joint = robot.motor_joints()[k];
    rates.row(k) = G.row(offsets[joint]);
  }
  return share_load(data_of(robot), Drive::motors, rates, Q.data(), options, state_of(workspace).report, forces);
}

VectorX motor_accelerations(const Workspace& workspace) {
  VectorX accelerations(static_cast<int>(workspace.robot().motor_joints().size()));
  for (int k = 0; k < static_cast<int>(accelerations.size()); ++k) accelerations[k] = workspace.motor_acceleration(k);
  return accelerations;
}

namespace {

// What inverse_dynamics() refuses is refused here too.
Status check_arguments(const Robot& robot, Workspace& workspace, const VectorX& forces,
                       const DynamicsOptions& options) {
  Status status = body_motions(robot, workspace);
  if (status != Status::ok) return status;
  if (data_of(robot).driving.empty()) return Status::inconsistent;
  if (forces.size() != static_cast<Eigen::Index>(robot.motor_joints().size())) return Status::inconsistent;
  status = check_loads(robot, options);
  if (status != Status::ok) return status;
  Report report;
  return check_idle_rods(data_of(robot), state_of(workspace).tree, options, report);
}

Status compute(Formulation formulation, const Robot& robot, Workspace& workspace, VectorX& forces,
               const DynamicsOptions& options) {
  switch (formulation) {
    case Formulation::virtual_power: return inverse_dynamics(robot, workspace, forces, options);
    case Formulation::virtual_work: return by_virtual_work(robot, workspace, forces, options, {});
    case Formulation::screw: return by_screws(robot, workspace, forces, options);
    case Formulation::bars: return by_bars(robot, workspace, forces, options, false);
    case Formulation::bars_simplified: return by_bars(robot, workspace, forces, options, true);
  }
  return Status::inconsistent;
}

}  // namespace

Status inverse_dynamics_by(Formulation formulation, const Robot& robot, Workspace& workspace, VectorX& forces,
                           const DynamicsOptions& options) {
  Status status = check_arguments(robot, workspace, forces, options);
  if (status == Status::ok) status = compute(formulation, robot, workspace, forces, options);
  return conclude(workspace, status);
}

Status inverse_dynamics_by_virtual_work(const Robot& robot, Workspace& workspace, VectorX& forces,
                                        const DynamicsOptions& options, std::span<const Vector3> reference_points) {
  Status status = check_arguments(robot, workspace, forces, options);
  if (reference_points.size() != robot.mechanism().bodies.size()) status = Status::inconsistent;
  if (status == Status::ok) status = by_virtual_work(robot, workspace, forces, options, reference_points);
  return conclude(workspace, status);
}

}  // namespace jourdain
