#include "analyses/identify_question.hpp"

#include "core/joined.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "model/text_list.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

template <typename Enum>
std::string word_of(Enum value) {
  return std::string(words(value)[static_cast<std::size_t>(value)]);
}

[[noreturn]] void refuse_combination(const std::string& why) { throw Error(ErrorKind::usage, why); }

constexpr std::string_view method_group = "Method";

void show_estimators(OptionVisitor& visitor, IdentifyQuestion& options) {
  constexpr std::string_view group = method_group;
  visitor.one_of({.name = "method",
                  .help = "ols and wls: least squares, motors alike or by their variance; irls: outliers lose their "
                          "weight; consistent: real bodies near the model's values, on wls, or on irls with "
                          "--outliers; iv: instruments from the commanded motion, for noisy positions; recursive: "
                          "sample by sample, with forgetting; two-stage: friction from a log of slow motions, the rest "
                          "from --log; tls: gains of the drives from an unloaded and a loaded log",
                  .type = "METHOD",
                  .group = group},
                 options.method);
  visitor.flag(
      {.name = "outliers", .help = "consistent, two-stage: on the weights of irls instead of wls", .group = group},
      options.outliers);
  visitor.one_of({.name = "robust", .help = "irls: how residuals lose weight", .type = "WEIGHT", .group = group},
                 options.robust);
  visitor.flag(
      {.name = "essential", .help = "Drop parameters that cannot be told from zero; not consistent", .group = group},
      options.essential);
  visitor.number({.name = "confidence", .help = "Of the intervals, 0.5 to 0.999", .type = "SHARE", .group = group},
                 Measure::number, {0.5, 0.999}, options.confidence);
  visitor.whole(
      {.name = "blocks", .help = "Stretches of the log between which variances are taken, at least", .group = group},
      {4, 1000}, options.blocks);
  visitor.whole({.name = "passes", .help = "irls, --outliers: passes over the log, at most", .group = group},
                {3, 10000}, options.passes);
  visitor.one_of(
      {.name = "cad-term", .help = "consistent: how the model's values pull", .type = "TERM", .group = group},
      options.cad_term);
  visitor.number({.name = "cad-deviation",
                  .help = "consistent: relative standard deviation of the model's values",
                  .type = "SHARE",
                  .group = group},
                 Measure::number, {1e-6, 1e6}, options.cad_deviation);
  visitor.number({.name = "mass-tolerance",
                  .help = "consistent: masses stay within this share of the model's",
                  .type = "SHARE",
                  .group = group},
                 Measure::number, {1e-6, 1e6}, options.mass_tolerance);
}

// What single methods need besides.
void show_methods(OptionVisitor& visitor, IdentifyQuestion& options) {
  constexpr std::string_view group = method_group;
  show_estimators(visitor, options);
  visitor.text({.name = "friction-terms",
                .help = "Friction of the motors beyond dry and viscous: stribeck, load or both; ols, wls, irls, "
                        "consistent",
                .type = "LIST",
                .group = group},
               options.friction_terms);
  visitor.file({.name = "reference",
                .help = "iv: the motion that was commanded, a file or a text",
                .type = "MOTION",
                .group = group},
               FileRole::input_or_text, options.reference);
  visitor.number({.name = "reference-start",
                  .help = "iv: time of the log at which that motion began; default 0",
                  .type = "TIME",
                  .group = group},
                 Measure::time, any_number, options.reference_start);
  visitor.number({.name = "memory",
                  .help = "recursive: after which a sample counts 1/e; default: for ever; the run folder gets "
                          "history.csv",
                  .type = "TIME",
                  .group = group},
                 Measure::time, positive, options.memory);
  visitor.log({.name = "slow-log", .help = "two-stage: log of slow motions, which tells the friction", .group = group},
              options.slow_log);
  visitor.log({.name = "loaded", .help = "tls: second log, with a payload", .group = group}, options.loaded);
  visitor.text({.name = "load",
                .help = "tls: that payload, mass or mass,x,y,z with its centre in the tool's frame",
                .type = "LIST",
                .group = group},
               options.load);
}

FrictionTermOptions friction_terms(const std::string& text) {
  FrictionTermOptions terms;
  if (text.empty()) return terms;
  for (const ListEntry& entry : split_list("--friction-terms", text)) {
    if (entry.text == "stribeck")
      terms.stribeck = true;
    else if (entry.text == "load")
      terms.load = true;
    else
      refuse_combination(fmt::format("--friction-terms: '{}' is unknown: expected stribeck, load or both", entry.text));
  }
  return terms;
}

}  // namespace

