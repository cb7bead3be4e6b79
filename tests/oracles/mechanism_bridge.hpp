// From jourdain's types to the plain structs of the oracles.
#pragma once

#include "oracles/equations.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <vector>

namespace oracle {

Frame to_frame(const jourdain::Placement& placement);

// What of a robot is no body or joint of its own.
struct Additions {
  bool payload = false;     // as a last body, fixed to the output's
  bool hold_spins = false;  // rods that only spin are held as jourdain holds them
};

// Same bodies and joints in the same order.
Mechanism to_mechanism(const jourdain::Robot& robot, const Additions& additions = {});

// Poses of all bodies in the workspace, that of the payload behind them if the mechanism has one.
std::vector<Frame> to_poses(const jourdain::Workspace& workspace, const Mechanism& mechanism);

Loads to_loads(const jourdain::DynamicsOptions& options);

// The `moves` components of a wanted motion of the output frame, and nothing else of it.
std::vector<Driver> output_drivers(const jourdain::Robot& robot, const jourdain::PlatformState& wanted);

// Coordinates, rates and accelerations of the actuated joints.
std::vector<Driver> motor_drivers(const jourdain::Robot& robot, const jourdain::VectorX& q,
                                  const jourdain::VectorX& rates, const jourdain::VectorX& accelerations);

// Angles of R = Rx Ry Rz.
jourdain::Vector3 cardan_angles(const jourdain::Matrix3& R);

}  // namespace oracle
