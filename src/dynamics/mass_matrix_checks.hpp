// Other ways to parts of the equations of motion, to compare with mass_matrix.hpp: the DELTA's mass matrices of
// [Codourey98], and the Coriolis forces by Lagrange's form. They allocate; not for control loops.
#pragma once

#include "jourdain/dynamics/mass_matrix.hpp"

namespace jourdain {

// Mass matrices of a robot of DELTA type in the rates of the driving motors, rotors included.
struct DeltaMassMatrices {
  MatrixX full;        // [Codourey98] (47): forearms as uniform bars
  MatrixX simplified;  // [Codourey98] (50): a third of each forearm on the plate, two thirds at the elbow
  double loss = 0;     // largest |simplified - full|_ij over sqrt(full_ii full_jj)
};

// Both at the workspace's configuration. Status: inconsistent for a foreign workspace and for robots that are not of
// DELTA type (see inverse_dynamics_by), singular.
Status delta_mass_matrices(const Robot& robot, Workspace& workspace, DeltaMassMatrices& matrices, bool payload = true);

// Coriolis and centrifugal forces as Lagrange has them, [Codourey98] (15): c = dM/dt dq - 1/2 d(dq^T M dq)/dq, in the
// coordinates of the driving motors. The derivatives of M are differences of sixth order, of configurations in which
// one motor is moved by up to 0.006 (radians, lengths over size).
struct LagrangeCoriolis {
  VectorX c;         // one entry per driving motor
  double error = 0;  // estimate, from differences of fourth order: largest entry of their difference
};

// At the workspace's motion, which stays. Status as mass_matrix and forward_kinematics at the moved configurations;
// then nothing is written.
Status coriolis_by_lagrange(const Robot& robot, const Workspace& workspace, LagrangeCoriolis& result,
                            bool payload = true);

}  // namespace jourdain
