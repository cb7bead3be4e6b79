// jourdain identify.
#include "identification_page.hpp"
#include "identification_text.hpp"

#include "core/joined.hpp"
#include "io/temporary_path.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace jourdain::cli {
namespace {

namespace fs = std::filesystem;

IdentifyOptions identify_options(const Robot& robot, const IdentifyVerbOptions& options) {
  IdentifyOptions result;
  result.form = form_options(robot, options.form);
  result.base = base_options(options.form);
  result.consistent = options.method == "consistent";
  if (options.outliers && !result.consistent && options.method != "two-stage")
    throw Error(ErrorKind::usage,
                "--outliers goes with --method consistent and two-stage; --method irls is robust by itself");
  if (options.essential && result.consistent)
    throw Error(ErrorKind::usage, "--essential drops parameters to zero: it does not go with --method consistent");
  result.estimator.method =
      result.consistent ? (options.outliers ? Method::irls : Method::wls) : parse_method(options.method);
  result.estimator.outliers = options.outliers && !result.consistent;
  result.estimator.robust = options.robust == "huber" ? RobustWeight::huber : RobustWeight::tukey;
  result.estimator.essential = options.essential;
  result.estimator.confidence = options.confidence;
  result.estimator.blocks = options.blocks;
  result.estimator.most_passes = options.passes;
  result.consistency.term = options.cad_term == "log-det" ? CadTerm::log_det : CadTerm::quadratic;
  result.consistency.cad_deviation = options.cad_deviation;
  result.consistency.mass_tolerance = options.mass_tolerance;
  set_log_options(options.log, result);
  result.correct_clock = options.correct_clock;
  result.validation = options.validate;
  if (!options.reference.empty()) result.reference = load_motion(robot, options.reference).trajectory;
  if (!options.reference_start.empty())
    result.reference_start = quantity("--reference-start", options.reference_start, Dimension{.time = 1});
  if (!options.memory.empty()) {
    result.memory = quantity("--memory", options.memory, Dimension{.time = 1});
    if (!(result.memory > 0)) throw Error(ErrorKind::usage, "--memory: expected a positive time");
  }
  result.slow_log = options.slow_log;
  if (!options.friction_terms.empty()) {
    for (const ListEntry& entry : split_list("--friction-terms", options.friction_terms)) {
      if (entry.text == "stribeck")
        result.friction.stribeck = true;
      else if (entry.text == "load")
        result.friction.load = true;
      else
        throw Error(ErrorKind::usage,
                    fmt::format("--friction-terms: '{}' is unknown: expected stribeck, load or both", entry.text));
    }
  }
  result.friction.confidence = options.confidence;
  return result;
}

std::string note(const Identification& result, std::size_t i) {
  const ParameterEstimate& p = result.estimate.parameters[i];
  if (p.outcome != Outcome::estimated) return std::string(to_string(p.outcome));
  if (p.half_width > std::abs(p.value)) return "not told from zero";
  if (std::abs(p.value - p.model) > p.half_width) return "differs from the model";
  return "";
}

void print_parameters(const Identification& result, const Numbers& number) {
  Table table({"parameter", ">model", ">identified", fmt::format(">+- {:g} %", 100 * result.estimate.confidence),
               ">consistent", "", "", "of"});
  if (!result.consistent)
    table = Table({"parameter", ">model", ">identified", fmt::format(">+- {:g} %", 100 * result.estimate.confidence),
                   "", "", "", "of"});
  for (std::size_t i = 0; i < result.base.base.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
    const int column = static_cast<int>(i);
    table.add({result.base.form.parameters()[i].name, number(p.model), number(p.value),
               p.outcome == Outcome::estimated || p.outcome == Outcome::given ? number(p.half_width) : "",
               result.consistent ? number(result.values[column]) : "", parameter_unit(result.base.form, column),
               note(result, i), result.base.base[i].groups.empty() ? "" : result.base.base[i].expression});
  }
  table.print();
}

void print_verdict(const Verdict& verdict) {
  const Colour colour = verdict.use == Use::nothing       ? Colour::bad
                        : verdict.use == Use::feedforward ? Colour::warn
                                                          : Colour::good;
  print_text("\n{}\n", paint(Stream::out, colour, verdict.sentence));
  for (const Reason& reason : verdict.reasons)
    print_text("  {} {}\n",
               reason.limits == Use::simulation    ? "+"
               : reason.limits == Use::feedforward ? "~"
                                                   : "-",
               reason.text);
}

void print_bodies(const Identification& result) {
  const ConsistentFit& fit = *result.consistent;
  heading("Real bodies");
  Facts facts;
  facts.add("residual", fmt::format("{:.3g} % above that of plain least squares", 100 * fit.residual_rise));
  if (!fit.at_bound.empty()) facts.add("at a bound", joined(fit.at_bound));
  if (!fit.on_face.empty()) facts.add("without volume, as in the model", joined(fit.on_face));
  std::map<Decided, int> counts;
  for (const Decided d : fit.decided) ++counts[d];
  facts.add("decided by", fmt::format("data {}, both {}, model {} of {} parameters", counts[Decided::data],
                                      counts[Decided::both], counts[Decided::cad], fit.decided.size()));
  facts.add("solved in", fmt::format("{} steps, optimality {:.1g}", fit.steps, fit.kkt));
  facts.print();
}

void print_friction_terms(const Robot& robot, const Identification& result, const Numbers& number) {
  const FrictionTerms& terms = *result.friction;
  heading("Friction terms of the motors");
  Table table({"motor", ">Stribeck", ">+-", "", ">at speed", ">by load", ">+-", ""});
  const std::vector<std::string> names = driving_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto cell = [&](bool there, double value) { return there ? number(value) : std::string(); };
    const FrictionTerm s = k < terms.stribeck.size() ? terms.stribeck[k] : FrictionTerm{};
    const FrictionTerm l = k < terms.load.size() ? terms.load[k] : FrictionTerm{};
    const bool has_s = !terms.stribeck.empty(), has_l = !terms.load.empty();
    const bool untold = (has_s && !s.told) || (has_l && !l.told);
    table.add({names[k], cell(has_s, s.value), cell(has_s, s.half_width),
               has_s ? force_unit(robot, static_cast<int>(k)) : "", cell(has_s, s.speed), cell(has_l, l.value),
               cell(has_l, l.half_width), untold ? "not told from zero" : ""});
  }
  table.print();
  print_text("  {} samples; they take the residual to {:.4g} times what it was\n", terms.samples,
             terms.before > 0 ? terms.after / terms.before : 1);
  if (!terms.stribeck.empty())
    print_text(
        "  told Stribeck terms are taken out of the forces, and are breakaway and stribeck_speed of the model\n");
  if (!terms.load.empty())
    print_text("  friction by load is that of the model's constraint forces; models have no key for it\n");
}

