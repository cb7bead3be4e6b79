// The benchmark of [Abdellatif05] on our virtual PaLiDA.
#pragma once

#include "analyses/papers/loop_trials.hpp"

#include "jourdain/motion/motion.hpp"

namespace jourdain {

inline constexpr const char* palida_setting =
    "palida with our own masses and friction; plant with 5 % deviation in masses and 10 % in friction; drives of 1 ms, "
    "encoders of 1 micrometre, "
    "2 kHz as in the paper; circle in the middle of the workspace, inclined by 30 degrees";

// The robot, its controller's model, 2 kHz.
SimulatedLoop palida_trial();

struct PalidaCircle {
  Motion motion;
  double ramp = 0;  // s: the speed rises before it, and falls as long at the end
};

// Once round, radius 120 mm, inclined by 30 degrees, at this speed (m/s); it is reached on an eighth of a turn, or
// earlier where 10 m/s^2 suffice.
PalidaCircle palida_circle(const Robot& robot, double speed);

}  // namespace jourdain
