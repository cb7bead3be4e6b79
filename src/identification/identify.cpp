#include "jourdain/identification/identify.hpp"

#include "identification/logs/read_ahead.hpp"
#include "identification/signals/period_average.hpp"

#include "core/joined.hpp"
#include "identification/estimators/instruments.hpp"
#include "identification/estimators/recursive.hpp"
#include "identification/logs/log_marks.hpp"
#include "identification/verdict/identified_model.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <fmt/format.h>

#include <limits>

namespace jourdain {
namespace {

constexpr double smoother_than_encoders = 3e-7;  // noise over the range: 20 bits on a motion of half a turn have 6e-7
constexpr double same_recording = 0.5;           // share of the marks of a log that another has, too
constexpr double follows_reference = 0.1;        // distance of a log from its reference, over the motion's size

void tell(const IdentifyOptions& options, const std::string& what) {
  stop_if_cancelled(options.job);
  options.job.tell(what);
}

void refuse_suspicions(const std::string& path, const LogCheck& check) {
  if (check.suspicions.empty()) return;
  std::string text = fmt::format("{}: the log does not fit the robot", printable(path));
  for (const LogSuspicion& s : check.suspicions)
    text += fmt::format("\n  {}: {} (error of the predicted forces {:.0f} %, then {:.0f} %)", s.kind, s.message,
                        100 * s.error, 100 * s.corrected);
  text += "\n  hint: correct the channel map, or go on with --trust-log";
  throw Error(ErrorKind::input, text);
}

// What fitting the log anew told is not told again by the model of CAD.
KnownMistakes known_mistakes(const LogRefit& refit, bool clock_corrected) {
  KnownMistakes known;
  if (!refit.looked) return known;
  if (!clock_corrected) known.delays = refit.delays() + refit.lags();
  known.signs = VectorX::Ones(static_cast<Eigen::Index>(refit.clocks.size()));
  for (const int motor : refit.mirrored) known.signs[motor] = -1;
  return known;
}

// A log that nothing can be estimated from is named for what it is.
void refuse_unusable(const BaseParameters& base, const std::string& path, Log& log, const IdentifyOptions& options) {
  if (options.trust_log) return;
  const LogRefit refit = refit_log(base, log);
  LogCheck check = check_log(base.full.robot(), log, known_mistakes(refit, false));
  if (!refit.mirrored.empty()) check.suspicions = refit.suspicions;
  if (!refit.mirrored.empty() || check.refused > 0.5) refuse_suspicions(path, check);
}

constexpr double common_bandwidth = 0.05;  // of the sampling rate

constexpr double reversal_periods = 0.04;                      // of the bandwidth
constexpr double sharp_steps = 1.5, interpolated_steps = 3.5;  // of the log

// How equations of a log are made: derived rates cross zero within this time of the real ones.
EquationOptions equation_options(const IdentifyOptions& options, const LogSummary& log) {
  EquationOptions result;
  result.average = options.average;
  result.lags = log.clocks.lags;
  result.reversal = (log.resampled ? interpolated_steps : sharp_steps) / log.rate;
  if (log.derived) result.reversal = std::max(result.reversal, reversal_periods / log.bandwidth);
  return result;
}

// Opens a log with a bandwidth: the given one, none for a log with its own derivatives, else the best.
std::unique_ptr<Log> open(const BaseParameters& base, const LogSource& source, const IdentifyOptions& options) {
  tell(options, "reading " + source.name);
  auto log = std::make_unique<Log>(base.full.robot(), source, options.log);
  if (log->summary().derived || log->has_derivatives()) return log;
  tell(options, "looking for the bandwidth of " + source.name);
  try {
    log->set_bandwidth(best_bandwidth(*log));
  } catch (const Error&) {
    // The log is named for what it is.
    log->set_bandwidth(common_bandwidth * log->rate());
    refuse_unusable(base, source.name, *log, options);
    throw;
  }
  return log;
}

// Clocks that the log tells; the bandwidth was chosen without them.
void correct_clocks(const LogRefit& refit, const IdentifyOptions& options, Log& log) {
  log.correct_clocks({refit.delays(), refit.lags()});
  if (log.summary().derived && !(options.log.bandwidth > 0)) log.set_bandwidth(best_bandwidth(log));
}

// Stribeck's terms as the model's keys breakaway and stribeck_speed.
void add_stribeck(const Robot& robot, const FrictionTerms& terms, Mechanism& model) {
  for (std::size_t k = 0; k < terms.stribeck.size(); ++k) {
    const FrictionTerm& term = terms.stribeck[k];
    if (!term.told || !(term.value > 0)) continue;
    Friction& friction = model.joints[robot.motor_joints()[k]].axes[0].friction;
    friction.breakaway = friction.coulomb + term.value;
    friction.stribeck_speed = term.speed;
    friction.shared.clear();
  }
}

std::vector<std::string> motors_with_load_friction(const Robot& robot, const Identification& result) {
  std::vector<std::string> names;
  if (!result.friction) return names;
  for (std::size_t k = 0; k < result.friction->load.size(); ++k)
    if (result.friction->load[k].told) names.push_back(robot.mechanism().joints[robot.motor_joints()[k]].name);
  return names;
}

// Options that have no part in a method are no trap: they are refused.
void check_method(const IdentifyOptions& options) {
  const Method method = options.estimator.method;
  const bool terms = options.friction.stribeck || options.friction.load;
  if ((method == Method::iv) != options.reference.has_value())
    throw Error(ErrorKind::usage, "method iv and the reference motion go together");
  if ((method == Method::two_stage) != !options.slow_log.empty())
    throw Error(ErrorKind::usage, "method two-stage and the log of slow motions go together");
  if (options.memory != 0 && method != Method::recursive)
    throw Error(ErrorKind::usage, "a memory goes with method recursive");
  const bool plain = method == Method::ols || method == Method::wls || method == Method::irls;
  if (!plain && (terms || options.period > 0))
    throw Error(
        ErrorKind::usage,
        fmt::format("method {} goes neither with friction terms nor with averaged repetitions", to_string(method)));
  if (!plain && options.consistent)
    throw Error(ErrorKind::usage, "real bodies are found on the weights of ols, wls or irls");
}

// The log once more, with the commanded motion, for instruments.
Estimate estimate_by_reference(const Robot& robot, const LogSource& source, const IdentifyOptions& options,
                               Equations& equations, Identification& result) {
  LogOptions same = options.log;
  if (result.log.derived) same.bandwidth = result.log.bandwidth;
  Log again(robot, source, same);
  ReferenceSamples reference(again, *options.reference, options.reference_start);
  Equations instruments(result.base.form, reference, equation_options(options, result.log));
  const Estimate found = estimate_with_instruments(result.base, equations, instruments, options.estimator);
  result.reference_distance = reference.distance();
  if (!(result.reference_distance < follows_reference))
    throw Error(ErrorKind::input,
                fmt::format("{}: the positions differ by {:.0f} % of the motion from the reference: is it the log of "
                            "this motion, and does the motion begin at its time {:g} s?",
                            printable(source.name), 100 * result.reference_distance, options.reference_start));
  return found;
}

// Friction and its covariance from the log of slow motions.
GivenValues friction_of_slow_log(const Robot& robot, const IdentifyOptions& options, Identification& result) {
  const std::unique_ptr<Log> log = open(result.base, options.slow_log, options);
  if (!options.trust_log) refuse_suspicions(options.slow_log.name, check_log(robot, *log));
  // Rates of slow motions are near zero for long: without what is near to reversals little would be left.
  EquationOptions made = equation_options(options, log->summary());
  made.reversal = 0;
  Equations equations(result.base.form, *log, made);
  EstimatorOptions weighted = options.estimator;
  weighted.method = options.estimator.outliers ? Method::irls : Method::wls;
  weighted.outliers = false;
  weighted.given.reset();
  const Estimate slow = estimate(result.base, equations, weighted);
  result.slow_log = log->summary();
  GivenValues given;
  given.values = VectorX::Constant(slow.values.size(), std::numeric_limits<double>::quiet_NaN());
  given.covariance = slow.covariance;
  int count = 0;
  for (std::size_t j = 0; j < slow.parameters.size(); ++j) {
    if (!is_friction(result.base.form.parameters()[j].kind) || slow.parameters[j].outcome != Outcome::estimated)
      continue;
    given.values[static_cast<int>(j)] = slow.parameters[j].value;
    ++count;
  }
  if (count == 0)
    throw Error(ErrorKind::numerical, fmt::format("{}: tells no friction", printable(options.slow_log.name)));
  return given;
}

// The estimate by the method that is asked for, never by another.
Estimate estimate_by_method(const Robot& robot, const LogSource& source, const IdentifyOptions& options,
                            Equations& equations, Identification& result) {
  if (options.estimator.method == Method::iv) return estimate_by_reference(robot, source, options, equations, result);
  if (options.estimator.method == Method::recursive) {
    RecursiveOptions recursive{options.estimator, options.memory, {}};
    recursive.visit = [&](double time, const VectorX& values, const VectorX& deviations) {
      result.history.push_back({time, values, deviations});
    };
    return estimate_recursively(result.base, equations, recursive);
  }
  EstimatorOptions used = options.estimator;
  if (used.method == Method::two_stage) used.given = friction_of_slow_log(robot, options, result);
  return estimate(result.base, equations, used);
}

// Base values as real bodies.
void make_model(const Robot& robot, Identification& result) {
  VectorX standard;
  if (result.consistent) {
    standard = result.consistent->standard;
  } else {
    ConsistencyOptions options;
    options.most_iterations = 20000;
    const ConsistentParameters found =
        nearest_consistent(result.base, result.values, result.base.full.values(), options);
    if (!found.found) {
      result.model_problem =
          fmt::format("no real bodies have these values ({}): no model file; method consistent gives one",
                      found.wrong.empty() ? "not found in 20000 steps" : joined(found.wrong));
      return;
    }
    standard = found.standard;
  }
  Mechanism model = with_parameters(robot.mechanism(), result.base.full, standard);
  model.name = robot.mechanism().name;
  if (result.friction) add_stribeck(robot, *result.friction, model);
  result.model = std::move(model);
}

// The log, its clock corrected if that is wanted, and checked against the robot.
std::unique_ptr<Log> open_checked(const LogSource& source, const IdentifyOptions& options, Identification& result) {
  std::unique_ptr<Log> log = open(result.base, source, options);
  tell(options, "checking the log");
  result.refit = refit_log(result.base, *log);
  if (options.correct_clock && result.refit.has_clock()) {
    correct_clocks(result.refit, options, *log);
    result.clock_corrected = true;
    // What the clock hid.
    for (const LogSuspicion& s : refit_log(result.base, *log).suspicions)
      if (s.kind != "clock" && s.kind != "lag") result.refit.suspicions.push_back(s);
  }
  result.check = check_log(result.base.full.robot(), *log, known_mistakes(result.refit, result.clock_corrected));
  if (!options.trust_log) refuse_suspicions(source.name, result.check);
  return log;
}

[[noreturn]] void refuse_empty(const std::string& path, const LogSummary& log) {
  throw Error(ErrorKind::input,
              fmt::format("{}: no samples are left of {} rows: a filter of {:.4g} Hz needs several periods of that "
                          "frequency on both sides of each; record a longer log, or give a larger bandwidth",
                          printable(path), log.rows, log.bandwidth));
}

// The residuals of another log with the values found.
void look_at_validation(const IdentifyOptions& options, const MarkedSamples& samples, Identification& result) {
  IdentifyOptions second = options;
  if (!(second.log.bandwidth > 0)) second.log.bandwidth = result.log.bandwidth;
  const std::unique_ptr<Log> log = open(result.base, options.validation, second);
  const LogRefit refit = refit_log(result.base, *log);
  const bool put_right = options.correct_clock && refit.has_clock();
  if (put_right) log->correct_clocks({refit.delays(), refit.lags()});
  if (!options.trust_log)
    refuse_suspicions(options.validation.name,
                      check_log(result.base.full.robot(), *log, known_mistakes(refit, put_right)));
  ReadAhead ahead(*log);
  MarkedSamples marked(ahead);
  const FrictionTerms none;
  WithoutStribeck smooth(marked, result.friction ? *result.friction : none);
  Equations equations(result.base.form, smooth, equation_options(options, log->summary()));
  result.validation = study_residuals(equations, result.values, {}, options.most_residuals, result.estimate.robust);
  result.validation_log = log->summary();
  result.same_recording = marked.share_in(samples) > same_recording;
}

Evidence evidence_of(const Robot& robot, const Identification& result) {
  const bool smooth = result.log.position_noise > 0 && result.log.position_noise < smoother_than_encoders;
  const double refused =
      result.samples > 0 ? static_cast<double>(result.refused) / static_cast<double>(result.samples) : 0;
  return {&result.base,
          &result.estimate,
          result.consistent ? &*result.consistent : nullptr,
          &result.residuals,
          result.validation ? &*result.validation : nullptr,
          &result.refit,
          result.clock_corrected,
          smooth,
          refused,
          result.model_problem,
          result.repetitions,
          result.repeatability,
          motors_with_load_friction(robot, result),
          result.same_recording};
}

}  // namespace

Identification identify(const Robot& robot, const LogSource& source, const IdentifyOptions& options,
                        const ResidualVisitor& visit) {
  check_method(options);
  tell(options, "looking for base parameters");
  return identify(find_base_parameters(LinearForm(robot, options.form), options.base), source, options, visit);
}

Identification identify(const BaseParameters& base, const LogSource& source, const IdentifyOptions& options,
                        const ResidualVisitor& visit) {
  const Robot& robot = base.full.robot();
  check_method(options);
  if (!options.validation.empty() && source == options.validation)
    throw Error(ErrorKind::usage, fmt::format("{}: a log does not validate itself: give another one",
                                              printable(options.validation.name)));
  const std::string& path = source.name;
  Identification result(base);
  const std::unique_ptr<Log> log = open_checked(source, options, result);
  tell(options, "estimating");
  std::optional<SampleList> mean;
  if (options.period > 0) {
    PeriodAverage average = average_periods(*log, log->rate(), options.period);
    result.repetitions = average.repetitions;
    result.repeatability = average.force_deviations;
    mean.emplace(std::move(average.samples));
  }
  ReadAhead ahead(*log);
  MarkedSamples samples(mean ? static_cast<SampleSource&>(*mean) : ahead);
  auto equations = std::make_unique<Equations>(result.base.form, samples, equation_options(options, log->summary()));
  result.log = log->summary();
  try {
    result.estimate = estimate_by_method(robot, source, options, *equations, result);
  } catch (const Error&) {
    if (!result.refit.mirrored.empty()) {
      LogCheck named;
      named.suspicions = result.refit.suspicions;
      refuse_suspicions(path, named);
    }
    if (equations->samples() > 0 || mean) throw;
    refuse_empty(path, log->summary());
  }
  result.log = log->summary();
  std::optional<WithoutStribeck> smoother;
  if (options.friction.stribeck || options.friction.load) {
    tell(options, "looking for friction terms");
    result.friction = find_friction_terms(result.base, samples, result.estimate, options.friction);
    smoother.emplace(samples, *result.friction);
    equations = std::make_unique<Equations>(result.base.form, *smoother, equation_options(options, log->summary()));
    result.estimate = estimate(result.base, *equations, options.estimator);
  }
  result.samples = equations->samples();
  result.refused = equations->refused();
  result.first_refused = equations->first_refused();
  result.equations_note = equations->note();
  result.values = result.estimate.values;
  if (options.consistent) {
    result.consistent = consistent_fit(result.base, result.estimate, result.base.full.values(), options.consistency);
    result.values = result.consistent->base_values;
  }
  tell(options, "looking at residuals");
  result.residuals = study_residuals(*equations, result.values, visit, options.most_residuals, result.estimate.robust);
  if (!options.validation.empty()) look_at_validation(options, samples, result);
  tell(options, "mapping back to bodies");
  make_model(robot, result);
  result.verdict = judge(evidence_of(robot, result));
  return result;
}

Validation validate(const Robot& robot, const LogSource& source, const IdentifyOptions& options,
                    const ResidualVisitor& visit) {
  const BaseParameters base = find_base_parameters(LinearForm(robot, options.form), options.base);
  const std::unique_ptr<Log> log = open(base, source, options);
  Validation result;
  result.refit = refit_log(base, *log);
  result.check = check_log(robot, *log, known_mistakes(result.refit, false));
  if (!options.trust_log) refuse_suspicions(source.name, result.check);
  ReadAhead ahead(*log);
  Equations equations(base.form, ahead, equation_options(options, log->summary()));
  VectorX values(static_cast<int>(base.base.size()));
  for (std::size_t i = 0; i < base.base.size(); ++i) values[static_cast<int>(i)] = base.base[i].value;
  result.residuals = study_residuals(equations, values, visit, options.most_residuals);
  result.log = log->summary();
  result.samples = equations.samples();
  result.refused = equations.refused();
  return result;
}

}  // namespace jourdain
