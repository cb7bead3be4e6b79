// What a log tells against the model's geometry and its shared friction, whatever the masses are.
#pragma once

#include "identification/refit_rows.hpp"

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Least squares for base parameters, each motor by the variance of its residual; instants at reversals do not count.
struct RowsFit {
  VectorX values;   // base parameters, then those of the columns apart, motor by motor
  VectorX squares;  // of every motor's residual, mean
  VectorX shares;   // of every motor: rms of the residual over the range of its force; empty: too few instants
};
// The columns `apart` have a value of their own for every motor.
RowsFit fit_rows(const RefitRows& rows, const std::vector<int>& apart = {});

// How many times the residual of one fit is that of another: motors' mean, rms.
double ratio_of(const RowsFit& before, const RowsFit& after);

// A set of friction that motors do not share.
struct SharedFriction {
  std::string set;               // name of the shared parameter
  VectorX values;                // of every motor
  double before = 0, after = 0;  // largest share of a motor
};
std::vector<SharedFriction> contradicted_friction(const BaseParameters& base, const RefitRows& rows);

// Lengths of a body, or of the bodies of this name in all legs, that explain the log better when scaled.
struct ScaledBody {
  std::string body;
  double scale = 1;
  double before = 0, after = 0;  // largest share of a motor
};
// The best first, with those that explain the log nearly as well; empty: the model's lengths do.
std::vector<ScaledBody> suspected_geometry(const BaseParameters& base, const std::vector<Samples>& samples);

}  // namespace jourdain
