#include "analyses/loop_pictures.hpp"

#include "analyses/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace jourdain {
namespace {

std::vector<std::size_t> motors_that(const Robot& robot, bool slide) {
  std::vector<std::size_t> motors;
  for (int k = 0; k < static_cast<int>(robot.motor_joints().size()); ++k)
    if (motor_slides(robot, k) == slide) motors.push_back(static_cast<std::size_t>(k));
  return motors;
}

PlotSeries scaled_curve(const std::string& name, const std::vector<double>& x, std::vector<double> y, double scale) {
  for (double& value : y) value *= scale;
  return {name, x, std::move(y)};
}

// One coordinate of the origins, in mm.
std::vector<double> coordinate_of(const std::vector<Placement>& poses, int coordinate) {
  std::vector<double> values(poses.size());
  std::ranges::transform(poses, values.begin(), [&](const Placement& pose) { return 1e3 * pose.p[coordinate]; });
  return values;
}

// Seen from the side that shows most of usual motions: x across, z up.
PlotPanel path_panel(const std::vector<SimulatedRun>& runs) {
  PlotPanel panel;
  panel.up = {"z", "mm", {}, {}};
  panel.across = PlotAxis{"x", "mm", {}, {}};
  for (const SimulatedRun& run : runs)
    panel.series.push_back({run.law, coordinate_of(run.record.output, 0), coordinate_of(run.record.output, 2)});
  const std::vector<Placement>& wanted = runs.front().record.wanted_output;
  panel.series.push_back({"wanted", coordinate_of(wanted, 0), coordinate_of(wanted, 2), PlotStyle::dashed});
  return panel;
}

}  // namespace

Picture tracking_picture(const Robot& robot, const std::vector<SimulatedRun>& runs, const std::string& subtitle) {
  Plot plot;
  plot.title = "tracking errors";
  plot.subtitle = subtitle;
  const auto add = [&](const char* label, const char* unit,
                       const std::function<std::vector<double>(const LoopRecord&)>& of) {
    PlotPanel& panel = plot.panels.emplace_back();
    panel.up = {label, unit, {}, {}};
    for (const SimulatedRun& run : runs)
      panel.series.push_back(scaled_curve(run.law, run.record.time, of(run.record), 1e3));
  };
  if (robot.mechanism().output) add("output", "mm", [](const LoopRecord& record) { return record.output_errors(); });
  for (const bool slide : {true, false}) {
    const std::vector<std::size_t> motors = motors_that(robot, slide);
    if (!motors.empty())
      add("largest of motors", slide ? "mm" : "mrad",
          [&](const LoopRecord& record) { return record.largest_errors(motors); });
  }
  if (robot.mechanism().output) plot.panels.push_back(path_panel(runs));
  return {"tracking", "Tracking errors", std::move(plot), "motion"};
}

Picture loop_forces_picture(const Robot& robot, const SimulatedRun& run, const std::string& subtitle) {
  Plot plot;
  plot.title = fmt::format("forces of the motors, {}", run.law);
  plot.subtitle = subtitle;
  const std::vector<std::string> names = motor_names(robot);
  for (const bool slide : {true, false}) {
    PlotPanel panel;
    panel.up = {slide ? "force" : "torque", slide ? "N" : "N m", {}, {}};
    for (const std::size_t k : motors_that(robot, slide))
      panel.series.push_back({names[k], run.record.time, run.record.forces[k]});
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
  return {"forces", "Forces of the motors", std::move(plot), "motion"};
}

}  // namespace jourdain
