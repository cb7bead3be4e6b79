// [Abdellatif05] V: tracking errors of our virtual PaLiDA with computed forces, and over the speed.
#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/palida_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

struct ForceLaw {
  const char* name;
  Law law;
};

const std::vector<ForceLaw>& force_laws() {
  static const std::vector<ForceLaw> all{{"single joint, PD", Law::pd},
                                         {"single joint, PID", Law::pid},
                                         {"computed force, rigid bodies", Law::force_rigid},
                                         {"computed force, friction of the drives too", Law::force_drives},
                                         {"computed force, friction of all joints", Law::force_all}};
  return all;
}

// RMS of the motors' errors over some samples.
double rms_between(const SimulatedRun& course, double from, double to) {
  const LoopRecord& record = course.record;
  double sum = 0;
  int count = 0;
  for (std::size_t k = 0; k < record.time.size(); ++k) {
    if (record.time[k] < from || record.time[k] > to) continue;
    for (std::size_t motor = 0; motor < record.positions.size(); ++motor) {
      const double error = record.positions[motor][k] - record.wanted[motor][k];
      sum += error * error, ++count;
    }
  }
  return std::sqrt(sum / std::max(count, 1));
}

// RMS errors of the laws: of the whole motion, while the speed changes, at constant speed.
void claim_order(const std::vector<double>& whole, const std::vector<double>& ramps, const std::vector<double>& cruise,
                 PaperResult& result) {
  result.claims.push_back(
      {"single-joint control is not appropriate at high speed",
       fmt::format("RMS error {:.3g} mm with PID, {:.3g} mm with all forces computed", 1e3 * whole[1], 1e3 * whole[4]),
       whole[1] > 5 * whole[4], ""});
  result.claims.push_back(
      {"rigid-body compensation improves fairly, mostly in acceleration phases",
       fmt::format("errors {:.2g} times smaller than PID's while the speed changes, {:.2g} times at constant speed",
                   ramps[1] / ramps[2], cruise[1] / cruise[2]),
       whole[2] < whole[1] && ramps[1] / ramps[2] > cruise[1] / cruise[2], ""});
  result.claims.push_back(
      {"friction compensation matters most",
       fmt::format("from rigid bodies to all friction {:.3g} times smaller, from PID to rigid bodies {:.3g} times",
                   whole[2] / whole[4], whole[1] / whole[2]),
       whole[2] / whole[4] > whole[1] / whole[2], ""});
  result.claims.push_back(
      {"losses of passive joints matter, not only those of the drives",
       fmt::format("the friction of the passive joints brings another factor of {:.3g}", whole[3] / whole[4]),
       whole[3] > 1.5 * whole[4], ""});
}

}  // namespace

PaperResult abdellatif05_fig6(const ReproduceOptions&) {
  PaperResult result = new_result("abdellatif05-fig6");
  result.setting = palida_setting;
  const SimulatedLoop trial = palida_trial();
  const PalidaCircle circle = palida_circle(trial.believed, 1);
  ResultTable table{"errors",
                    "control errors of the motors, mm",
                    {"law", "largest", "RMS", "RMS speeding up and slowing down", "RMS at constant speed",
                     "platform RMS", "SJ (PID) over it"},
                    {}};
  Plot plot;
  plot.title = "control errors of four motors, [Abdellatif05] figure 6";
  for (int motor = 0; motor < 4; ++motor) {
    PlotPanel panel;
    panel.up = {fmt::format("motor {}", motor + 1), "mm", {}, {}};
    plot.panels.push_back(panel);
  }
  std::vector<double> whole, ramps, cruise;
  for (const ForceLaw& law : force_laws()) {
    const SimulatedRun course = simulate(trial, law.law, circle.motion);
    const double end = circle.motion.duration();
    whole.push_back(rms_between(course, 0, end));
    ramps.push_back(std::hypot(rms_between(course, 0, circle.ramp), rms_between(course, end - circle.ramp, end)) /
                    std::sqrt(2.0));
    cruise.push_back(rms_between(course, circle.ramp, end - circle.ramp));
    const double reference = whole.size() > 1 ? whole[1] : unlimited;
    table.rows.push_back({law.name, 1e3 * course.largest_error(), 1e3 * whole.back(), 1e3 * ramps.back(),
                          1e3 * cruise.back(), 1e3 * course.report.position_rms,
                          std::isfinite(reference) ? ResultCell(reference / whole.back()) : ResultCell("")});
    if (law.law == Law::pd) continue;
    for (std::size_t motor = 0; motor < 4; ++motor) {
      std::vector<double> error = course.record.errors(motor);
      for (double& e : error) e *= 1e3;
      plot.panels[motor].series.push_back(plotted(law.name, course.record.time, std::move(error)));
    }
  }
  result.plots.push_back({"errors", std::move(plot)});
  result.tables.push_back(std::move(table));
  claim_order(whole, ramps, cruise, result);
  result.remarks = {
      "PaLiDA's dimensions, masses, friction and gains are not published: order and ratios are compared, no values.",
      "The plain PD law carries the weight of the platform by its error; PID, which a real machine would have, does "
      "not. The paper does not say which its single-joint control is.",
      "The virtual robot differs from its model by 5 % in masses and 10 % in friction, drawn at random: what computed "
      "forces leave is this error of the model."};
  return result;
}

