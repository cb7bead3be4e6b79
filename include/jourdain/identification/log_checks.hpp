// Whether a log belongs to its robot: swapped or inverted channels, wrong units, the wrong side of a gear, clocks that
// do not agree. Each mistake is tried on the model of CAD; one that explains the log much better is named.
#pragma once

#include "jourdain/identification/samples.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct LogSuspicion {
  std::string kind;      // "order of forces", "sign of a position", "unit of positions", "clock", "another robot", ...
  std::string message;   // what it looks like, and what to do
  double error = 0;      // of the predicted forces as the log is: rms over that of the measured ones; 1: nothing fits
  double corrected = 0;  // the same with the mistake put right
};

struct LogCheck {
  bool looked = true;  // false: nothing could be checked
  double error = 0;    // as above
  double refused = 0;  // share of the samples that the robot cannot reach
  std::vector<LogSuspicion> suspicions;
};

// Looks at up to 1600 samples spread over the log. Nothing is suspected of a robot with more motors than freedoms: how
// they share their load is not known.
LogCheck check_log(const Robot& robot, SampleSource& source);

}  // namespace jourdain
