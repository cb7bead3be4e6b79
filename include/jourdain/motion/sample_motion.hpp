// States along a motion, as tables of states have them.
#pragma once

#include "jourdain/motion/trajectory.hpp"

namespace jourdain {

// Largest number of states of a table.
inline constexpr double largest_sample_count = 5e6;

// Times 0, 1/rate, ... up to the duration, which is the last one. A rate of 0 is chosen: 200 per second, and at least
// 100 states. Throws Error(usage) if there are too many.
std::vector<double> sample_times(const Trajectory& trajectory, double rate);

// The states at these times with rates and accelerations: of the output frame as the mechanism moves it, all six
// coordinates, or of the motors where the trajectory is one of motors and `as_output` is not set. The `lines` count
// from 1. Throws Error(numerical) that names the time and the reason where the robot cannot follow; `name` stands for
// the motion there.
MotionTable sample_motion(const Trajectory& trajectory, const std::vector<double>& times, bool as_output = false,
                          const std::string& name = "motion");

}  // namespace jourdain
