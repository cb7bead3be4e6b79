// The equations of motion at the workspace's configuration, M(q) du + c(q, u) + g(q) = Q, term by term. All functions
// write into memory of the right size that the caller provides and may be called in a control loop. Status:
// inconsistent for a foreign workspace, a wrong size or a robot without such coordinates, singular near a singularity;
// then nothing is written.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// Which independent velocities u stand in the equations: rates of the driving motors (see driving_motors), or the
// output's twist coordinates in `moves`; the forces are their duals. M and c refer to the change of u.
enum class Coordinates { motors, output };

// M = G^T M_tree G of all bodies, the payload unless left out, and the rotors through their gears; n x n. Unit motions
// of the coordinates give the momentum of the tree, which is projected back (theory: general engine, step 7).
Status mass_matrix(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates = Coordinates::motors,
                   bool payload = true);

// The same from the kinetic energy: M_ij = T(e_i + e_j) - T(e_i) - T(e_j). Slower; a check.
Status mass_matrix_from_energy(const Robot& robot, Workspace& workspace, MatrixX& M,
                               Coordinates coordinates = Coordinates::motors, bool payload = true);

// Coriolis and centrifugal forces c of the workspace's velocities: inertia forces with du = 0.
Status coriolis_forces(const Robot& robot, Workspace& workspace, VectorX& c,
                       Coordinates coordinates = Coordinates::motors, bool payload = true);

// Forces g that hold bodies, and payload unless left out, against gravity. Springs and counterbalances are not in it.
Status gravity_forces(const Robot& robot, Workspace& workspace, VectorX& g,
                      Coordinates coordinates = Coordinates::motors, bool payload = true);

}  // namespace jourdain
