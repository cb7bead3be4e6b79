// Closed loops as the experiments of the papers have them.
#pragma once

#include "jourdain/simulation/simulate.hpp"

namespace jourdain {

// The robot with drives of this time constant (s) and encoder steps (m or rad), under control with this period.
SimulatedLoop loop_trial(const Robot& robot, double time_constant, double encoder_step = 0, double period = 1e-3);

// The same robot with other values: rotors at the motors' shafts, kg m^2.
Robot with_rotors(const Robot& robot, double inertia);
// Masses and inertias, friction, and gains of the drives times these factors.
Robot with_factors(const Robot& robot, double rigid, double friction, double gain = 1);
Robot without_friction(const Robot& robot);

}  // namespace jourdain
