// What the formulations share: the masses and loads of a robot as lists, forces of joints through their influence
// coefficients, and the motors' forces from forces on the driving motors.
#pragma once

#include "jourdain/dynamics/formulations.hpp"

#include <vector>

namespace jourdain {

// A mass that moves with a body: the body's own, or the payload. Its frame in the body frame.
struct MovingMass {
  int body = 0;
  Placement in_body;
  Inertial inertial;
};
std::vector<MovingMass> moving_masses(const Robot& robot, const DynamicsOptions& options);

// An applied force at a point (base frame) of a body, and a moment: process loads and counterbalances.
struct AppliedWrench {
  int body = 0;
  Vector3 point = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();
};
std::vector<AppliedWrench> applied_wrenches(const Robot& robot, const Workspace& workspace,
                                            const DynamicsOptions& options);

// Twist (v; w) of body point x (base frame) by the driving motors, 6 x driving, from the body's Jacobian at point p.
MatrixX jacobian_at(const MatrixX& J_p, const Vector3& p, const Vector3& x);

// Adds (dqdot/dqdot_a)^T Q of friction, springs and rotors to the forces Q on the driving motors. G as
// influence_coefficients; accelerations: of all motors.
void add_joint_forces(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options, const MatrixX& G,
                      const VectorX& accelerations, VectorX& Q);

// Adds what the applied wrenches ask of the driving motors, -J^T F. Status of body_jacobian().
Status add_applied_wrenches(const Robot& robot, Workspace& workspace, const DynamicsOptions& options, VectorX& Q);

// Forces of all motors from those on the driving ones: J_tau forces = Q, J_tau = (dqdot_a/du)^T. Redundant motors share
// the load as the options say.
Status extract_motor_forces(const Robot& robot, Workspace& workspace, const MatrixX& G, const VectorX& Q,
                            const DynamicsOptions& options, VectorX& forces);

// Accelerations of all motors in the workspace.
VectorX motor_accelerations(const Workspace& workspace);

// The formulations; arguments are checked by inverse_dynamics_by.
Status by_virtual_work(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options,
                       std::span<const Vector3> reference_points);
Status by_screws(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options);
Status by_bars(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options,
               bool simplified);

}  // namespace jourdain
