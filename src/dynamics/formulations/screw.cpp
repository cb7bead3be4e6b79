// The method of [Gallardo03]: wrenches and partial screws of every body, paired by the Klein form.
#include "dynamics/formulations/formulation.hpp"
#include "dynamics/formulations/screw_closure.hpp"

#include "kinematics/kinematic_state.hpp"

namespace jourdain {
namespace {

// A wrench as a screw (f; tau), [Gallardo03] (26), and the point in which it is represented.
struct Wrench {
  Screw screw;
  Vector3 at;
};

// Inertia and gravity at the centre of mass, [Gallardo03] (27)-(31), (71). The paper's (52)-(55) count gravity twice,
// and (72), (73) have the platform's tensor and the rates of body 3 for every link: here each mass has its own, all of
// it at its centre of mass.
Wrench inertial_wrench(const MovingMass& mass, const ScrewClosure& closure, const Workspace& workspace) {
  const Placement frame = workspace.body_pose(mass.body) * mass.in_body;
  const Vector3 c = frame * mass.inertial.com;
  // Velocity and acceleration of the centre of mass, (5), (10) and (11).
  const Screw V = moved(closure.velocity(mass.body), c), A = moved(closure.acceleration(mass.body), c);
  const Vector3 w = V.primary, dw = A.primary;
  const Vector3 a_C = A.dual + w.cross(V.dual);
  // The tensor in base axes (28).
  const Matrix3 I = frame.R * mass.inertial.inertia * frame.R.transpose();
  const Vector3 f = mass.inertial.mass * (workspace.robot().mechanism().gravity - a_C);
  const Vector3 tau = -(I * dw) - w.cross(I * w);
  return {{f, tau}, c};
}

// Klein form of a wrench with all partial screws of its body (36), (37), (74): every combination of body and motor,
// where the paper has one index for both. The screw is moved to the wrench's point by (5): D + P x r; in (21) D is
// missing, in (68) r starts at S instead of O, in (74) the platform's screw is not moved.
void subtract_power(const Wrench& wrench, int body, const ScrewClosure& closure, VectorX& Q) {
  for (Eigen::Index i = 0; i < Q.size(); ++i) {
    Q[i] -= klein(wrench.screw, moved(closure.partial_screw(body, i), wrench.at));
  }
}

}  // namespace

Status by_screws(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options) {
  ScrewClosure closure(workspace);
  const bool solved = closure.solve();
  state_of(workspace).report.conditioning = closure.conditioning();
  if (!solved) return Status::singular;

  VectorX Q = VectorX::Zero(static_cast<Eigen::Index>(data_of(robot).driving.size()));
  for (const MovingMass& mass : moving_masses(robot, options)) {
    subtract_power(inertial_wrench(mass, closure, workspace), mass.body, closure, Q);
  }
  for (const AppliedWrench& load : applied_wrenches(robot, workspace, options)) {
    subtract_power({{load.force, load.moment}, load.point}, load.body, closure, Q);
  }
  // Friction, springs and rotors are not in the paper; their power follows from the influence coefficients (17).
  const MatrixX G = closure.influence_coefficients();
  add_joint_forces(robot, workspace, options, G, closure.motor_accelerations(), Q);
  return extract_motor_forces(robot, workspace, G, Q, options, forces);
}

Status screw_motion(const Robot& robot, const Workspace& workspace, ScrewMotion& motion) {
  if (&data_of(workspace.robot()) != &data_of(robot) || data_of(robot).driving.empty()) return Status::inconsistent;
  if (!workspace.has(Order::acceleration)) return Status::not_computed;
  ScrewClosure closure(workspace);
  if (!closure.solve()) return Status::singular;
  motion = {};
  for (int i = 0; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
    motion.velocities.push_back(closure.velocity(i));
    motion.accelerations.push_back(closure.acceleration(i));
  }
  return Status::ok;
}

}  // namespace jourdain
