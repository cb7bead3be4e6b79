// Inertia of the tree seen from independent velocities u, through the dense system of closure equations and drive.
#pragma once

#include "dynamics/wrenches.hpp"
#include "kinematics/drive.hpp"

namespace jourdain {

// Factors the dense system at state.tree; false near a singularity. Needed before everything below.
bool factor_drive(const RobotData& robot, Drive drive, KinematicState& state);

// M = G^T M_tree G. Uses state.trial, state.t and the nodes' wrenches.
void drive_mass_matrix(const RobotData& robot, const TreeParameters<double>& parameters, Drive drive, bool payload,
                       KinematicState& state, Eigen::Ref<MatrixX> M);

// state.trial gets the workspace's positions and velocities and the accelerations that belong to du = 0.
void coast(const RobotData& robot, Drive drive, KinematicState& state);

}  // namespace jourdain