void print_answer(const Robot& robot, const IdentifyVerbOptions& options, const Identification& result) {
  const Numbers number{std::min(options.digits, 6)};
  const Estimate& e = result.estimate;
  print_text("{}  method {}\n", title(robot), options.method);
  print_log(options.log.log, result.log);
  if (result.slow_log) print_log(options.slow_log, *result.slow_log);
  if (result.validation_log) print_log(options.validate, *result.validation_log);
  if (!result.equations_note.empty()) print_text("  equations: {}\n", result.equations_note);
  if (result.reference_distance > 0)
    print_text("  instruments: the commanded motion, from which the log is {:.2g} % away\n",
               100 * result.reference_distance);
  print_verdict(result.verdict);
  heading("Base parameters");
  print_parameters(result, number);
  print_text(
      "\n  {} equations, variance between {} stretches; intervals {:.2g} times those of uncorrelated residuals\n",
      e.instants, e.blocks, e.plain_narrowness);
  if (e.method == Method::irls)
    print_text("  {} passes; {:.2g} % of the residuals lost half of their weight or more\n", e.passes,
               100 * e.outliers);
  for (const DroppedEstimate& d : e.dropped)
    print_text("  dropped {}: {} +- {}, |t| = {:.2g}, residual +{:.2g} %\n",
               result.base.form.parameters()[static_cast<std::size_t>(d.parameter)].name, number(d.value),
               number(d.deviation), d.t, 50 * d.rise);
  if (result.friction) print_friction_terms(robot, result, number);
  if (result.consistent) print_bodies(result);
  heading("Residuals");
  print_residuals(robot, number, result.residuals);
  if (result.validation) {
    heading("Residuals of the second log");
    print_residuals(robot, number, *result.validation);
  }
  if (!options.out.empty())
    print_text("\n{}: report.html, {}result.json, forces.csv{}\n", options.out, result.model ? "identified.yaml, " : "",
               result.history.empty() ? "" : ", history.csv");
}

