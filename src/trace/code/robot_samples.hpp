// Inputs for self-tests and benchmarks of traced programs.
#pragma once

#include "trace/code/robot_library.hpp"

#include <vector>

namespace jourdain {

// Inputs of `count` states near home, in motion. Forces are 0 and motors are where they belong. The same for the
// same robot. Throws Error(numerical) where the library's sampler finds none.
std::vector<std::vector<double>> usual_inputs(const Robot& robot, const Program& program, int count);

// Inputs of `count` states near home and away from singularities that the program accepts, in motion, the last one at
// rest; then a pose far out of reach where there is one. A step of forward kinematics gets motors' positions beside
// those of the guess: at the solution its results would be round-off. The same for the same robot.
std::vector<std::vector<double>> sample_inputs(const Robot& robot, const Program& program, int count);

}  // namespace jourdain
