#include "experiments/identification_plots.hpp"

#include "experiments/study_run.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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
  const auto motor = static_cast<std::size_t>(driving_actuators(robot)[driving]);
  PlotPanel panel;
  panel.up = {motor_joint(robot, motor).name, motor_slides(robot, motor) ? "N" : "N m", {}, {}};
  return panel;
}

}  // namespace

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

}  // namespace jourdain
