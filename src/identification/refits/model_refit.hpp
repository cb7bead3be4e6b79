// What a log tells against the model's geometry and its shared friction, whatever the masses are.
#pragma once

#include "identification/refits/refit_rows.hpp"

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Least squares for the columns of rows, each motor by the variance of its residual; instants at reversals do not
// count.
struct RowsFit {
  VectorX values;   // of the columns
  VectorX squares;  // of every motor's residual, mean
  VectorX shares;   // of every motor: rms of the residual over the range of its force; empty: too few instants
};
RowsFit fit_rows(const RefitRows& rows);

// How many times the residual of one fit is that of another: motors' mean, rms.
double ratio_of(const RowsFit& before, const RowsFit& after);

// A set of friction that motors do not share.
struct SharedFriction {
  std::string set;               // name of the shared parameter
  VectorX values;                // of every motor
  double before = 0, after = 0;  // largest share of a motor
};
// Columns of friction that several motors share.
std::vector<int> shared_friction(const BaseParameters& base);
// The same rows with a column of every motor's own in place of these, behind the others.
RefitRows with_columns_apart(const RefitRows& rows, const std::vector<int>& columns);
std::vector<SharedFriction> contradicted_friction(const BaseParameters& base, const RefitRows& rows);

// Lengths of a body, or of the bodies of this name in all legs, that explain the log better when scaled.
struct ScaledBody {
  std::string body;
  double scale = 1, deviation = 0;
};
// The most certain first, with those that are nearly as certain, each by itself; empty: the model's lengths do.
std::vector<ScaledBody> suspected_geometry(const BaseParameters& base, const std::vector<Samples>& samples);

}  // namespace jourdain
