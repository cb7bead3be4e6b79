#include "identification/verdict/identification_plots.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

Plot motor_grid(const ForceCurves& curves, const std::string& title) {
  Plot plot;
  plot.title = title;
  plot.x = curves.times;
  plot.grid = true;
  if (curves.full()) plot.subtitle = fmt::format("the first {} equations of the log", curves.times.size());
  return plot;
}

PlotPanel motor_panel(const Robot& robot, std::size_t driving) {
  PlotPanel panel;
  panel.up = {driving_joint(robot, driving).name, driving_slides(robot, driving) ? "N" : "N m", {}, {}};
  return panel;
}

}  // namespace

const Joint& driving_joint(const Robot& robot, std::size_t driving) {
  const auto motor = static_cast<std::size_t>(driving_motors(robot)[driving]);
  return robot.mechanism().joints[robot.motor_joints()[motor]];
}

bool driving_slides(const Robot& robot, std::size_t driving) {
  return is_length(driving_joint(robot, driving).type, 0);
}

Plot fit_plot(const Robot& robot, const ForceCurves& curves) {
  Plot plot = motor_grid(curves, "Measured and predicted");
  for (std::size_t k = 0; k < curves.measured.size(); ++k) {
    PlotPanel panel = motor_panel(robot, k);
    panel.series = {{"measured", {}, curves.measured[k], PlotStyle::line, 0},
                    {"predicted", {}, curves.predicted[k], PlotStyle::line, 1}};
    plot.panels.push_back(std::move(panel));
  }
  return plot;
}

Plot residual_plot(const Robot& robot, const ForceCurves& curves) {
  Plot plot = motor_grid(curves, "Residual: measured less predicted");
  std::array<double, 2> largest{};  // of motors that slide, and that turn
  const auto scale_of = [&](const PlotPanel& panel) -> double& { return largest[panel.up.unit == "N" ? 0 : 1]; };
  for (std::size_t k = 0; k < curves.measured.size(); ++k) {
    PlotPanel panel = motor_panel(robot, k);
    PlotSeries error{"", {}, {}, PlotStyle::line, 2};
    for (std::size_t i = 0; i < curves.times.size(); ++i) {
      error.y.push_back(curves.measured[k][i] - curves.predicted[k][i]);
      if (std::isfinite(error.y.back())) scale_of(panel) = std::max(scale_of(panel), std::abs(error.y.back()));
    }
    panel.series.push_back(std::move(error));
    plot.panels.push_back(std::move(panel));
  }
  for (PlotPanel& panel : plot.panels) {
    const double end = 1.05 * scale_of(panel);
    if (end > 0) panel.up.low = -end, panel.up.high = end;
  }
  return plot;
}

Plot spectrum_plot(const Robot& robot, const ResidualReport& residuals) {
  Plot plot;
  plot.title = "Spectrum of the residuals";
  plot.subtitle = "flat: noise; hills: something that the model lacks";
  plot.across = {"frequency", "Hz", {}, {}};
  PlotPanel panel;
  panel.up = {"power density, dB over its mean", "dB", {}, {}};
  for (std::size_t k = 0; k < residuals.motors.size(); ++k) {
    const VectorX& density = residuals.motors[k].spectrum;
    if (density.size() < 2 || !(density.sum() > 0)) continue;
    PlotSeries series{driving_joint(robot, k).name, {}, {}, PlotStyle::line, -1};
    const double mean = density.mean(), top = 0.5 / residuals.step;
    for (int i = 1; i < density.size(); ++i) {
      series.x.push_back(top * i / static_cast<double>(density.size() - 1));
      series.y.push_back(10 * std::log10(std::max(density[i] / mean, 1e-6)));
    }
    panel.series.push_back(std::move(series));
  }
  if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  return plot;
}

Plot interval_plot(const Estimate& estimate) {
  constexpr double upright = 0.01;
  Plot plot;
  plot.title = "Identified values and their intervals, over the model's";
  plot.across = {"parameter, in the order of the table", "", {}, {}};
  PlotPanel panel;
  panel.up = {"identified / model", "", {}, {}};
  PlotSeries values{"value", {}, {}, PlotStyle::points, 0}, ends{"interval", {}, {}, PlotStyle::line, 1};
  for (std::size_t i = 0; i < estimate.parameters.size(); ++i) {
    const ParameterEstimate& p = estimate.parameters[i];
    if (p.outcome != Outcome::estimated || p.model == 0 || p.half_width > 3 * std::abs(p.model)) continue;
    const double x = static_cast<double>(i + 1);
    values.x.push_back(x);
    values.y.push_back(p.value / p.model);
    // Hardly inclined: a browser's plot has one point of a curve above a place.
    for (const double end : {-1.0, 1.0}) {
      ends.x.push_back(x + end * upright);
      ends.y.push_back((p.value + end * p.half_width) / p.model);
    }
    ends.x.push_back(x + 2 * upright);
    ends.y.push_back(std::numeric_limits<double>::quiet_NaN());
  }
  panel.series = {ends, values};
  panel.limits = {{1.0, "as the model"}};
  plot.panels.push_back(panel);
  return plot;
}

}  // namespace jourdain
