// The equations of motion in two steps, for integrators that decide about forces once the rates are known, and whose
// parameters are not those of the robot: changed payloads, wrong models, friction that sticks.
#pragma once

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "kinematics/kinematic_state.hpp"
#include "structure/tree_parameters.hpp"

namespace jourdain {

// Brings state.tree to positions q and rates u of the driving motors; state.saved keeps the old motion. `motors` is
// memory, one entry per motor. Status as forward_kinematics; then nothing changes.
Status move_to_state(const RobotData& robot, const double* q, const double* u, VectorX& motors, KinematicState& state);

// Accelerations of state.tree, and those of all motors into `accelerations`, for these motor forces and
// parameters. Needs rates. Status as forward_dynamics; accelerations are undefined then.
Status accelerate_state(const RobotData& robot, const TreeParameters<double>& parameters, const VectorX& forces,
                        const DynamicsOptions& options, KinematicState& state, VectorX& accelerations);

// Whether accelerate_state works on the platform, limb by limb.
bool accelerates_platform(const RobotData& robot);

}  // namespace jourdain
