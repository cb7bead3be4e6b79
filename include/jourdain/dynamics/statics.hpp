// Forces at rest, what the motors can do at the output, and how stiff it is, at the workspace's configuration.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Forces of all actuators that hold the mechanism at rest at the workspace's configuration, whatever velocities it has:
// gravity, springs, counterbalances, loads, and friction's constant offset. With redundant motors as DynamicsOptions
// say. A control loop may call this. `forces` has one entry per actuator. Status: not_finite, inconsistent, singular,
// limit; then forces are untouched.
Status holding_forces(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options = {});

// The largest factor on a direction, and the actuator that limits it.
struct Capability {
  Status status = Status::ok;
  double factor = unlimited;  // not negative; 0 if a limit is exceeded before
  int actuator = -1;          // index into Robot::actuators(); -1 if nothing limits it
};

// How often the wrench `direction` (force; moment about the output frame's origin, base axes) the output can exert on
// its surroundings before an actuator reaches max_force, when it must exert `present` (one force per actuator: holding
// forces, those of a motion, or zero) anyway. Directions that the mechanism's structure carries alone are unlimited.
// With redundant motors the load is shared with least norm (moments over size), so that a cleverer share may reach
// more. Allocates.
Capability force_capability(const Robot& robot, Workspace& workspace, const Vector6& direction, const VectorX& present);

// How often the velocity `direction` (one entry per move of the output) is reached when an actuator is at max_speed.
// Allocates.
Capability speed_capability(const Robot& robot, Workspace& workspace, const VectorX& direction);

// Stiffness of the output against motors with these stiffnesses (one per actuator, force by displacement of the joint),
// all else rigid and not preloaded: K_x = J^-T K_q J^-1 in the coordinates `moves`, n x n. A control loop may call
// this. Status: inconsistent, singular, not_finite.
Status output_stiffness(const Robot& robot, Workspace& workspace, const VectorX& stiffness, MatrixX& K);

}  // namespace jourdain
