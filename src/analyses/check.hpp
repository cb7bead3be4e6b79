// Whether a model is right, and what it is.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct ModelCheck {
  std::vector<std::string> problems;  // home is singular, beyond a limit, far from its hints; it cannot move
  SingularityReport home;
};

ModelCheck check_model(const Robot& robot, const Workspace& home);

// What the robot is: mobility, motors, loops, equations, legs, size, home and its distances.
Facts robot_facts(const Robot& robot, const Workspace& home, const SingularityReport& distance);

}  // namespace jourdain
