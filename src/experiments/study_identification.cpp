#include "experiments/study_run.hpp"

#include "experiments/identification_plots.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "linear_form/parameter_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace jourdain {
namespace {

// A log of the scratch folder becomes a file of the report's.
void keep_log(StudyRun& run, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  run.files.push_back({run.path(std::filesystem::path(path).filename().string()),
                       std::string(std::istreambuf_iterator<char>(file), {})});
}

// The log of the real machine on an exciting motion, as a file of the scratch folder and of the report's.
std::string measure_motion(StudyRun& run, const Excitation& excitation, const std::string& name, std::uint64_t seed) {
  // Three periods, and more of short ones: filters take some time off at both ends.
  constexpr double shortest = 8;  // s
  const int periods = std::max(3, static_cast<int>(std::ceil(shortest / excitation.period)));
  const std::string text = print_excitation(excitation, name, periods);
  const Trajectory motion = parse_motion_file(run.robot, text, name + ".yaml").trajectory;
  SimulatedLogOptions sensors;
  sensors.rate = 250;
  sensors.seed = seed;
  const std::string log = run.scratch_path(name + ".csv");
  write_simulated_log(motion.on(*run.truth), sensors, log);
  keep_log(run, log);
  return log;
}

// A machine like the model but not equal to it, measured on the exciting motion, and on another one for validation.
// That one has no pauses: the friction of a motor at rest is anything within its break-away force.
void measure(StudyRun& run, IdentifyOptions& options) {
  run.truth = Robot(real_machine(run.robot.mechanism(), run.options.seed));
  run.log = measure_motion(run, *run.excitation, "measurement", run.options.seed);
  if (run.second_excitation)
    options.validation = measure_motion(run, *run.second_excitation, "validation", run.options.seed + 1);
}

// What the parameters of the log are good for, in one sentence.
std::string use_sentence(const Verdict& verdict) {
  switch (verdict.use) {
    case Use::simulation: return "A log gives parameters that serve any motion, simulation included";
    case Use::feedforward: return "A log gives parameters that serve feedforward on motions like its own";
    case Use::nothing: break;
  }
  return "The parameters of this log are of no use" +
         (verdict.reasons.empty() ? "" : ": " + verdict.reasons.front().text);
}

// Nothing but the condition number speaks against the parameters: forces are right, single parameters are not.
bool only_ill_conditioned(const Identification& result) {
  constexpr double hopeless = 1e5;  // as the verdict has it
  const auto against = std::count_if(result.verdict.reasons.begin(), result.verdict.reasons.end(),
                                     [](const Reason& reason) { return reason.limits == Use::nothing; });
  return against == 1 && !(result.estimate.condition < hopeless);
}

// Base parameters of the machine that was measured.
VectorX true_values(const StudyRun& run, const Identification& result) {
  return result.base.mapping * LinearForm(*run.truth, result.base.full.options()).values();
}

// Feedforward is what most logs are made for: only parameters of no use are a fault.
Tone tone_of(Use use) { return use == Use::nothing ? Tone::bad : Tone::good; }

PageTable parameter_table(const StudyRun& run, const Identification& result) {
  PageTable table;
  table.title = "Parameters";
  table.columns = {{"parameter", ""},
                   {"unit", ""},
                   {"model", ""},
                   {"identified", ""},
                   {fmt::format("± at {:g} %", 100 * result.estimate.confidence), ""}};
  if (run.truth) table.columns.push_back({"true value", ""});
  table.columns.push_back({"outcome", ""});
  VectorX truth;
  if (run.truth) truth = true_values(run, result);
  for (std::size_t i = 0; i < result.base.base.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
    const int column = static_cast<int>(i);
    std::vector<PageCell> row{result.base.form.parameters()[i].name, parameter_unit(result.base.form, column), p.model,
                              p.value, PageCell(p.half_width, 2)};
    if (run.truth) row.emplace_back(truth[column]);
    if (p.outcome != Outcome::estimated)
      row.emplace_back(std::string(to_string(p.outcome)), Tone::caution);
    else if (p.half_width > std::abs(p.value))
      row.emplace_back("could be zero", Tone::plain);
    else if (run.truth)
      row.push_back(std::abs(p.value - truth[column]) <= p.half_width ? PageCell("contains the true value", Tone::good)
                                                                      : PageCell("misses the true value"));
    else
      row.emplace_back(std::abs(p.value - p.model) > p.half_width ? "differs from the model" : "");
    table.rows.push_back(std::move(row));
  }
  if (run.truth)
    table.note =
        "Of 95 % intervals one in twenty misses the true value. Parameters that a motion shows mostly as sums and "
        "differences miss it together.";
  table.shown = 24;
  return table;
}

PageTable residual_table(const Robot& robot, const std::string& title, const ResidualReport& report) {
  PageTable table;
  table.title = title;
  table.columns = {{"motor", ""},
                   {"measured " + motor_effort(robot) + ", RMS", motor_units(robot, "N", "N m")},
                   {"residual, RMS", motor_units(robot, "N", "N m")},
                   {"of the range", "%"},
                   {"explained", "%"}};
  const std::vector<int>& driving = driving_actuators(robot);
  for (std::size_t k = 0; k < report.motors.size(); ++k) {
    const MotorResidual& m = report.motors[k];
    table.rows.push_back({motor_joint(robot, static_cast<std::size_t>(driving[k])).name, m.measured_rms, m.rms,
                          PageCell(m.measured_range > 0 ? 100 * m.rms / m.measured_range : 0, 3),
                          PageCell(100 * m.explained, 5)});
  }
  return table;
}

void add_verdict(const Verdict& verdict, PageSection& section) {
  std::string text = verdict.sentence + "\n";
  for (const Reason& reason : verdict.reasons) text += "\n- " + reason.text;
  section.elements.emplace_back(PageText{text, tone_of(verdict.use)});
}

// Where the measurement comes from, in words; makes it if it is a virtual one.
std::string prepare_log(StudyRun& run, IdentifyOptions& options) {
  if (run.options.log.empty()) {
    measure(run, options);
    return fmt::format(
        "A virtual measurement: a machine whose masses differ from the model by {:.0f} % and whose friction by {:.0f} "
        "% "
        "(standard deviations, seed {}) follows the exciting motion; encoders have steps, forces have noise of 1 % of "
        "the largest. The log is `measurement.csv`. With `--log FILE` your own log stands here.",
        100 * mass_error, 100 * friction_error, run.options.seed);
  }
  run.log = run.options.log;
  if (!run.options.map.empty()) options.log.map = read_log_map(run.options.map);
  return fmt::format("The log `{}`.", run.log);
}

// Estimated parameters, and how many of their intervals hold the true value.
struct Coverage {
  int held = 0, all = 0;
};

Coverage covered(const StudyRun& run, const Identification& result) {
  Coverage coverage;
  if (!run.truth) return coverage;
  const VectorX truth = true_values(run, result);
  for (std::size_t i = 0; i < result.estimate.parameters.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
    if (p.outcome != Outcome::estimated) continue;
    ++coverage.all;
    coverage.held += std::abs(p.value - truth[static_cast<int>(i)]) <= p.half_width;
  }
  return coverage;
}

// The identified model, for the steps behind and for other commands.
void keep_model(StudyRun& run, const Identification& result, PageSection& section) {
  if (!result.model) {
    if (!result.model_problem.empty())
      section.elements.emplace_back(
          PageText{"There is no model of real bodies: " + result.model_problem, Tone::caution});
    return;
  }
  run.identified = Robot(*result.model);
  run.files.push_back({run.path("identified.yaml"), print_model(*result.model)});
  section.elements.emplace_back(
      PageText{"`identified.yaml` is the model with these values, for every command.", Tone::plain});
}

}  // namespace

