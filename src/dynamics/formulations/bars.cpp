#include "dynamics/formulations/bars.hpp"

namespace jourdain {

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
