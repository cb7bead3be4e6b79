// Inertia of the tree seen from independent velocities u, through the dense system of closure equations and drive.
#pragma once

#include "dynamics/wrenches.hpp"
#include "kinematics/drive.hpp"

namespace jourdain {

// Factors the dense system at state.tree; false near a singularity. Needed before everything below.
bool factor_drive(const RobotData& robot, Drive drive, KinematicState& state);

// M = G^T M_tree G. Uses state.trial, state.t and the nodes' wrenches.
void drive_mass_matrix(const RobotData& robot, Drive drive, bool payload, KinematicState& state, Eigen::Ref<MatrixX> M);

// state.trial gets the workspace's positions and velocities and the accelerations that belong to du = 0.
void coast(const RobotData& robot, Drive drive, KinematicState& state);

// Forces of all motors that do to the mechanism what the driving motors' forces alone would do: they themselves, or
// with spare motors the forces of least norm, moments over size. Uses the dense system and state.trial then.
Status share_on_motors(const RobotData& robot, KinematicState& state, const double* driving, VectorX& forces);

}  // namespace jourdain
