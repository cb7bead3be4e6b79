// Inputs for self-tests and benchmarks of traced programs.
#pragma once

#include "jourdain/expression/program.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <vector>

namespace jourdain {

// Inputs of `count` states near home, in motion, that the program accepts; then a pose far out of reach where there is
// one. The same for the same robot.
std::vector<std::vector<double>> sample_inputs(const Robot& robot, const Program& program, int count);

}  // namespace jourdain