Json parameters_json(const Identification& result) {
  Json json = Json::array();
  for (std::size_t i = 0; i < result.base.base.size(); ++i) {
    const ParameterEstimate& p = result.estimate.parameters[i];
    json.push_back({{"name", result.base.form.parameters()[i].name},
                    {"expression", result.base.base[i].expression},
                    {"unit", parameter_unit(result.base.form, static_cast<int>(i))},
                    {"model", finite(p.model)},
                    {"value", finite(p.value)},
                    {"deviation", finite(p.deviation)},
                    {"half_width", finite(p.half_width)},
                    {"outcome", to_string(p.outcome)},
                    {"used", finite(result.values[static_cast<int>(i)])}});
  }
  return json;
}

Json friction_json(const Robot& robot, const FrictionTerms& terms) {
  Json json{{"samples", terms.samples},
            {"residual_before", finite(terms.before)},
            {"residual_after", finite(terms.after)},
            {"motors", Json::array()}};
  const auto term = [](const FrictionTerm& t) {
    return Json{{"value", finite(t.value)}, {"half_width", finite(t.half_width)}, {"told", t.told}};
  };
  const std::vector<std::string> names = driving_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    Json motor{{"motor", names[k]}};
    if (k < terms.stribeck.size()) {
      motor["stribeck"] = term(terms.stribeck[k]);
      motor["stribeck"]["speed"] = finite(terms.stribeck[k].speed);
    }
    if (k < terms.load.size()) motor["load"] = term(terms.load[k]);
    json["motors"].push_back(motor);
  }
  return json;
}

// What a recursive estimate believed over the log.
std::string history_text(const Identification& result) {
  std::string text = "t";
  for (const Parameter& p : result.base.form.parameters()) text += fmt::format(",{0},{0}:deviation", p.name);
  text += "\n";
  for (const EstimateAtTime& at : result.history) {
    text += fmt::format("{}", at.time);
    for (int j = 0; j < at.values.size(); ++j) text += fmt::format(",{},{}", at.values[j], at.deviations[j]);
    text += "\n";
  }
  return text;
}

Json settings_json(const IdentifyVerbOptions& options, const IdentifyOptions& used) {
  return {{"method", options.method},
          {"robust", options.robust},
          {"outliers", options.outliers},
          {"essential", options.essential},
          {"confidence", options.confidence},
          {"blocks", options.blocks},
          {"average", used.average},
          {"bandwidth", used.log.bandwidth > 0 ? Json(used.log.bandwidth) : Json(nullptr)},
          {"cad_term", options.cad_term},
          {"cad_deviation", options.cad_deviation},
          {"mass_tolerance", options.mass_tolerance},
          {"friction", words(options.form.friction)[static_cast<std::size_t>(options.form.friction)]},
          {"elemental", options.form.elemental},
          {"trust_log", used.trust_log},
          {"correct_clock", used.correct_clock},
          {"reference", options.reference},
          {"reference_start", used.reference_start},
          {"memory", used.memory},
          {"slow_log", options.slow_log},
          {"friction_terms", options.friction_terms},
          {"smoothing", to_string(used.log.smoothing)},
          {"seed", options.form.seed}};
}

