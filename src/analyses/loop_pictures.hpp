// Pictures of simulated loops.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/simulation/simulate.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Errors of output and motors over time, and the path, with one curve per law.
Picture tracking_picture(const Robot& robot, const std::vector<SimulatedRun>& runs, const std::string& subtitle);

// Forces of all motors under one law.
Picture loop_forces_picture(const Robot& robot, const SimulatedRun& run, const std::string& subtitle);

}  // namespace jourdain
