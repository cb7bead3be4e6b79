// Links known by the motion of their two ends, [Codourey98] sections 3.2, 3.3 and 3.6. Jacobians are 3 x n; nothing
// spins about the line of the link.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

// A bar, all mass on the line: mass matrix (13), and forces of inertia and weight (23), (55).
MatrixX bar_mass_matrix(double mass, const MatrixX& J_1, const MatrixX& J_2);
VectorX bar_forces(double mass, const MatrixX& J_1, const MatrixX& J_2, const Vector3& a_1, const Vector3& a_2,
                   const Vector3& gravity);

}  // namespace jourdain
