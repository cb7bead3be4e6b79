// From jourdain's types to the plain structs of the oracle.
#pragma once

#include "oracles/simbody_oracle.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <vector>

namespace oracle {

Frame to_frame(const jourdain::Placement& placement);

// Same bodies and joints in the same order, without the output's payload, springs and friction.
Mechanism to_mechanism(const jourdain::Robot& robot);

// The `moves` components of a wanted motion of the output frame, and nothing else of it.
std::vector<Driver> output_drivers(const jourdain::Robot& robot, const jourdain::Motion& wanted);

// Coordinates, rates and accelerations of the actuated joints.
std::vector<Driver> motor_drivers(const jourdain::Robot& robot, const jourdain::VectorX& q,
                                  const jourdain::VectorX& rates, const jourdain::VectorX& changes);

// Angles of R = Rx Ry Rz.
jourdain::Vector3 cardan_angles(const jourdain::Matrix3& R);

}  // namespace oracle
