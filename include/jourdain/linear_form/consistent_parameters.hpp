// From base parameters back to all parameters: those of real bodies, nearest to known values.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct ConsistencyOptions {
  double margin = 1e-6;          // least eigenvalue of a body's pseudo-inertia, relative to the body's size
  double tolerance = 1e-9;       // when the iteration stops, relative to the body's size
  int most_iterations = 200000;  // of alternating projections
};

struct ConsistentParameters {
  bool found = false;
  VectorX parameters;    // columns of the full form; mapping * parameters = the given base parameters
  VectorX standard;      // the same per body and joint
  double distance = 0;   // from the known values, in sizes of the bodies
  double violation = 0;  // what is missing to consistency, in sizes of the bodies
  int iterations = 0;
  std::vector<std::string> wrong;  // bodies and coefficients that stay inconsistent, if none was found
};

// True if m > 0 and the pseudo-inertia [[Sigma, s], [s^T, m]] with Sigma = tr(I)/2 - I is positive definite, that is if
// some distribution of mass has these ten parameters (about and in the body frame).
bool is_consistent(const Eigen::Matrix<double, 10, 1>& p);

// The parameters with these base parameters (one per row of base.mapping) that are nearest to `known` (one per column
// of the full form, such as the values of CAD), each body measured in its own mass and size, such that every body is
// consistent with a margin, and rotor inertias and friction coefficients are not negative. Bodies without mass in
// `known` stay without. The nearest point of affine set and cones by Dykstra's alternating projections. Allocates.
// Throws Error(usage) for wrong sizes or numbers that are not finite.
ConsistentParameters nearest_consistent(const BaseParameters& base, const VectorX& base_values, const VectorX& known,
                                        const ConsistencyOptions& options = {});

}  // namespace jourdain
