// Links known by the motion of their two ends, [Codourey98] sections 3.2, 3.3 and 3.6. Jacobians are 3 x n; nothing
// spins about the line of the link.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

// A cylinder: Jacobians of its centre of mass and of its angular velocity.
struct CylinderJacobians {
  MatrixX J_v;
  MatrixX J_w;
};
CylinderJacobians cylinder_jacobians(const MatrixX& J_1, const MatrixX& J_2, const Vector3& x_1, const Vector3& x_2);

// A bar, all mass on the line: kinetic energy (12), mass matrix (13), and forces of inertia and weight (23), (55).
double bar_kinetic_energy(double mass, const Vector3& v_1, const Vector3& v_2);
MatrixX bar_mass_matrix(double mass, const MatrixX& J_1, const MatrixX& J_2);
VectorX bar_forces(double mass, const MatrixX& J_1, const MatrixX& J_2, const Vector3& a_1, const Vector3& a_2,
                   const Vector3& gravity);

}  // namespace jourdain
