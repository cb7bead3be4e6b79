#include "identification/excitation/excitation_answer.hpp"

#include "identification/verdict/identification_plots.hpp"
#include "linear_form/parameters/parameter_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

Cell whole(double number) { return Number{number, Measure::count}; }

Facts quality_facts(const ExcitationOptions& options, const Excitation& e) {
  const ExcitationQuality& q = e.quality;
  return {"excitation",
          "",
          {{"condition", "condition number", Number{q.condition}, "weighted columns scaled to length one"},
           {"si_condition", "the same in SI units", Number{q.si_condition}, "columns as they are"},
           {"log_det", "log det of the information", Number{q.log_det}},
           {"mean_variance", "mean variance", Number{q.mean_variance}, "in units of the model's values"},
           {"period", "period", Number{e.period, Measure::time}},
           {"harmonics", "harmonics", whole(options.harmonics)},
           {"evaluations", "evaluations", whole(e.evaluations)},
           {"refused", "starts without a motion", whole(e.refused)},
           {"type1", "distance to type 1 singularities", Number{e.report.type1.value}, "least along the motion"},
           {"type2", "to type 2 singularities", Number{e.report.type2.value}},
           {"constraint", "to constraint singularities", Number{e.report.constraint.value}}}};
}

Facts random_facts(const RandomSeries& random) {
  return {"random",
          fmt::format("Beside {} random series", random.count),
          {{"count", "random series", whole(static_cast<double>(random.count))},
           {"best_condition", "best condition number", Number{random.condition}},
           {"best_log_det", "best log det", Number{random.log_det}},
           {"best_mean_variance", "best mean variance", Number{random.mean_variance}},
           {"better_condition", "better in condition number", whole(static_cast<double>(random.better_condition))},
           {"better_mean_variance", "better in mean variance", whole(static_cast<double>(random.better_variance))}}};
}

Table expected_intervals(const BaseParameters& base, const ExcitationOptions& options, const Excitation& e) {
  constexpr double quantile = 1.96;
  struct Row {
    int index;
    double model, half;
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    const double half = quantile * e.deviations[static_cast<int>(i)];
    if (std::isfinite(half)) rows.push_back({static_cast<int>(i), base.base[i].value, half});
  }
  Table table =
      table_of<Row>("parameters", "Expected intervals", rows,
                    {{"name", "parameter", [&](const Row& r) { return Cell(base.form.parameters()[r.index].name); }},
                     {"model", "model", [](const Row& r) { return Cell(Number{r.model}); }},
                     {"half_width", "+- 95 %", [](const Row& r) { return Cell(Number{r.half}); }},
                     {"unit", "unit", [&](const Row& r) { return Cell(parameter_unit(base.form, r.index)); }},
                     {"share", "of the value", [](const Row& r) {
                        return r.model != 0 ? Cell(Number{r.half / std::abs(r.model), Measure::share}) : Cell();
                      }}});
  table.note = fmt::format("{:g} periods at {:g} Hz, noise of {}.", options.repetitions, options.rate,
                           options.noise ? "the stated size" : "1 % of the largest forces");
  table.shown = 40;
  return table;
}

Table noise_rows(const Robot& robot, const VectorX& noise) {
  Table table{"noise", "Noise that was assumed", {{"motor", "motor"}, {"noise", "standard deviation"}}};
  for (int k = 0; k < noise.size(); ++k) {
    const auto driving = static_cast<std::size_t>(k);
    table.rows.push_back(
        {driving_joint(robot, driving).name, Number{noise[k], force_measure(driving_slides(robot, driving))}});
  }
  return table;
}

// All coordinates from home, over one period.
Plot period_plot(const Excitation& found) {
  constexpr int samples = 300;
  Plot plot;
  plot.title = "One period";
  const MotionSpace& space = found.motion.coordinates();
  std::vector<std::vector<double>> values(static_cast<std::size_t>(space.size()));
  VectorX q(space.size()), dq(space.size()), ddq(space.size());
  for (int k = 0; k < samples; ++k) {
    const double t = found.period * k / (samples - 1);
    if (found.motion.at(t, Jet{q, dq, ddq}) != Status::ok) break;
    plot.x.push_back(t);
    for (int c = 0; c < space.size(); ++c)
      values[c].push_back((q[c] - space.home()[c]) * words_of(motion_measure(space.is_length(c), 0)).scale);
  }
  for (const bool lengths : {true, false}) {
    PlotPanel panel;
    panel.up = {"from home", lengths ? "mm" : "deg", {}, {}};
    for (int c = 0; c < space.size(); ++c) {
      if (space.is_length(c) != lengths || !space.is_free(c)) continue;
      const auto at = static_cast<std::size_t>(c);
      panel.series.push_back({space.names()[at], {}, values[at], PlotStyle::line, -1});
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
  return plot;
}

}  // namespace

RandomSeries best_of_random(const std::vector<ExcitationQuality>& list, const ExcitationQuality& found) {
  RandomSeries best;
  best.count = static_cast<long>(list.size());
  if (list.empty()) return best;
  best.condition = std::ranges::min_element(list, {}, &ExcitationQuality::condition)->condition;
  best.mean_variance = std::ranges::min_element(list, {}, &ExcitationQuality::mean_variance)->mean_variance;
  best.log_det = std::ranges::max_element(list, {}, &ExcitationQuality::log_det)->log_det;
  best.better_condition = std::ranges::count_if(list, [&](const auto& q) { return q.condition < found.condition; });
  best.better_variance =
      std::ranges::count_if(list, [&](const auto& q) { return q.mean_variance < found.mean_variance; });
  return best;
}

Answer excitation_answer(const BaseParameters& base, const ExcitationOptions& options, const Excitation& found,
                         const RandomSeries& random) {
  Answer answer;
  answer.key = "excitation";
  answer.add(quality_facts(options, found));
  if (random.count > 0) answer.add(random_facts(random));
  answer.add(Picture{"period", "", period_plot(found), "excitation"});
  answer.add(expected_intervals(base, options, found));
  answer.add(noise_rows(base.full.robot(), found.noise));
  return answer;
}

}  // namespace jourdain
