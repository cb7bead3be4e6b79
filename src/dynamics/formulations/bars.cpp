#include "dynamics/formulations/bars.hpp"

namespace jourdain {

CylinderJacobians cylinder_jacobians(const MatrixX& J_1, const MatrixX& J_2, const Vector3& x_1, const Vector3& x_2) {
  CylinderJacobians J;
  J.J_v = 0.5 * (J_1 + J_2);  // [Codourey98] (6), (8)
  // [Codourey98] (7), (9). The paper leaves the direction of e_L open: it points from end 2 to end 1.
  const Vector3 across = x_1 - x_2;
  J.J_w.resize(3, J_1.cols());
  for (Eigen::Index k = 0; k < J_1.cols(); ++k) {
    const Vector3 v = J_1.col(k) - J_2.col(k);
    J.J_w.col(k) = across.cross(v) / across.squaredNorm();
  }
  return J;
}

// [Codourey98] (12).
double bar_kinetic_energy(double mass, const Vector3& v_1, const Vector3& v_2) {
  return 0.5 * mass / 3 * (v_1.squaredNorm() + v_2.squaredNorm() + v_1.dot(v_2));
}

// [Codourey98] (13). Printed with the cross term J_1^T J_2 alone, which is not symmetric: its symmetric part has the
// same energy.
MatrixX bar_mass_matrix(double mass, const MatrixX& J_1, const MatrixX& J_2) {
  const MatrixX cross_term = J_1.transpose() * J_2;
  return mass / 3 * (J_1.transpose() * J_1 + J_2.transpose() * J_2 + 0.5 * (cross_term + cross_term.transpose()));
}

// [Codourey98] (23), and half the weight at each end as in (55).
VectorX bar_forces(double mass, const MatrixX& J_1, const MatrixX& J_2, const Vector3& a_1, const Vector3& a_2,
                   const Vector3& gravity) {
  const VectorX inertia = mass / 3 * (J_1.transpose() * (a_1 + 0.5 * a_2) + J_2.transpose() * (a_2 + 0.5 * a_1));
  return inertia - 0.5 * mass * ((J_1 + J_2).transpose() * gravity);
}

}  // namespace jourdain
