// Splines of fifth degree over time: values, rates and accelerations at knots.
#pragma once

#include "jourdain/motion/motion.hpp"

namespace jourdain {

// States at knots, columns per knot.
struct KnotStates {
  std::vector<double> times;  // first 0, rising
  MatrixX q, dq, ddq;
};

// The polynomials of fifth degree between the states.
class QuinticSpline : public Curve {
 public:
  explicit QuinticSpline(KnotStates states) : states_(std::move(states)) {}
  double duration() const noexcept override { return states_.times.back(); }
  void at(double t, Jet jet) const noexcept override;
  std::vector<double> knots() const override { return states_.times; }
  std::vector<double> pieces() const override;

 private:
  KnotStates states_;
};

// What a spline of least jerk has to do.
struct SplineTask {
  std::vector<double> knots;  // first 0, rising
  bool exact = false;         // true: the samples are at the knots, and it passes through them
  std::vector<double> times;  // of the samples, rising, within the knots
  MatrixX samples;            // columns
  double penalty = 1;         // s^6: weight of the integral over the squared jerk, where it is not exact
  bool rest = false;          // no rate and acceleration at the ends
};

// The states that make the integral over (g - samples)^2 plus penalty times that over g'''^2 least, or that over g'''^2
// alone where the spline is exact. Allocates. Throws Error(numerical) if rounding spoils the answer.
KnotStates least_jerk(const SplineTask& task);

}  // namespace jourdain