std::span<const std::string_view> words(IdentifyMethod) {
  static constexpr std::string_view all[] = {"ols", "wls", "irls", "consistent", "iv", "recursive", "two-stage", "tls"};
  return all;
}

std::span<const std::string_view> words(RobustWeight) {
  static constexpr std::string_view all[] = {"huber", "tukey"};
  return all;
}

std::span<const std::string_view> words(CadTerm) {
  static constexpr std::string_view all[] = {"quadratic", "log-det"};
  return all;
}

void show_fields(OptionVisitor& visitor, IdentifyQuestion& options) {
  constexpr std::string_view rehearsal = "Rehearsal";
  show_fields(visitor, options.log, false);
  visitor.number({.name = "period",
                  .help = "Of a motion that repeats itself: its repetitions are averaged",
                  .type = "TIME",
                  .group = "Log"},
                 Measure::time, positive, options.period);
  visitor.flag({.name = "correct-clock",
                .help = "Put delays and lags of the forces right that the log tells, motor by motor",
                .group = "Log"},
               options.correct_clock);
  visitor.log({.name = "validate", .help = "Second log, on which the parameters are tried", .group = "Log"},
              options.validate);
  visitor.file({.name = "rehearse",
                .help = "Instead of --log: simulates the log of this motion with the model's values, and identifies "
                        "them",
                .type = "MOTION",
                .group = rehearsal},
               FileRole::input_or_text, options.rehearse);
  visitor.text({.name = "noise",
                .help = "Standard deviation of the motors' forces; default 1 % of the largest force",
                .type = "LIST",
                .group = rehearsal},
               options.noise);
  visitor.text({.name = "encoder",
                .help = "Steps of the motors' encoders at the joints; default 2^-17 of a turn, 1 um",
                .type = "LIST",
                .group = rehearsal},
               options.encoder);
  show_methods(visitor, options);
  visitor.file(
      {.name = "out", .help = "Folder of the run: model, parameters, forces, inputs and settings", .type = "DIR"},
      FileRole::output_folder, options.out);
  visitor.flag({.name = "force", .help = "Replace an earlier run in that folder"}, options.force);
  show_fields(visitor, options.form);
}

void check_combination(const IdentifyQuestion& options) {
  const bool rehearsed = !options.rehearse.empty();
  if (options.log.log.empty() != rehearsed)
    refuse_combination(rehearsed ? "--rehearse simulates a log: it does not go with --log"
                                 : "expected --log FILE, or --rehearse MOTION");
  if (!rehearsed && (!options.noise.empty() || !options.encoder.empty()))
    refuse_combination("--noise and --encoder are sensors of a rehearsal: they go with --rehearse");
  if (rehearsed && !options.log.map.empty())
    refuse_combination("--map tells the columns of a recorded log: it does not go with --rehearse");
  if (rehearsed && (!options.slow_log.empty() || !options.reference.empty()))
    refuse_combination("--slow-log and --reference go with a recorded log, not with --rehearse");
  using Way = IdentifyMethod;
  const Way method = options.method;
  if ((method == Way::iv) != !options.reference.empty() ||
      (options.reference.empty() && std::isfinite(options.reference_start)))
    refuse_combination("--method iv and --reference MOTION go together");
  if ((method == Way::two_stage) != !options.slow_log.empty())
    refuse_combination("--method two-stage and --slow-log FILE go together");
  if (method != Way::recursive && std::isfinite(options.memory))
    refuse_combination("--memory goes with --method recursive");
  if (options.robust != RobustWeight::tukey && method != Way::irls && !options.outliers)
    refuse_combination("--robust goes with --method irls, or with --outliers");
  const IdentifyQuestion usual;
  if (method != Way::consistent &&
      (options.cad_term != usual.cad_term || options.cad_deviation != usual.cad_deviation ||
       options.mass_tolerance != usual.mass_tolerance))
    refuse_combination("--cad-term, --cad-deviation and --mass-tolerance go with --method consistent");
  if (options.outliers && method != Way::consistent && method != Way::two_stage && method != Way::tls)
    refuse_combination("--outliers goes with --method consistent and two-stage; --method irls is robust by itself");
  if (options.essential && method == Way::consistent)
    refuse_combination("--essential drops parameters to zero: it does not go with --method consistent");
  if ((method == Way::tls) != (!options.loaded.empty() || !options.load.empty()))
    refuse_combination("--method tls, --loaded FILE and --load PAYLOAD go together");
  if (method != Way::tls) return;
  if (options.loaded.empty() || options.load.empty())
    refuse_combination("--method tls: expected --loaded FILE and --load PAYLOAD");
  if (!options.validate.empty() || options.essential || options.outliers || !options.friction_terms.empty())
    refuse_combination(
        "--method tls gives gains: --validate, --essential, --outliers and --friction-terms have no part in it");
}

