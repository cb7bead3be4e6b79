// Gains of the drives and parameters of the robot together, from an unloaded and a loaded run with a known payload.
//
// The true force of motor k is g_k f_k, f_k being the force that the nominal constant gives:
//
//   unloaded   Y p + known       = diag(f) g
//   loaded     Y p + known + Y_L p_L = diag(f) g
//
// Loaded rows alone tell nothing: p = -p_L's equivalent and g = 0 fit them. The noise is in f, a column of the
// equations, so that plain least squares is biased; here the distance of f from (Y p + known + Y_L p_L) / g, in each
// motor's own variance, is least (total least squares with noise in these columns only).
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <vector>

namespace jourdain {

struct DriveGains {
  VectorX gains;            // one per motor
  VectorX gain_deviations;  // standard deviations, jackknife over stretches of both runs
  VectorX values;           // base parameters without the payload
  VectorX value_deviations;
  VectorX deviations;   // of the forces' residuals, in the nominal forces
  double quantile = 0;  // half width of a 95 % interval over the deviation
  int steps = 0;        // of Gauss and Newton
};

// `payload` is in the tool frame. Throws Error(usage) for a robot without an output, with more motors than freedoms or
// a payload without mass, Error(numerical) if the runs do not tell the gains.
DriveGains identify_drive_gains(const BaseParameters& base, SampleSource& unloaded, SampleSource& loaded,
                                const Inertial& payload);

}  // namespace jourdain
