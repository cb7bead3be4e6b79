#include "analyses/motion_plot.hpp"

#include "analyses/words.hpp"
#include "jourdain/answer/measure.hpp"
#include "model/joint_freedoms.hpp"
#include "report/workspace_picture.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace jourdain {
namespace {

// How a quantity of turning and of sliding motors is drawn: label, unit, factor from SI.
struct Drawn {
  const char* label;
  const char* unit;
  double factor = 1;
};

Drawn drawn(MotorQuantity quantity, bool slides) {
  switch (quantity) {
    case MotorQuantity::position: return slides ? Drawn{"stroke", "mm", 1000} : Drawn{"angle", "deg", 180 / M_PI};
    case MotorQuantity::rate: return {"speed", words_of(motion_measure(slides, 1)).unit.data()};
    case MotorQuantity::acceleration: return {"acceleration", words_of(motion_measure(slides, 2)).unit.data()};
    case MotorQuantity::force: return slides ? Drawn{"force", "N"} : Drawn{"torque", "N m"};
    case MotorQuantity::power: break;
  }
  return {"power", "W"};
}

const Joint& joint_of(const Robot& robot, int motor) { return robot.mechanism().joints[robot.motor_joints()[motor]]; }

// Both ends of what the motor or joint can, infinite where there is no limit.
std::pair<double, double> limits_of(const Joint& joint, MotorQuantity quantity) {
  const auto both = [](double most) { return std::pair{-most, most}; };
  if (quantity == MotorQuantity::force) return both(joint.motor->max_force);
  if (quantity == MotorQuantity::rate) return both(joint.motor->max_speed);
  if (quantity == MotorQuantity::position) return {joint.axes.front().limits.lower, joint.axes.front().limits.upper};
  return both(HUGE_VAL);
}

const char* limit_name(MotorQuantity quantity) {
  return quantity == MotorQuantity::force ? "max_force" : quantity == MotorQuantity::rate ? "max_speed" : "joint limit";
}

// One dashed line for each value; the legend names it if all motors have the same.
void add_limits(const Robot& robot, MotorQuantity quantity, const std::vector<int>& motors, const Drawn& how,
                PlotPanel& panel) {
  std::set<double> values;
  std::set<std::pair<double, double>> pairs;
  for (int k : motors) {
    const auto [low, high] = limits_of(joint_of(robot, k), quantity);
    pairs.insert({low, high});
    for (double value : {low, high}) {
      if (std::isfinite(value)) values.insert(value * how.factor);
    }
  }
  if (values.empty()) return;
  std::string label = limit_name(quantity);
  if (pairs.size() == 1) {
    const auto [low, high] = *pairs.begin();
    label += low == -high ? fmt::format(" {:.4g} {}", high * how.factor, how.unit)
                          : fmt::format("s {:.4g} and {:.4g} {}", low * how.factor, high * how.factor, how.unit);
  }
  for (double value : values) panel.limits.push_back({value, label});
}

}  // namespace

void MotionCurves::add(const Robot& robot, const Workspace& workspace, double time) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  times.push_back(time);
  for (std::vector<VectorX>* curve : {&positions, &rates, &accelerations}) curve->emplace_back(motors);
  for (int k = 0; k < motors; ++k) {
    positions.back()[k] = workspace.motor_position(k);
    rates.back()[k] = workspace.motor_velocity(k);
    accelerations.back()[k] = workspace.motor_acceleration(k);
  }
  if (robot.mechanism().output) poses.push_back(workspace.output_pose());
}

MotionPlot::MotionPlot(const Robot& robot, const std::string& what, const std::string& source,
                       const std::vector<double>& time, std::size_t rows)
    : robot_(robot) {
  plot_.title = fmt::format("{}: {}", marked_name(robot.mechanism()), what);
  plot_.subtitle = source;
  plot_.x = time;
  if (!time.empty()) return;
  plot_.across = {"state", "", {}, {}};
  for (std::size_t row = 0; row < rows; ++row) plot_.x.push_back(static_cast<double>(row + 1));
}

MotionPlot::MotionPlot(const Robot& robot, const std::string& what, const std::string& source,
                       const std::vector<double>& x, bool timed)
    : MotionPlot(robot, what, source, x, std::size_t{0}) {
  if (!timed) plot_.across = {"state", "", {}, {}};
}

void MotionPlot::add(MotorQuantity quantity, const std::vector<VectorX>& history) {
  std::vector<std::vector<double>> curves(robot_.motor_joints().size());
  for (const VectorX& row : history)
    for (std::size_t k = 0; k < curves.size(); ++k) curves[k].push_back(row[static_cast<Eigen::Index>(k)]);
  add(quantity, curves);
}

void MotionPlot::add(MotorQuantity quantity, const std::vector<std::vector<double>>& curves) {
  const std::vector<std::string> names = motor_names(robot_);
  for (const bool length : {false, true}) {
    std::vector<int> motors;
    for (int k = 0; k < static_cast<int>(names.size()); ++k) {
      const bool own_panel = quantity != MotorQuantity::power;
      if (own_panel ? motor_slides(robot_, k) == length : !length) motors.push_back(k);
    }
    if (motors.empty()) continue;
    const Drawn how = drawn(quantity, length);
    PlotPanel panel;
    panel.up = {how.label, how.unit, {}, {}};
    for (int k : motors) {
      PlotSeries series{names[k], {}, {}, PlotStyle::line, k};
      for (const double value : curves[k]) series.y.push_back(value * how.factor);
      panel.series.push_back(std::move(series));
    }
    add_limits(robot_, quantity, motors, how, panel);
    plot_.panels.push_back(std::move(panel));
  }
}

void MotionPlot::add_output(const std::vector<Placement>& poses) {
  if (!robot_.mechanism().output) return;
  for (const bool length : {true, false}) {
    std::vector<std::string> names;
    std::vector<std::vector<double>> curves;
    for (Move move : robot_.mechanism().output->moves) {
      if ((static_cast<int>(move) < 3) != length) continue;
      names.emplace_back(to_string(move));
      std::vector<double>& curve = curves.emplace_back();
      for (const Placement& pose : poses) {
        double value = coordinate(pose, move);
        // Angles go on where they would jump by a turn.
        if (!length && !curve.empty()) value += 2 * M_PI * std::round((curve.back() * M_PI / 180 - value) / (2 * M_PI));
        curve.push_back(value * (length ? 1000 : 180 / M_PI));
      }
    }
    if (!names.empty()) add("output", length ? "mm" : "deg", names, curves);
  }
}

void MotionPlot::add(const std::string& label, const std::string& unit, const std::vector<std::string>& names,
                     const std::vector<std::vector<double>>& curves) {
  PlotPanel panel;
  panel.up = {label, unit, {}, {}};
  for (std::size_t k = 0; k < names.size(); ++k) panel.series.push_back({names[k], {}, curves[k], PlotStyle::line, -1});
  plot_.panels.push_back(std::move(panel));
}

}  // namespace jourdain