IdentifyOptions identify_options(const Robot& robot, const IdentifyQuestion& options) {
  IdentifyOptions result;
  result.form = form_options(robot, options.form);
  result.base = base_options(options.form);
  result.consistent = options.method == IdentifyMethod::consistent;
  result.estimator.method =
      result.consistent ? (options.outliers ? Method::irls : Method::wls) : parse_method(word_of(options.method));
  result.estimator.outliers = options.outliers && !result.consistent;
  result.estimator.robust = options.robust;
  result.estimator.essential = options.essential;
  result.estimator.confidence = options.confidence;
  result.estimator.blocks = static_cast<int>(options.blocks);
  result.estimator.most_passes = static_cast<int>(options.passes);
  result.consistency.term = options.cad_term;
  result.consistency.cad_deviation = options.cad_deviation;
  result.consistency.mass_tolerance = options.mass_tolerance;
  set_log_options(options.log, result);
  if (std::isfinite(options.period)) result.period = options.period;
  result.correct_clock = options.correct_clock;
  result.validation = options.validate;
  if (!options.reference.empty()) result.reference = load_motion(robot, options.reference).motion;
  if (std::isfinite(options.reference_start)) result.reference_start = options.reference_start;
  if (std::isfinite(options.memory)) result.memory = options.memory;
  result.slow_log = options.slow_log;
  result.friction = friction_terms(options.friction_terms);
  result.friction.confidence = options.confidence;
  return result;
}

Answer settings_answer(const IdentifyQuestion& options, const IdentifyOptions& used) {
  const auto given = [](const std::string& text) { return text.empty() ? Cell() : Cell(text); };
  Answer answer{"settings", "Settings"};
  answer.folded = true;
  answer.add(Facts{"settings",
                   "",
                   {{"method", "method", word_of(options.method)},
                    {"robust", "weights of irls", word_of(options.robust)},
                    {"outliers", "outliers", options.outliers},
                    {"essential", "essential", options.essential},
                    {"confidence", "confidence", Number{options.confidence}},
                    {"blocks", "blocks", count_of(options.blocks)},
                    {"passes", "passes at most", count_of(options.passes)},
                    {"average", "samples in an equation", count_of(used.average)},
                    {"bandwidth", "bandwidth",
                     used.log.bandwidth > 0 ? Cell(Number{used.log.bandwidth, Measure::frequency}) : Cell()},
                    {"smoothing", "smoothing", word_of(used.log.smoothing)},
                    {"period", "period", used.period > 0 ? Cell(Number{used.period, Measure::time}) : Cell()},
                    {"cad_term", "term of the model's values", word_of(options.cad_term)},
                    {"cad_deviation", "their relative deviation", Number{options.cad_deviation}},
                    {"mass_tolerance", "tolerance of masses", Number{options.mass_tolerance}},
                    {"friction", "friction columns", word_of(options.form.friction)},
                    {"elemental", "elemental functions", joined(options.form.elemental)},
                    {"friction_terms", "friction terms", given(options.friction_terms)},
                    {"trust_log", "log trusted", used.trust_log},
                    {"correct_clock", "clocks corrected", used.correct_clock},
                    {"reference", "commanded motion", given(options.reference)},
                    {"reference_start", "its start", Number{used.reference_start, Measure::time}},
                    {"memory", "memory", used.memory > 0 ? Cell(Number{used.memory, Measure::time}) : Cell()},
                    {"slow_log", "log of slow motions", given(options.slow_log.name)},
                    {"loaded", "loaded log", given(options.loaded.name)},
                    {"load", "its payload", given(options.load)},
                    {"rehearse", "motion rehearsed", given(options.rehearse)},
                    {"seed", "seed", count_of(options.form.seed)}}});
  return answer;
}

}  // namespace jourdain
