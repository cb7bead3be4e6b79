#include "experiments/study_run.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "linear_form/parameter_unit.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// As far from home as there is a motion within the limits.
Excitation largest_excitation(const BaseParameters& base, ExcitationOptions& options) {
  for (const double reach : {0.15, 0.05}) {
    try {
      options.reach = reach;
      return excite(base, options);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::numerical) throw;
    }
  }
  options.reach = 0.02;
  return excite(base, options);
}

// A motion of the same kind that need not be as good, for validation; none if none is found.
std::optional<Excitation> other_excitation(const BaseParameters& base, ExcitationOptions options) {
  options.evaluations = 20;
  options.seed += 1;
  try {
    return excite(base, options);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

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
          fmt::format("{} base parameters, {} of friction, describe all forces.", base.base.size(), friction),
          {}};
}

StepResult study_excitation(StudyRun& run, PageSection& section) {
  if (!run.base) throw LeftOut{"there are no base parameters to excite"};
  if (!run.options.log.empty()) throw LeftOut{"a recorded log was given"};
  const Robot& robot = run.robot;
  ExcitationOptions options;
  options.space = robot.mechanism().output ? Space::platform : Space::motors;
  options.criterion = ExcitationCriterion::balanced;
  options.starts = 1;
  options.evaluations = 120;
  options.seed = run.options.seed;
  options.rate = 250;
  run.excitation = largest_excitation(*run.base, options);
  const Excitation& found = *run.excitation;
  run.files.push_back({run.path("excitation.yaml"), print_excitation(found, "excitation", options.repetitions)});
  // Of random motions the one that tells the parameters best on average.
  ExcitationQuality chance;
  chance.mean_variance = HUGE_VAL;
  for (const ExcitationQuality& q : random_excitations(*run.base, options, 5))
    if (q.mean_variance < chance.mean_variance) chance = q;
  const double better = std::sqrt(chance.mean_variance / found.quality.mean_variance);
  run.second_excitation = other_excitation(*run.base, options);
  PageFigures figures;
  figures.figures = {
      {"condition number", fmt::format("{:.3g}", found.quality.condition), "columns scaled to length one", Tone::plain},
      {"best of 5 random motions", fmt::format("{:.3g}", chance.condition), "condition number", Tone::plain},
      {"deviations", fmt::format("{:.2g} times smaller", better), "than from that motion, root mean square",
       Tone::plain},
      {"period", fmt::format("{:.3g} s", found.period), fmt::format("{} harmonics", options.harmonics), Tone::plain},
      {"nearest singularity", fmt::format("{:.2g}", found.report.nearest_singularity()), "on the way", Tone::plain}};
  section.elements.emplace_back(PageText{
      "A periodic motion within all limits, optimised so that a log of it gives the base parameters with small "
      "deviations. "
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
      fmt::format("An exciting motion of {:.3g} s, condition number {:.3g}: standard deviations {:.2g} times smaller "
                  "than from the best of 5 random motions.",
                  found.period, found.quality.condition, better),
      {}};
}

}  // namespace jourdain
