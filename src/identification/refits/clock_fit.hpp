// Clocks of the motors' forces against their positions, by least squares at shifted clocks.
#pragma once

#include "identification/refits/refit_rows.hpp"
#include "jourdain/identification/log_refit.hpp"

namespace jourdain {

// For every motor k the delay s_k with which b_k(t + s_k) = Y_k(t) p, p shared by all motors, has the least weighted
// squares. Whole steps are tried for the forces, so that no interpolation smooths their noise; the rest follows from
// one step of Gauss and Newton on f_k = Y_k p, whose variance is taken between stretches of the log. Where a motor is
// late, a lag of first order is tried in place of the delay: b_k = L(Y_k) p with L: x' = (u - x) / lag. Empty if the
// rows are too few.
std::vector<MotorClock> fit_clocks(const RefitRows& rows, double& residual);

}  // namespace jourdain
