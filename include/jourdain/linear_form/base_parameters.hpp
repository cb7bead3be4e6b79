// Base parameters, and the way back from them to all parameters.
#pragma once

#include "jourdain/linear_form/linear_form.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jourdain {

// The smallest set of parameters that still describes a closed mechanism, found by the rank of its regressor over
// random states: which parameters are kept, what is added to each, and which have no effect.

struct BaseOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> keep;  // parameters to keep, if they are independent
  std::vector<std::string> drop;  // parameters to express by others
};

// factor * parameter, a part of a base parameter. The text is the factor as geometry where it is recognised ("L_A^2",
// "sum(x.ball^2 + y.ball^2)"), else a number; x.ball is a coordinate of that joint in the body of the kept parameter.
struct GroupedPart {
  int parameter = 0;  // column of the full form
  double factor = 1;
  std::string text;
  bool recognised = false;
};

struct BaseParameter {
  int parameter = 0;  // the kept column of the full form
  double value = 0;   // for the model's values
  std::vector<GroupedPart> groups;
  std::string expression;  // "Izz.ring + Iyy.stator + Izz.slider"
};

// A parameter that is not kept, and why.
struct DroppedParameter {
  int parameter = 0;
  bool without_effect = false;  // else it is a part of base parameters
  std::string reason;
};

struct BaseParameters {
  LinearForm full;  // all parameters
  LinearForm form;  // the base alone: regressor(form, ...) is Y_base, in the order of `base`
  std::vector<BaseParameter> base;
  std::vector<DroppedParameter> dropped;  // in the order of the full form
  MatrixX mapping;                        // p_base = mapping * p, base x full parameters
  VectorX singular_values;                // of the regressor over all states, columns of equal length, falling
  double gap = 0;                         // last kept over first dropped singular value
  double residual = 0;                    // of the grouping at states that were not used to find it, relative
  int states = 0;                         // random states used
  std::uint64_t seed = 1;
  std::vector<std::string> assumptions;  // symmetries, relations and gravity that the count depends on

  int count(bool friction) const;  // base parameters that are friction, or that are not
};

// Finds the base. Preferred as representatives: those of `keep`, then of the platform, then of bodies in file order.
// Memory does not depend on the number of states. Throws Error(usage) if a name is unknown, if the parameters to keep
// depend on each other (it says how), or if one to drop is needed; Error(numerical) if no clear rank is found.
BaseParameters find_base_parameters(const LinearForm& form, const BaseOptions& options = {});

// The least gap with which a rank counts as clear.
inline constexpr double least_gap = 1e8;

// From base parameters back to all parameters: those of real bodies, nearest to known values.

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
