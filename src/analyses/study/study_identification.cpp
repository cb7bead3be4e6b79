#include "analyses/study/study_run.hpp"

#include "identification/verdict/identification_answer.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// The log of the real machine on an exciting motion, in memory and as a file.
LogSource measure_motion(StudyRun& run, const Excitation& excitation, const std::string& name, std::uint64_t seed) {
  // Three periods, and more of short ones: filters take some time off at both ends.
  constexpr double shortest = 8;  // s
  const int periods = std::max(3, static_cast<int>(std::ceil(shortest / excitation.period)));
  SimulatedLogOptions sensors;
  sensors.rate = 250;
  sensors.seed = seed;
  LogTable log = simulated_log(excitation_motion(excitation, periods).on(*run.truth), sensors);
  run.files.push_back({name + ".csv", log_csv(log)});
  return {name + ".csv", std::move(log)};
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
  return fmt::format("The log `{}`.", run.log.name);
}

// The identified model, for the steps behind and for other commands.
void keep_model(StudyRun& run, const Identification& result, Answer& section) {
  if (!result.model) {
    if (!result.model_problem.empty())
      add_text(section, "model", "There is no model of real bodies: " + result.model_problem, Tone::caution);
    return;
  }
  run.identified = Robot(*result.model);
  run.files.push_back({"identified.yaml", print_model(*result.model)});
  add_text(section, "model", "`identified.yaml` is the model with these values, for every command.");
}

// What a log gives, in one sentence, and what keeps its parameters from serving more.
StepResult identification_step(const StudyRun& run, const Identification& result, const VectorX* truth) {
  std::vector<std::string> limits;
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
  std::string end = ".";
  if (truth) {
    const IntervalCoverage coverage = interval_coverage(result.estimate, *truth);
    end = fmt::format("; {} of {} intervals contain the true value.", coverage.held, coverage.all);
  }
  return {tone_of(result.verdict.use), use_sentence(result.verdict) + end, limits};
}

}  // namespace

StepResult study_identification(StudyRun& run, Answer& section) {
  if (run.robot.motor_joints().empty()) throw LeftOut{"the robot has no motors"};
  if (run.options.log.empty() && !run.excitation) throw LeftOut{"there is no exciting motion to measure"};
  IdentifyOptions options;
  options.base.seed = run.options.seed;
  options.consistent = true;
  const std::string what = prepare_log(run, options);
  options.job.cancelled = run.options.job.cancelled;
  ForceCurves curves;
  const auto see = [&](const Equation& e, const VectorX& f) { curves.add(e, f); };
  run.identification =
      run.base ? identify(*run.base, run.log, options, see) : identify(run.robot, run.log, options, see);
  const Identification& result = *run.identification;
  std::optional<VectorX> truth;
  if (run.truth) truth = true_values(run, result);
  Answer inner = identification_answer(run.robot, result, {&curves, truth ? &*truth : nullptr});
  const StepResult step = identification_step(run, result, truth ? &*truth : nullptr);
  section.verdict = std::move(inner.verdict);
  section.verdict.tone = step.tone;
  add_text(section, "what", what);
  for (Entry& entry : inner.entries) section.entries.push_back(std::move(entry));
  section.sections = std::move(inner.sections);
  keep_model(run, result, section);
  return step;
}

}  // namespace jourdain
