// The mean of a periodic motion that was recorded several times.
#pragma once

#include "jourdain/identification/log.hpp"

namespace jourdain {

// What averaging over periods found.
struct PeriodAverage {
  std::vector<Sample> samples;  // one period
  int repetitions = 0;          // in each of them, at least
  VectorX force_deviations;     // of a single measurement, between repetitions; one per motor
  VectorX position_deviations;
};

// Averages positions, rates, accelerations and forces of equal phase over the repetitions whose positions agree with
// the middle one within 2 % of the motion; phases that several of them lack are left out. Filters are linear: the
// derivative of the mean is the mean of the derivatives. Throws Error(input) if the period is no whole number of
// samples (to 1 %) or if no two repetitions agree.
PeriodAverage average_periods(SampleSource& source, double rate, double period);

}  // namespace jourdain
