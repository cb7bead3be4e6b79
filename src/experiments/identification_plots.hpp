// What a fit to a log looks like: one small panel for each motor. Set-up code.
#pragma once

#include "identification/force_curves.hpp"
#include "report/plot.hpp"

namespace jourdain {

// Measured and predicted forces of each driving motor.
Plot fit_plot(const Robot& robot, const ForceCurves& curves);

// Their differences, motors of one unit on one scale.
Plot residual_plot(const Robot& robot, const ForceCurves& curves);

}  // namespace jourdain
