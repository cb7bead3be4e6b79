// How far forces, accelerations and mass matrices of a workspace's motion are from those of a foreign engine's
// equations at the same motion: largest difference over largest entry, infinite for what is no number.
#pragma once

#include "oracles/mechanism_bridge.hpp"
#include "support/random_states.hpp"

namespace jourdain {

// Motor forces.
double force_difference(Workspace& workspace, const oracle::Mechanism& mechanism, const oracle::Equations& equations,
                        const DynamicsOptions& options);

// Accelerations of the motors under the forces `acting`; slides count in robot sizes.
double acceleration_difference(const Workspace& workspace, const oracle::Mechanism& mechanism,
                               const oracle::Equations& equations, const DynamicsOptions& options,
                               const VectorX& acting);

// Mass matrices of the driving motors and, if there is one, of the output.
double mass_matrix_difference(Workspace& workspace, const oracle::Mechanism& mechanism,
                              const oracle::Equations& equations, bool payload);

// Forces of about half the weight for every motor, moments over the robot's size.
VectorX random_motor_forces(const Robot& robot, Random& random);

}  // namespace jourdain