Json answer_json(const Robot& robot, const IdentifyVerbOptions& options, const IdentifyOptions& used,
                 const Identification& result) {
  const Estimate& e = result.estimate;
  Json json = answer("identify", robot);
  json["ok"] = result.verdict.use != Use::nothing;
  json["use"] = to_string(result.verdict.use);
  json["verdict"] = result.verdict.sentence;
  json["reasons"] = Json::array();
  for (const Reason& r : result.verdict.reasons)
    json["reasons"].push_back({{"allows", to_string(r.limits)}, {"text", r.text}});
  json["settings"] = settings_json(options, used);
  json["log"] = log_json(options.log.log, result.log, result.check);
  json["refit"] = refit_json(robot, result.refit);
  json["clock_corrected"] = result.clock_corrected;
  json["samples"] = result.samples;
  json["repetitions"] = result.repetitions;
  json["refused"] = result.refused;
  json["equations"] = e.instants;
  json["equations_by"] = result.equations_note.empty() ? "general engine" : result.equations_note;
  json["blocks"] = e.blocks;
  json["condition"] = finite(e.condition);
  json["condition_scaling"] = "weighted columns scaled to length one";
  json["narrowness"] = finite(e.plain_narrowness);
  json["passes"] = e.passes;
  json["outliers"] = finite(e.outliers);
  json["parameters"] = parameters_json(result);
  json["residuals"] = residual_json(robot, result.residuals);
  json["residual_equations"] = result.residuals.equations;
  json["validation"] = result.validation ? residual_json(robot, *result.validation) : Json(nullptr);
  if (result.validation_log) json["validation_log"] = log_json(options.validate, *result.validation_log, {});
  if (result.slow_log) json["slow_log"] = log_json(options.slow_log, *result.slow_log, {});
  if (result.friction) json["friction_terms"] = friction_json(robot, *result.friction);
  if (result.consistent) {
    const ConsistentFit& fit = *result.consistent;
    Json bodies{{"residual_rise", finite(fit.residual_rise)},
                {"kkt", finite(fit.kkt)},
                {"steps", fit.steps},
                {"at_bound", fit.at_bound},
                {"on_face", fit.on_face}};
    bodies["parameters"] = Json::array();
    const std::vector<StandardParameter>& standard = result.base.full.standard();
    for (std::size_t i = 0; i < standard.size(); ++i)
      bodies["parameters"].push_back({{"name", standard[i].name},
                                      {"model", finite(standard[i].value)},
                                      {"value", finite(fit.standard[static_cast<int>(i)])},
                                      {"deviation", finite(fit.deviations[static_cast<int>(i)])},
                                      {"decided", to_string(fit.decided[i])}});
    json["consistent"] = bodies;
  }
  json["model_problem"] = result.model_problem.empty() ? Json(nullptr) : Json(result.model_problem);
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  return json;
}

// The log of the motion that is rehearsed, and what was assumed about its sensors.
SimulatedLog rehearse(const Robot& robot, const IdentifyVerbOptions& options, const std::string& path) {
  SimulatedLogOptions sensors;
  if (!options.log.rate.empty()) sensors.rate = quantity("--rate", options.log.rate, Dimension{.time = -1});
  if (!options.noise.empty()) sensors.noise = parse_forces(robot, "--noise", options.noise);
  if (!options.encoder.empty())
    sensors.resolution = parse_actuators(robot, "--encoder", options.encoder, 0,
                                         VectorX::Zero(static_cast<int>(robot.actuators().size())));
  sensors.seed = options.form.seed;
  const Progress progress("rehearsing");
  return write_simulated_log(load_motion(robot, options.rehearse).trajectory, sensors, path);
}

void check_combination(const IdentifyVerbOptions& options) {
  const bool rehearsed = !options.rehearse.empty();
  if (options.log.log.empty() != rehearsed)
    throw Error(ErrorKind::usage, rehearsed ? "--rehearse simulates a log: it does not go with --log"
                                            : "expected --log FILE, or --rehearse MOTION");
  if (!rehearsed && (!options.noise.empty() || !options.encoder.empty()))
    throw Error(ErrorKind::usage, "--noise and --encoder are sensors of a rehearsal: they go with --rehearse");
  if (rehearsed && !options.log.map.empty())
    throw Error(ErrorKind::usage, "--map tells the columns of a recorded log: it does not go with --rehearse");
  if (rehearsed && (!options.slow_log.empty() || !options.reference.empty()))
    throw Error(ErrorKind::usage, "--slow-log and --reference go with a recorded log, not with --rehearse");
  if ((options.method == "iv") != !options.reference.empty() ||
      (options.reference.empty() && !options.reference_start.empty()))
    throw Error(ErrorKind::usage, "--method iv and --reference MOTION go together");
  if ((options.method == "two-stage") != !options.slow_log.empty())
    throw Error(ErrorKind::usage, "--method two-stage and --slow-log FILE go together");
  if (options.method != "recursive" && !options.memory.empty())
    throw Error(ErrorKind::usage, "--memory goes with --method recursive");
  if (options.robust != "tukey" && options.method != "irls" && !options.outliers)
    throw Error(ErrorKind::usage, "--robust goes with --method irls, or with --outliers");
  const IdentifyVerbOptions usual;
  if (options.method != "consistent" &&
      (options.cad_term != usual.cad_term || options.cad_deviation != usual.cad_deviation ||
       options.mass_tolerance != usual.mass_tolerance))
    throw Error(ErrorKind::usage, "--cad-term, --cad-deviation and --mass-tolerance go with --method consistent");
  if ((options.method == "tls") != (!options.loaded.empty() || !options.load.empty()))
    throw Error(ErrorKind::usage, "--method tls, --loaded FILE and --load PAYLOAD go together");
}

