// The sets in which the parameters of real bodies lie: one cone per body, one half line per coefficient, intervals of
// masses; as functions of few free variables u, z = z0 + Z u.
#pragma once

#include "jourdain/identification/identify.hpp"

namespace jourdain {

using Matrix4 = Eigen::Matrix4d;

// Symmetric matrix of size n from its entries (0,0), (0,1), ..., (1,1), ...
MatrixX symmetric_from(const VectorX& entries, int n);

// Log of the determinant and inverse of a symmetric matrix of at most 4 x 4; false if it is not positive definite.
bool invert_positive(const MatrixX& P, MatrixX& inverse, double& log_determinant);

// P_f(u) = symmetric(offset + map u) on the columns `columns` of u, in units of the body.
struct BodyCone {
  std::string name;
  int first = 0;   // of its ten standard parameters
  int size = 4;    // of P_f
  VectorX offset;  // CAD: P_f0
  MatrixX map;
  std::vector<int> columns;
  double mass = 1, length = 1;
};

// x(u) = offset + map u, in units of the coefficient; x >= lower, x <= upper.
struct CoefficientBound {
  std::string name;
  double offset = 0;
  VectorX map;
  double lower = 0, upper = 0;
  double known = 0;      // CAD, in the same units; 0: no CAD term by itself
  bool cad_term = true;  // false: only a bound
};

struct InertiaCones {
  std::vector<BodyCone> bodies;
  std::vector<CoefficientBound> coefficients;
  std::vector<CoefficientBound> free;  // terms of CAD without a bound: offsets
  VectorX z0;                          // a point inside
  MatrixX Z;
  std::vector<std::string> on_face;
};

// `column_force` is the force that a unit of each column of the full form makes, `force` that of all: units of
// coefficients that are zero in CAD.
InertiaCones make_cones(const BaseParameters& base, const VectorX& known, const VectorX& column_force, double force,
                        double mass_tolerance);

}  // namespace jourdain
