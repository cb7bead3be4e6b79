#include "experiments/study_run.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/parameter_unit.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/spatial/rotation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {

StepResult study_base(StudyRun& run, PageSection& section) {
  if (run.robot.actuators().empty()) throw LeftOut{"the robot has no motors"};
  BaseOptions options;
  options.seed = run.options.seed;
  run.base = find_base_parameters(LinearForm(run.robot), options);
  const BaseParameters& base = *run.base;
  const int friction = base.count(true), inertial = base.count(false), all = base.full.columns();
  PageFigures figures;
  figures.figures = {
      {"base parameters", fmt::format("{}", base.base.size()), fmt::format("of {} parameters of the model", all),
       Tone::plain},
      {"inertial", fmt::format("{}", inertial), "masses, moments and products", Tone::plain},
      {"friction", fmt::format("{}", friction), "dry and viscous", Tone::plain},
      {"gap of the rank", fmt::format("{:.1g}", base.gap), "last kept over first dropped singular value", Tone::plain}};
  section.elements.emplace_back(
      PageText{"What a measurement of the motors can tell at most: the smallest set of numbers that "
               "determines all forces, each a sum of parameters of the bodies.",
               Tone::plain});
  section.elements.emplace_back(std::move(figures));
  PageTable table;
  table.title = "Base parameters";
  table.columns = {{"parameter", ""}, {"value", ""}, {"unit", ""}, {"holds", ""}};
  for (std::size_t i = 0; i < base.base.size(); ++i)
    table.rows.push_back({base.form.parameters()[i].name, base.base[i].value,
                          parameter_unit(base.form, static_cast<int>(i)),
                          base.base[i].groups.empty() ? "itself" : base.base[i].expression});
  section.elements.emplace_back(std::move(table));
  return {Tone::good,
          fmt::format("{} base parameters, {} of friction, describe all forces.", base.base.size(), friction)};
}

StepResult study_excitation(StudyRun& run, PageSection& section) {
  if (!run.base) throw LeftOut{"there are no base parameters to excite"};
  if (!run.options.log.empty()) throw LeftOut{"a recorded log was given"};
  const Robot& robot = run.robot;
  ExcitationOptions options;
  options.space = robot.mechanism().output ? Space::platform : Space::motors;
  options.starts = 1;
  options.evaluations = 120;
  options.seed = run.options.seed;
  options.rate = 250;
  run.excitation = excite(*run.base, options);
  const Excitation& found = *run.excitation;
  run.files.push_back({run.path("excitation.yaml"), print_excitation(found, "excitation", options.repetitions)});
  const double chance = [&] {
    double best = HUGE_VAL;
    for (const ExcitationQuality& q : random_excitations(*run.base, options, 5)) best = std::min(best, q.condition);
    return best;
  }();
  PageFigures figures;
  figures.figures = {
      {"condition number", fmt::format("{:.3g}", found.quality.condition), "columns scaled to length one", Tone::plain},
      {"best of 5 random motions", fmt::format("{:.3g}", chance), "condition number", Tone::plain},
      {"period", fmt::format("{:.3g} s", found.period), fmt::format("{} harmonics", options.harmonics), Tone::plain},
      {"nearest singularity", fmt::format("{:.2g}", std::min(found.report.type1.value, found.report.type2.value)),
       "on the way", Tone::plain}};
  section.elements.emplace_back(
      PageText{"A periodic motion within all limits from which the base parameters can be told best. "
               "`excitation.yaml` is a motion file for every command.",
               Tone::plain});
  section.elements.emplace_back(std::move(figures));
  Plot plot;
  plot.title = "One period";
  const MotionSpace& space = found.trajectory.coordinates();
  constexpr int samples = 300;
  std::vector<std::vector<double>> values(static_cast<std::size_t>(space.size()));
  VectorX q(space.size()), dq(space.size()), ddq(space.size());
  for (int k = 0; k < samples; ++k) {
    const double t = found.period * k / (samples - 1);
    if (found.trajectory.at(t, Jet{q, dq, ddq}) != Status::ok) break;
    plot.x.push_back(t);
    for (int c = 0; c < space.size(); ++c)
      values[static_cast<std::size_t>(c)].push_back((q[c] - space.home()[c]) *
                                                    (space.is_length(c) ? 1000 : 180 / M_PI));
  }
  for (const bool lengths : {true, false}) {
    PlotPanel panel;
    panel.up = {"from home", lengths ? "mm" : "deg", {}, {}};
    for (int c = 0; c < space.size(); ++c) {
      if (space.is_length(c) != lengths || !space.is_free(c)) continue;
      PlotSeries series;
      series.name = space.names()[static_cast<std::size_t>(c)];
      series.y = values[static_cast<std::size_t>(c)];
      panel.series.push_back(std::move(series));
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
  section.elements.emplace_back(PagePlot{std::move(plot), "excitation"});
  return {
      Tone::good,
      fmt::format("An exciting motion of {:.3g} s has condition number {:.3g}; the best of 5 random ones has {:.3g}.",
                  found.period, found.quality.condition, chance)};
}

}  // namespace jourdain
