// The DELTA's mass matrices of [Codourey98], to compare with mass_matrix.hpp. They allocate; not for control loops.
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

}  // namespace jourdain
