// Parameters of real bodies from the data: least squares near the values of CAD, such that every body could exist,
// friction takes energy, and masses stay within bounds. A convex problem, solved by Newton's method with a barrier.
//
//   minimise   |R K z - c|^2 / (2 s^2) + CAD(z) / d^2     over the parameters z of the full form,  x = S z
//   such that  P_i(x) >= 0 for every body,  friction and rotors >= 0,  masses within bounds.
//
// s is the residual of least squares, widened where residuals are correlated, and at least 1e-4 of the forces.
// P = [[tr(I)/2 E - I, h], [h^T, m]] is the pseudo-inertia of a body about its frame. A body that lies on the boundary
// in CAD (a thin rod, a point, nothing at all) stays on that face: P n = 0 for the null vectors n of its CAD value.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <string>
#include <vector>

namespace jourdain {

enum class CadTerm {
  quadratic,  // sum over bodies of |D (P - P0) D / m0|^2 / 2, D in units of the body's size, and of ((x - x0)/x0)^2 / 2
  log_det,    // sum over bodies of tr(P P0^-1) - log det(P P0^-1) - n, and of x/x0 - log(x/x0) - 1
};

struct ConsistentFitOptions {
  CadTerm term = CadTerm::quadratic;
  double cad_deviation = 0.3;   // d: relative standard deviation of the values of CAD
  double mass_tolerance = 0.5;  // masses stay within this share of CAD's; infinite: not bounded
  double tolerance = 1e-9;      // of the objective, relative
  int most_steps = 300;
};

// Who decided the value of a parameter.
enum class Decided { data, both, cad };
std::string_view to_string(Decided decided);

struct ConsistentFit {
  VectorX parameters;                 // columns of the full form
  VectorX standard;                   // per body and joint, in the order of LinearForm::standard()
  VectorX base_values;                // mapping * parameters
  VectorX deviations;                 // of the standard parameters, from data and CAD together
  std::vector<Decided> decided;       // of the standard parameters
  double objective = 0;               // as above
  double squares = 0;                 // weighted sum of squares of the data
  double least_squares = 0;           // the same of plain least squares
  double residual_rise = 0;           // of the weighted root mean square: what consistency costs
  double kkt = 0;                     // residual of the conditions of Karush, Kuhn and Tucker, relative
  int steps = 0;                      // of Newton's method
  std::vector<std::string> at_bound;  // bodies, coefficients and masses that a bound holds
  std::vector<std::string> on_face;   // bodies without volume in CAD, which stay so
};

// `known` are the values of CAD, one per column of the full form. Throws Error(usage) if a body cannot exist in CAD,
// Error(numerical) if Newton's method does not settle.
ConsistentFit consistent_fit(const BaseParameters& base, const Estimate& estimate, const VectorX& known,
                             const ConsistentFitOptions& options = {});

}  // namespace jourdain
