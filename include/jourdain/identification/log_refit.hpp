// What is wrong with a log whatever the model's masses are: base parameters are fitted anew to the log as it would be
// without a mistake. Where that explains the forces much better, the mistake is named with its size.
#pragma once

#include "jourdain/identification/log.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

// When the force of a motor was measured, against its position. A clock that is shifted gives a delay, a filter in the
// drive a lag; the one that explains the forces better is told, the other is zero.
struct MotorClock {
  double delay = 0;      // s: the force is later than the position; negative: earlier
  double deviation = 0;  // s, standard deviation of the delay
  double lag = 0;        // s, time constant of first order
  double gain = 0;       // mean square that it takes from the residual, over what stays
  bool told = false;     // from zero, and worth correcting
};

struct LogRefit {
  bool looked = false;                   // false: nothing could be fitted
  double residual = 0;                   // of the fit to the log as it is: root mean square over that of the forces
  std::vector<MotorClock> clocks;        // one per motor
  std::vector<int> mirrored;             // motors whose position and force both have the other sign
  std::vector<LogSuspicion> suspicions;  // the same in words, with what to do

  // One entry per motor, zero where nothing is told.
  VectorX delays() const;
  VectorX lags() const;
  bool has_clock() const;
};

// Looks at up to 6000 samples spread over the log. Nothing is fitted for a robot with more motors than freedoms.
LogRefit refit_log(const BaseParameters& base, SampleSource& source);

}  // namespace jourdain
