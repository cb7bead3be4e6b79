// The body-oriented method of [Codourey97]: every body by itself, seen from any of its points, projected on the
// motors by its own Jacobian.
#include "dynamics/formulations/formulation.hpp"

#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {
namespace {

using Matrix36 = Eigen::Matrix<double, 3, 6>;
using Matrix610 = Eigen::Matrix<double, 6, 10>;

// Cross-product matrix [Codourey97] (11).
Matrix3 skew(const Vector3& r) { return (Matrix3() << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0).finished(); }

// w~ with w~ I_p = I w, [Codourey97] (31). The second row reads 0 wx 0 wy wz 0; one print of the paper has it shifted.
Matrix36 tilde(const Vector3& w) {
  Matrix36 m;
  m << w[0], w[1], w[2], 0, 0, 0,  //
      0, w[0], 0, w[1], w[2], 0,   //
      0, 0, w[0], 0, w[1], w[2];
  return m;
}

// Inertial wrench at A in body axes, linear in the ten parameters about A: [Codourey97] (28), with a = xddot_A - G as
// in (34).
Matrix610 parameter_matrix(const Vector3& a, const Vector3& w, const Vector3& dw) {
  Matrix610 Omega = Matrix610::Zero();
  Omega.block<3, 1>(0, 0) = a;
  Omega.block<3, 3>(0, 1) = skew(w) * skew(w) + skew(dw);  // (29)
  Omega.block<3, 3>(3, 1) = -skew(a);
  Omega.block<3, 6>(3, 4) = skew(w) * tilde(w) + tilde(dw);  // (30)
  return Omega;
}

// J_A^T (F_inertia - F_gravity) of one mass seen from A, a point given in the mass's frame.
VectorX projected_wrench(const MovingMass& mass, const Vector3& A, const MatrixX& J, const Workspace& workspace) {
  const Placement body = workspace.body_pose(mass.body);
  const Twist twist = workspace.body_twist(mass.body);
  const Acceleration acceleration = workspace.body_acceleration(mass.body);
  const Placement frame = body * mass.in_body;
  const Vector3 x_A = frame * A, r = x_A - body.p;

  // Acceleration of A [Codourey97] (21), and everything in body axes (22)-(24). Gravity is counted as an acceleration:
  // this puts (33) right, where it is printed with the Jacobian of the frame instead of that of the centre of mass.
  const Vector3 a_A = acceleration.a + acceleration.dw.cross(r) + twist.w.cross(twist.w.cross(r));
  const Matrix3 R_AO = frame.R.transpose();
  const Vector3 a = R_AO * (a_A - workspace.robot().mechanism().gravity);
  const Vector3 w = R_AO * twist.w, dw = R_AO * acceleration.dw;

  // Ten parameters about A, axes of the frame.
  Inertial about_A = mass.inertial;
  about_A.com -= A;
  const Vector6 F_A = parameter_matrix(a, w, dw) * inertial_parameters(about_A);

  // Into base axes (32), then J_A^T F (33).
  Vector6 F_O;
  F_O << frame.R * F_A.head<3>(), frame.R * F_A.tail<3>();
  return jacobian_at(J, body.p, x_A).transpose() * F_O;
}

}  // namespace

Status by_virtual_work(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options,
                       std::span<const Vector3> reference_points) {
  const auto n = static_cast<Eigen::Index>(driving_motors(robot).size());
  MatrixX G(joint_offsets(robot).back(), n), J(6, n);
  Status status = influence_coefficients(robot, workspace, G);
  if (status != Status::ok) return status;

  // The sum over all bodies [Codourey97] (8), (34), ...
  VectorX Q = VectorX::Zero(n);
  for (const MovingMass& mass : moving_masses(robot, options)) {
    const Vector3 A = reference_points.empty() ? Vector3::Zero() : reference_points[mass.body];
    status = body_jacobian(robot, workspace, mass.body, J);
    if (status != Status::ok) return status;
    Q += projected_wrench(mass, A, J, workspace);
  }
  // ... less the external wrenches (13), and what joints resist with, which the paper leaves out.
  status = add_applied_wrenches(robot, workspace, options, Q);
  if (status != Status::ok) return status;
  add_joint_forces(robot, workspace, options, G, motor_accelerations(workspace), Q);

  // tau = J_tau^-1 [...] (18). The paper's (15)-(17) hold for motors on the base that act about z; in general J_tau =
  // (dqdot_a/du)^T.
  return extract_motor_forces(robot, workspace, G, Q, options, forces);
}

}  // namespace jourdain