StepResult study_identification(StudyRun& run, PageSection& section) {
  if (run.robot.actuators().empty()) throw LeftOut{"the robot has no motors"};
  if (run.options.log.empty() && !run.excitation) throw LeftOut{"there is no exciting motion to measure"};
  IdentifyOptions options;
  options.base.seed = run.options.seed;
  options.consistent = true;
  section.elements.emplace_back(PageText{prepare_log(run, options), Tone::plain});
  ForceCurves curves;
  const auto see = [&](const Equation& e, const VectorX& f) { curves.add(e, f); };
  run.identification =
      run.base ? identify(*run.base, run.log, options, see) : identify(run.robot, run.log, options, see);
  const Identification& result = *run.identification;
  add_verdict(result.verdict, section);
  for (const LogSuspicion& s : result.check.suspicions)
    section.elements.emplace_back(PageText{s.kind + ": " + s.message, Tone::caution});
  const Coverage coverage = covered(run, result);
  PageFigures figures;
  figures.figures = {
      {"samples", fmt::format("{}", result.samples),
       fmt::format("{:.3g} s at {:.4g} Hz", result.log.duration, result.log.rate), Tone::plain},
      {"residual", fmt::format("{:.2g} %", 100 * result.residuals.share()), "of the range, worst motor", Tone::plain}};
  if (run.truth)
    figures.figures.push_back({"intervals that contain the true value",
                               fmt::format("{} of {}", coverage.held, coverage.all), "95 % each", Tone::plain});
  section.elements.emplace_back(std::move(figures));
  section.elements.emplace_back(PagePlot{fit_plot(run.robot, curves), "log"});
  section.elements.emplace_back(PagePlot{residual_plot(run.robot, curves), "log"});
  section.elements.emplace_back(parameter_table(run, result));
  section.elements.emplace_back(residual_table(run.robot, "Residuals", result.residuals));
  if (result.validation)
    section.elements.emplace_back(
        residual_table(run.robot, "Residuals of a second log: another exciting motion", *result.validation));
  keep_model(run, result, section);
  std::vector<std::string> limits;  // what keeps the parameters from serving more
  for (const Reason& reason : result.verdict.reasons)
    if (reason.limits != Use::simulation) limits.push_back(reason.text);
  if (run.truth && only_ill_conditioned(result))
    return {Tone::caution,
            fmt::format("A log predicts forces, but cannot separate all {} parameters: no motion within the limits was "
                        "found that does (condition number {:.2g}); the forces of a second motion are predicted within "
                        "{:.2g} % of their range.",
                        result.estimate.parameters.size(), result.estimate.condition,
                        100 * (result.validation ? result.validation->share() : result.residuals.share())),
            limits};
  const std::string truth = fmt::format("; {} of {} intervals contain the true value.", coverage.held, coverage.all);
  return {tone_of(result.verdict.use), use_sentence(result.verdict) + (run.truth ? truth : "."), limits};
}

}  // namespace jourdain
