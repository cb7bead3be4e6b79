// What a fit to a log looks like, as pictures. Set-up code.
#pragma once

#include "identification/verdict/force_curves.hpp"
#include "jourdain/answer/plot.hpp"
#include "jourdain/identification/identify.hpp"

namespace jourdain {

// Joint of a driving motor, by its place among them, and whether it slides.
const Joint& driving_joint(const Robot& robot, std::size_t driving);
bool driving_slides(const Robot& robot, std::size_t driving);

// Measured and predicted forces of each driving motor, one small panel each.
Plot fit_plot(const Robot& robot, const ForceCurves& curves);

// Their differences, motors of one unit on one scale.
Plot residual_plot(const Robot& robot, const ForceCurves& curves);

// Power densities of the residuals; without panels for logs that are too short.
Plot spectrum_plot(const Robot& robot, const ResidualReport& residuals);

// Values and intervals over the model's values.
Plot interval_plot(const Estimate& estimate);

}  // namespace jourdain
