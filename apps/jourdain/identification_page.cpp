#include "identification_page.hpp"

#include "analyses/arguments.hpp"
#include "experiments/identification_plots.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain::cli {
namespace {

Tone tone_of(Use use) {
  return use == Use::simulation ? Tone::good : use == Use::feedforward ? Tone::caution : Tone::bad;
}

PageTable parameter_table(const Identification& result) {
  PageTable table;
  table.title = "Base parameters";
  const std::string interval = fmt::format("± at {:g} %", 100 * result.estimate.confidence);
  table.columns = {{"parameter", ""}, {"unit", ""}, {"model", ""},   {"identified", ""},
                   {interval, ""},    {"used", ""}, {"outcome", ""}, {"is the sum of", ""}};
  table.shown = 40;
  for (std::size_t i = 0; i < result.base.base.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
    const bool told = p.outcome == Outcome::estimated && std::abs(p.value) > p.half_width;
    table.rows.push_back(
        {result.base.form.parameters()[i].name,
         parameter_unit(result.base.form, static_cast<int>(i)),
         {p.model, 5},
         {p.value, 5},
         p.outcome == Outcome::estimated || p.outcome == Outcome::given ? PageCell(p.half_width, 3) : PageCell(""),
         {result.values[static_cast<int>(i)], 5},
         {std::string(to_string(p.outcome)) + (p.outcome == Outcome::estimated && !told ? ", could be zero" : ""),
          told || p.outcome == Outcome::estimated ? Tone::plain : Tone::caution},
         result.base.base[i].groups.empty() ? "itself" : result.base.base[i].expression});
  }
  table.note = fmt::format(
      "Intervals of {:g} %, by leaving out one of {} stretches of the log at a time. "
      "\"Used\" is what the identified model has.",
      100 * result.estimate.confidence, result.estimate.blocks);
  return table;
}

constexpr double upright = 0.01;

// Values and intervals over the model's values.
PagePlot interval_plot(const Identification& result) {
  PagePlot plot;
  plot.plot.title = "Identified values and their intervals, over the model's";
  plot.plot.across = {"parameter, in the order of the table", "", {}, {}};
  PlotPanel panel;
  panel.up = {"identified / model", "", {}, {}};
  PlotSeries values{"value", {}, {}, PlotStyle::points, 0}, ends{"interval", {}, {}, PlotStyle::line, 1};
  for (std::size_t i = 0; i < result.estimate.parameters.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
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
  plot.plot.panels.push_back(panel);
  return plot;
}

PagePlot spectrum_plot(const Robot& robot, const ResidualReport& residuals) {
  PagePlot plot;
  plot.plot.title = "Spectrum of the residuals";
  plot.plot.subtitle = "flat: noise; hills: something that the model lacks";
  plot.plot.across = {"frequency", "Hz", {}, {}};
  const std::vector<std::string> names = driving_names(robot);
  PlotPanel panel;
  panel.up = {"power density, dB over its mean", "dB", {}, {}};
  for (std::size_t k = 0; k < residuals.motors.size(); ++k) {
    const VectorX& density = residuals.motors[k].spectrum;
    if (density.size() < 2 || !(density.sum() > 0)) continue;
    PlotSeries series{names[k], {}, {}, PlotStyle::line, -1};
    const double mean = density.mean(), top = 0.5 / residuals.step;
    for (int i = 1; i < density.size(); ++i) {
      series.x.push_back(top * i / static_cast<double>(density.size() - 1));
      series.y.push_back(10 * std::log10(std::max(density[i] / mean, 1e-6)));
    }
    panel.series.push_back(std::move(series));
  }
  plot.plot.panels.push_back(panel);
  return plot;
}

PageTable residual_table(const Robot& robot, const ResidualReport& report) {
  PageTable table;
  table.columns = {{"motor", ""},
                   {"unit", ""},
                   {"measured, RMS", ""},
                   {"residual, RMS", ""},
                   {"residual over range", "%"},
                   {"explained", "%"},
                   {"largest residual", ""},
                   {"at row", ""},
                   {"white noise", "probability"}};
  const std::vector<std::string> names = driving_names(robot);
  for (std::size_t k = 0; k < report.motors.size(); ++k) {
    const MotorResidual& m = report.motors[k];
    table.rows.push_back({names[k],
                          force_unit(robot, driving_actuators(robot)[k]),
                          {m.measured_rms, 4},
                          {m.rms, 3},
                          {m.measured_range > 0 ? 100 * m.rms / m.measured_range : 0, 2},
                          {100 * m.explained, 5},
                          {m.largest, 3},
                          {static_cast<double>(m.largest_row), 12},
                          {m.white, 2, m.white < 0.01 ? Tone::caution : Tone::plain}});
  }
  return table;
}

PageTable findings_table(const LogSummary& log) {
  PageTable table;
  table.columns = {{"row", ""}, {"column", ""}, {"kind", ""}, {"what was found and done", ""}};
  for (const LogFinding& f : log.findings) {
    if (table.rows.size() == 200) break;
    table.rows.push_back(
        {f.row > 0 ? PageCell(static_cast<double>(f.row), 12) : PageCell(""), f.column, f.kind, f.message});
  }
  long count = 0;
  for (const auto& [kind, found] : log.counts) count += found;
  table.note = fmt::format("{} findings in all.", count);
  return table;
}

std::string log_words(const std::string& path, const LogSummary& log) {
  std::string text =
      fmt::format("`{}`: {}; {} rows, {} samples at {:.6g} Hz", path, log.format, log.rows, log.samples, log.rate);
  text += log.derived ? fmt::format("; rates and accelerations derived by a {}, bandwidth {:.4g} Hz",
                                    to_string(log.smoothing), log.bandwidth)
                      : std::string("; rates and accelerations of the log");
  return text + ".";
}

}  // namespace

Page identification_page(const Robot& robot, const IdentifyVerbOptions& options, const Identification& result,
                         const ForceCurves& curves) {
  Page page;
  page.title = fmt::format("Identification of {}", robot.mechanism().name);
  page.subtitle = fmt::format("method {}, log {}", options.method, options.log.log);
  page.verdict = {tone_of(result.verdict.use), result.verdict.sentence, {}};
  for (const Reason& reason : result.verdict.reasons) page.verdict.reasons.push_back(reason.text);
  const Estimate& e = result.estimate;
  double explained = 1;
  for (const MotorResidual& m : result.residuals.motors) explained = std::min(explained, m.explained);
  PageFigures figures;
  figures.figures = {
      {"variance explained", fmt::format("{:.2f} %", 100 * explained), "of the worst motor's force", Tone::plain},
      {"residual", fmt::format("{:.2g} %", 100 * result.residuals.share()), "of a motor's range, the worst",
       Tone::plain},
      {"condition number", fmt::format("{:.3g}", e.condition), "columns scaled to length one", Tone::plain},
      {"equations", fmt::format("{}", e.instants), fmt::format("{} samples refused", result.refused), Tone::plain}};
  PageSection summary{"Summary", {figures, PageText{log_words(options.log.log, result.log), Tone::plain}}, false};
  if (result.validation_log)
    summary.elements.push_back(PageText{log_words(options.validate, *result.validation_log), Tone::plain});
  if (!result.model_problem.empty()) summary.elements.push_back(PageText{result.model_problem, Tone::caution});
  page.sections.push_back(std::move(summary));
  if (!curves.times.empty())
    page.sections.push_back({"Measured against predicted",
                             {PagePlot{fit_plot(robot, curves), "log"}, PagePlot{residual_plot(robot, curves), "log"}},
                             false});
  page.sections.push_back({"Parameters", {parameter_table(result), interval_plot(result)}, false});
  PageSection residuals{"Residuals", {residual_table(robot, result.residuals)}, false};
  const PagePlot spectrum = spectrum_plot(robot, result.residuals);
  if (!spectrum.plot.panels[0].series.empty()) residuals.elements.push_back(spectrum);
  page.sections.push_back(std::move(residuals));
  if (result.validation)
    page.sections.push_back({"Residuals of the second log", {residual_table(robot, *result.validation)}, false});
  if (!result.log.findings.empty())
    page.sections.push_back({"What was found in the log", {findings_table(result.log)}, true});
  page.notes = {fmt::format("jourdain {}", version()), "The numbers of this page are in result.json beside it."};
  return page;
}

}  // namespace jourdain::cli
