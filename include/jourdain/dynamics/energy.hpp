// Energies of the workspace's motion, and the power of friction.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Kinetic energy of the workspace's motion (rotors included), and potential energy of gravity, springs and
// counterbalances; without payload and springs if the options leave them out. NaN where body_motions() is still to be
// called; a workspace of another robot breaks the contract, here and below.
double kinetic_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options = {});
double potential_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options = {});

// Power that friction takes from the workspace's motion, not negative for dry and viscous friction.
double friction_power(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