PaperResult abdellatif05_speeds(const ReproduceOptions& options) {
  PaperResult result = new_result("abdellatif05-speeds");
  result.setting = palida_setting;
  const SimulatedLoop trial = palida_trial();
  ResultTable table{"speeds", "RMS control error of the motors, mm", {"speed m/s"}, {}};
  for (const ForceLaw& law : force_laws()) table.columns.emplace_back(law.name);
  Plot plot;
  plot.title = "control errors over the speed, [Abdellatif05] V";
  plot.across = {"speed along the circle", "m/s", {}, {}};
  PlotPanel panel;
  panel.up = {"RMS error of the motors", "mm", {}, {}};
  std::vector<double> speeds =
      options.brief ? std::vector<double>{0.1, 0.5, 1} : std::vector<double>{0.05, 0.1, 0.2, 0.5, 1, 1.5, 2};
  std::vector<std::vector<double>> errors(force_laws().size());
  bool lost = false;
  for (const double speed : speeds) {
    const PalidaCircle circle = palida_circle(trial.believed, speed);
    std::vector<ResultCell> row{speed};
    for (std::size_t k = 0; k < force_laws().size(); ++k) {
      const SimulatedRun course = simulate(trial, force_laws()[k].law, circle.motion);
      lost = lost || course.report.lost;
      errors[k].push_back(rms_between(course, 0, circle.motion.duration()));
      row.push_back(course.report.lost ? ResultCell("lost") : ResultCell(1e3 * errors[k].back()));
    }
    table.rows.push_back(std::move(row));
  }
  for (std::size_t k = 1; k < errors.size(); ++k) {
    std::vector<double> shown = errors[k];
    for (double& x : shown) x *= 1e3;
    panel.series.push_back(plotted(force_laws()[k].name, speeds, std::move(shown), PlotStyle::marked));
  }
  plot.panels.push_back(std::move(panel));
  result.plots.push_back({"speeds", std::move(plot)});
  result.tables.push_back(std::move(table));
  const auto at = [&](double speed) {
    return static_cast<std::size_t>(std::ranges::find(speeds, speed) - speeds.begin());
  };
  const double slow = errors[1][at(0.1)], fast = errors[1][at(1)];
  result.claims.push_back({"tracking errors of single-joint control grow steeply above 0.1 m/s",
                           fmt::format("PID: {:.3g} mm at 0.1 m/s, {:.3g} mm at 1 m/s", 1e3 * slow, 1e3 * fast),
                           fast > 2 * slow, ""});
  result.claims.push_back({"computed forces keep them small",
                           fmt::format("{:.3g} mm at 0.1 m/s and {:.3g} mm at 1 m/s with all friction",
                                       1e3 * errors[4][at(0.1)], 1e3 * errors[4][at(1)]),
                           errors[4][at(1)] < 0.3 * fast, ""});
  if (lost) result.remarks.emplace_back("'lost': the error exceeded a fifth of the robot's size.");
  result.remarks.emplace_back(
      "At low speed dry friction dominates and hardly depends on the speed; inertia grows with its square. The growth "
      "that the paper calls exponential is this square on top of a constant.");
  return result;
}

}  // namespace jourdain
