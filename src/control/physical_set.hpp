// The parameters that real bodies can have: pseudo-inertias without negative eigenvalues, friction and rotors not
// negative. A convex set, to which adaptive laws keep their estimates.
#pragma once

#include "jourdain/linear_form/linear_form.hpp"

#include <vector>

namespace jourdain {

class PhysicalSet {
 public:
  // Of the form's parameters. Allocates.
  explicit PhysicalSet(const LinearForm& form);

  // How far outside the set: the most negative eigenvalue of a body over its size, or coefficient over its scale; 0 or
  // more inside. A control loop may call this and the next.
  double margin(const VectorX& parameters) noexcept;

  // Brings `next` into the set, into which `present` belongs: bodies are projected, restrictions that the form knows
  // are kept, and what is still missing is made up on the line to `present`.
  void project(const VectorX& present, VectorX& next) noexcept;

  // The same for estimates x of covariance P, of which `next` over `scale` are the first and `others` the rest: one
  // constraint after the other, by the least change in x^T P^-1 x, which leaves alone what is known well. At most 24
  // changes; what is missing then is made up as above.
  void project(const VectorX& present, const VectorX& scale, const MatrixX& P, VectorX& next, VectorX& others) noexcept;

 private:
  struct Body {
    int first = 0;  // of its ten standard parameters
    double mass = 1, length = 1;
  };
  double body_margin(const Body& body) const noexcept;
  // The most negative eigenvalue of a body, and its derivative in normal_.
  double body_constraint(const Body& body, const VectorX& parameters) noexcept;
  // Whether `parameters` are in the set but for round-off; standard_ gets theirs.
  bool holds(const VectorX& parameters) noexcept;

  MatrixX expansion_, back_;  // standard by parameters; least squares the other way round
  std::vector<Body> bodies_;
  std::vector<int> coefficients_;  // standard parameters that are not negative
  VectorX scale_;                  // of standard parameters
  VectorX standard_, trial_;
  VectorX normal_;  // derivative of a constraint by the parameters
};

}  // namespace jourdain
