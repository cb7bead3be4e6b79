// Programs of a simulated robot: accelerations of its platform when friction is decided elsewhere. Set-up code: it
// allocates and throws Error.
#pragma once

#include "expression/program.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <vector>

namespace jourdain {

// A freedom of a joint whose dry friction is an input.
struct DryFreedom {
  int joint = 0, freedom = 0;
};

// Accelerations of the platform in its moves. Inputs: position, rotation matrix (Cardan angles where not all three
// turns are moves), rates of the moves, forces of all motors, and what each of these freedoms resists with,
// "force.dry.0" and so on. For platforms on limbs in closed form, in home's working modes. Parameters are constants.
Program trace_plant_accelerations(const Robot& robot, const std::vector<DryFreedom>& dry);

// Rates of some velocity coordinates of the tree, for the same position and rates; then positions of all motors.
Program trace_plant_rates(const Robot& robot, const std::vector<int>& coordinates);

// Their accelerations; inputs are those of the moves, too: ax ... bz.
Program trace_axis_accelerations(const Robot& robot, const std::vector<int>& coordinates);

}  // namespace jourdain
