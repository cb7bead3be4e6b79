// Logs that a simulated robot under control records, and what identification makes of them.
#pragma once

#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/identification/identify.hpp"

namespace jourdain {

// The plant follows the motion with the law; every 2 ms its encoders and the forces of its drives, with normal noise of
// 1 % of their largest, become a row. Throws Error(numerical) if the robot is lost.
LogSource record_log(const SimulatedLoop& trial, Law law, const Motion& motion, const std::string& name);

// Base parameters of a robot in the order of an identification.
VectorX base_values_of(const Robot& robot, const Identification& identified);

}  // namespace jourdain
