// Motors that a log has the other way round: position and force both of the other sign.
#pragma once

#include "identification/refits/refit_rows.hpp"

#include "jourdain/linear_form/base_parameters.hpp"

namespace jourdain {

// Both fit least squares nearly as well as the right signs, with masses that cannot exist: real bodies are fitted.
struct MirroredMotors {
  std::vector<int> motors;  // empty: none
  double error = 0;         // of real bodies for the log as it is: rms of the residual over that of the forces
  double corrected = 0;     // with the signs of these motors changed
};
MirroredMotors find_mirrored(const BaseParameters& base, const std::vector<Samples>& samples);

// Changes the sign of a motor's position and force.
void mirror(Sample& sample, int motor);

}  // namespace jourdain
