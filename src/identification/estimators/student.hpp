// Quantiles of the distributions that tests and intervals need.
#pragma once

namespace jourdain {

// x with P(|T| < x) = confidence for Student's distribution with this many degrees of freedom.
double student_two_sided(double confidence, double freedoms);

// P(chi^2 > x) for this many degrees of freedom.
double chi_squared_tail(double x, double freedoms);

}  // namespace jourdain
