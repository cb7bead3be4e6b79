#include "loop_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

const Joint& motor_joint(const Robot& robot, std::size_t k) {
  return robot.mechanism().joints[static_cast<std::size_t>(robot.actuators()[k])];
}

PlotSeries curve(const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
  PlotSeries series;
  series.name = name;
  series.x = x;
  series.y = y;
  return series;
}

void add_curves(const std::vector<LoopCurves>& laws, const char* label, const char* unit,
                const std::function<const std::vector<double>&(const LoopCurves&)>& of, Plot& plot) {
  const bool none = std::ranges::all_of(laws, [&](const LoopCurves& law) { return of(law).empty(); });
  if (none) return;
  PlotPanel panel;
  panel.up = {label, unit, {}, {}};
  for (const LoopCurves& law : laws) panel.series.push_back(curve(law.law(), law.time(), of(law)));
  plot.panels.push_back(std::move(panel));
}

}  // namespace

void LoopCurves::add(const LoopSample& sample) {
  const std::size_t motors = robot_->actuators().size();
  forces_.resize(motors);
  time_.push_back(sample.time);
  double slide = -1, turn = -1;
  for (std::size_t k = 0; k < motors; ++k) {
    const int i = static_cast<int>(k);
    const double error = 1e3 * std::abs(sample.plant.actuator_position(i) - sample.wanted.positions[i]);
    double& largest = is_length(motor_joint(*robot_, k).type, 0) ? slide : turn;
    largest = std::max(largest, error);
    forces_[k].push_back(sample.forces[i]);
  }
  if (slide >= 0) slide_error_.push_back(slide);
  if (turn >= 0) turn_error_.push_back(turn);
  if (!robot_->mechanism().output) return;
  const Vector3 p = 1e3 * sample.plant.output_pose().p, wanted = 1e3 * sample.wanted.output.pose.p;
  output_error_.push_back((p - wanted).norm());
  // Seen from the side that shows most of usual motions: x across, z up.
  across_.push_back(p.x());
  up_.push_back(p.z());
  wanted_across_.push_back(wanted.x());
  wanted_up_.push_back(wanted.z());
}

std::string tracking_svg(const std::vector<LoopCurves>& laws, const std::string& subtitle) {
  Plot plot;
  plot.title = "tracking errors";
  plot.subtitle = subtitle;
  add_curves(
      laws, "output", "mm", [](const LoopCurves& c) -> const auto& { return c.output_error_; }, plot);
  add_curves(
      laws, "largest of motors", "mm", [](const LoopCurves& c) -> const auto& { return c.slide_error_; }, plot);
  add_curves(
      laws, "largest of motors", "mrad", [](const LoopCurves& c) -> const auto& { return c.turn_error_; }, plot);
  if (!laws.front().across_.empty()) {
    PlotPanel path;
    path.up = {"z", "mm", {}, {}};
    path.across = PlotAxis{"x", "mm", {}, {}};
    for (const LoopCurves& law : laws) path.series.push_back(curve(law.law(), law.across_, law.up_));
    const LoopCurves& first = laws.front();
    path.series.push_back(curve("wanted", first.wanted_across_, first.wanted_up_));
    path.series.back().style = PlotStyle::dashed;
    plot.panels.push_back(std::move(path));
  }
  return plot_svg(plot);
}

std::string forces_svg(const LoopCurves& law, const std::string& subtitle) {
  Plot plot;
  plot.title = fmt::format("forces of the motors, {}", law.law_);
  plot.subtitle = subtitle;
  for (const bool slides : {true, false}) {
    PlotPanel panel;
    panel.up = {slides ? "force" : "torque", slides ? "N" : "N m", {}, {}};
    for (std::size_t k = 0; k < law.forces_.size(); ++k) {
      const Joint& joint = motor_joint(*law.robot_, k);
      if (is_length(joint.type, 0) != slides) continue;
      panel.series.push_back(curve(joint.name, law.time_, law.forces_[k]));
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
  return plot_svg(plot);
}

}  // namespace jourdain::cli