// How far the rehearsal came from the truth, which is the model.
void print_rehearsal(const Identification& result, const SimulatedLog& log, const Numbers& number) {
  int covered = 0, estimated = 0;
  for (const ParameterEstimate& p : result.estimate.parameters) {
    if (p.outcome != Outcome::estimated) continue;
    ++estimated;
    covered += std::abs(p.value - p.model) <= p.half_width;
  }
  heading("Rehearsal");
  std::vector<double> noise(log.noise.begin(), log.noise.end()), steps(log.resolution.begin(), log.resolution.end());
  print_text("  simulated with the model's values; noise {} N or N m, encoder steps {} rad or m\n", number.list(noise),
             number.list(steps));
  print_text("  {} of {} intervals hold the model's value\n", covered, estimated);
}

}  // namespace

int run_identify(const IdentifyVerbOptions& given) {
  check_combination(given);
  if (given.method == "tls") return run_drive_gains(given);
  IdentifyVerbOptions options = given;
  const Robot robot = robot_of(options);
  require_motors(robot);
  warn_of_idle_spins(robot);
  const std::unique_ptr<OutputFolder> folder = open_run_folder(options.out, options.force);
  // A rehearsal's log stays in the folder of the run, or goes when the program ends.
  TemporaryPath scratch;
  std::optional<SimulatedLog> rehearsed;
  if (!options.rehearse.empty()) {
    options.log.log = options.out.empty()
                          ? (fs::temp_directory_path() / fmt::format("jourdain-rehearsal-{}.csv", getpid())).string()
                          : folder->staged("rehearsal.csv");
    rehearsed = rehearse(robot, options, options.log.log);
    options.log.rate.clear();
    if (options.out.empty()) scratch = TemporaryPath(options.log.log, TemporaryPath::Kind::file);
  }
  IdentifyOptions used = identify_options(robot, options);
  std::optional<ForceRecord> record;
  ForceCurves curves;
  if (folder) record.emplace(robot, folder->staged("forces.csv"));
  const Identification result = [&] {
    Progress progress("reading");
    used.progress = [&](const std::string& what) { progress.tell(what); };
    return identify(robot, options.log.log, used, [&](const Equation& equation, const VectorX& predicted) {
      if (!record) return;
      record->add(equation, predicted);
      curves.add(equation, predicted);
    });
  }();
  if (folder && rehearsed) options.log.log = folder->final_path("rehearsal.csv");
  warn_of_log(options.log.log, result.log, result.check);
  if (result.refused > 0) {
    const RefusedSample& first = result.first_refused.front();
    warn(fmt::format("{}: {} of {} samples have no equation, the first at row {}: {}", options.log.log, result.refused,
                     result.samples, first.row, first.reason));
  }
  const Json json = answer_json(robot, options, used, result);
  if (record) {
    folder->write("result.json", json.dump(2) + "\n");
    folder->write("model.yaml", print_model(robot.mechanism()));
    if (!used.log.map.text.empty()) folder->write("map.yaml", used.log.map.text);
    if (result.model) folder->write("identified.yaml", print_model(*result.model));
    if (!result.history.empty()) folder->write("history.csv", history_text(result));
    folder->write("report.html", page_html(identification_page(robot, options, result, curves)));
    if (record->full())
      warn(fmt::format("{}: holds the first {} equations of {}", folder->final_path("forces.csv"),
                       ForceRecord::most_rows, result.residuals.equations));
    record->commit();
    // Files of an earlier run must not pass for those of this one.
    folder->commit({"map.yaml", "identified.yaml", "history.csv", "rehearsal.csv"});
  }
  if (options.json)
    print_json(json);
  else
    print_answer(robot, options, result);
  if (rehearsed && !options.json) print_rehearsal(result, *rehearsed, Numbers{std::min(options.digits, 4)});
  return result.verdict.use == Use::nothing ? exit_bad_result : exit_ok;
}

}  // namespace jourdain::cli
