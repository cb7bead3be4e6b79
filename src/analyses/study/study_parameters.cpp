#include "analyses/study/study_run.hpp"

#include "identification/excitation/excitation_answer.hpp"
#include "jourdain/core/error.hpp"
#include "linear_form/base/base_answer.hpp"

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

StepResult study_base(StudyRun& run, Answer& section) {
  if (run.robot.motor_joints().empty()) throw LeftOut{"the robot has no motors"};
  BaseOptions options;
  options.seed = run.options.seed;
  run.base = find_base_parameters(LinearForm(run.robot), options);
  const BaseParameters& base = *run.base;
  const int friction = base.count(true), inertial = base.count(false), all = base.full.columns();
  add_text(section, "what",
           "What a measurement of the motors can tell at most: the smallest set of numbers that determines all forces, "
           "each a sum of parameters of the bodies.");
  section.add(Facts{"base",
                    "",
                    {{"base", "base parameters", count_of(static_cast<int>(base.base.size())),
                      fmt::format("of {} parameters of the model", all)},
                     {"rigid", "inertial", count_of(inertial), "masses, moments and products"},
                     {"friction", "friction", count_of(friction), "dry and viscous"},
                     {"gap", "gap of the rank", Number{base.gap}, "last kept over first dropped singular value"}}});
  section.add(base_table(base, "parameters", "Base parameters"));
  return {Tone::good,
          fmt::format("{} base parameters, {} of friction, describe all forces.", base.base.size(), friction),
          {}};
}

StepResult study_excitation(StudyRun& run, Answer& section) {
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
  options.job.cancelled = run.options.job.cancelled;
  run.excitation = largest_excitation(*run.base, options);
  const Excitation& found = *run.excitation;
  run.files.push_back({"excitation.yaml", print_excitation(found, "excitation", options.repetitions)});
  // Of random motions the one that tells the parameters best on average.
  const RandomSeries chance = best_of_random(random_excitations(*run.base, options, 5), found.quality);
  const double better = std::sqrt(chance.mean_variance / found.quality.mean_variance);
  run.second_excitation = other_excitation(*run.base, options);
  Answer inner = excitation_answer(*run.base, options, found, chance);
  add_text(section, "what",
           "A periodic motion within all limits, optimised so that a log of it gives the base parameters with small "
           "deviations. `excitation.yaml` is a motion file for every command.");
  for (Entry& entry : inner.entries) section.entries.push_back(std::move(entry));
  return {
      Tone::good,
      fmt::format("An exciting motion of {:.3g} s, condition number {:.3g}: standard deviations {:.2g} times smaller "
                  "than from the best of 5 random motions.",
                  found.period, found.quality.condition, better),
      {}};
}

}  // namespace jourdain
