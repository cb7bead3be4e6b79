// From a log to a model.
#include "analyses/analysis.hpp"
#include "analyses/identify_question.hpp"
#include "analyses/load_case.hpp"
#include "analyses/words.hpp"
#include "identification/estimators/drive_gains.hpp"
#include "identification/verdict/force_record.hpp"
#include "identification/verdict/identification_answer.hpp"
#include "identification/verdict/log_answer.hpp"
#include "io/output_folder.hpp"
#include "jourdain/io/csv.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "linear_form/parameters/parameter_unit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace jourdain {
namespace {

// A new folder, an empty one, or that of an earlier run with `force`. Throws Error, also for a file of it that may not
// be replaced.
AnswerFolder run_folder(const std::string& path, bool force) {
  namespace fs = std::filesystem;
  AnswerFolder folder{path, std::make_shared<OutputFolder>(path)};
  std::error_code failure;
  const bool used = fs::exists(path, failure) && !fs::is_empty(path, failure);
  const bool run = fs::exists(fs::path(path) / "result.json", failure);
  if (used && !run)
    throw Error(ErrorKind::usage, fmt::format("{}: has files that are no run: give a new folder", path));
  if (used && !force)
    throw Error(ErrorKind::usage, fmt::format("{}: holds an earlier run: give another folder, or --force", path));
  folder.place->check({"result.json", "model.yaml", "map.yaml", "identified.yaml", "forces.csv", "history.csv",
                       "rehearsal.csv", "report.html"});
  // Files of an earlier run must not pass for those of this one.
  folder.obsolete = {"map.yaml", "identified.yaml", "forces.csv", "history.csv", "rehearsal.csv", "report.html"};
  folder.files = {{"result.json"}};
  return folder;
}

void add_inputs(const Robot& robot, const IdentifyOptions& used, AnswerFolder& folder) {
  folder.files.push_back({"model.yaml", "", false, print_model(robot.mechanism())});
  if (!used.log.map.text.empty()) folder.files.push_back({"map.yaml", "", false, used.log.map.text});
}

// What a recursive estimate believed over the log.
std::string history_csv(const Identification& result) {
  std::vector<std::string> columns{"t"};
  for (const Parameter& p : result.base.form.parameters())
    for (const char* kind : {"", ":deviation"}) columns.push_back(p.name + kind);
  CsvWriter csv(columns);
  for (const EstimateAtTime& at : result.history) {
    csv.add(at.time);
    for (int j = 0; j < at.values.size(); ++j) {
      csv.add(at.values[j]);
      csv.add(at.deviations[j]);
    }
    csv.end_row();
  }
  return csv.take();
}

// The log of the motion that is rehearsed, and what was assumed about its sensors.
LogSource rehearse(const Robot& robot, IdentifyQuestion& options, SimulatedLog& assumed) {
  SimulatedLogOptions sensors;
  if (std::isfinite(options.log.rate)) sensors.rate = options.log.rate;
  options.log.rate = IdentifyQuestion::none;
  if (!options.noise.empty()) sensors.noise = parse_forces(robot, "--noise", options.noise);
  if (!options.encoder.empty())
    sensors.resolution = parse_motors(robot, "--encoder", options.encoder, 0,
                                      VectorX::Zero(static_cast<int>(robot.motor_joints().size())));
  sensors.seed = static_cast<std::uint64_t>(options.form.seed);
  return {"rehearsal.csv", simulated_log(load_motion(robot, options.rehearse).motion, sensors, &assumed)};
}

// How far a rehearsal came from the truth, which is the model.
void add_rehearsal(const Robot& robot, const Identification& result, const SimulatedLog& assumed, Answer& answer) {
  VectorX truth(static_cast<int>(result.estimate.parameters.size()));
  for (int i = 0; i < truth.size(); ++i) truth[i] = result.estimate.parameters[i].model;
  const IntervalCoverage coverage = interval_coverage(result.estimate, truth);
  answer.add(Facts{
      "rehearsal",
      "Rehearsal",
      {{"held", "intervals that hold the model's value", count_of(coverage.held), fmt::format("of {}", coverage.all)},
       {"samples", "samples simulated with the model's values", count_of(assumed.samples)}}});
  Table sensors{"sensors", "Sensors that were assumed", {{"motor", "motor"}, {"noise", "noise"}, {"step", "step"}}};
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool slides = motor_slides(robot, static_cast<int>(k));
    const int i = static_cast<int>(k);
    sensors.rows.push_back({names[k], Number{assumed.noise[i], force_measure(slides)},
                            Number{assumed.resolution[i], motion_measure(slides, 0)}});
  }
  answer.add(std::move(sensors));
}

// "0.5 kg" or "0.5, 0, 0, 10 mm": a point mass.
Inertial parse_gain_load(const std::string& text) {
  const std::vector<ListEntry> entries = split_list("--load", text);
  if (entries.size() != 1 && entries.size() != 4) throw Error(ErrorKind::usage, "--load: expected mass, or mass,x,y,z");
  Inertial load;
  load.mass = quantity("--load", entries[0].text, Dimension{.mass = 1});
  for (std::size_t i = 1; i < entries.size(); ++i)
    load.com[static_cast<int>(i) - 1] = quantity("--load", entries[i].text, Dimension{.length = 1});
  return load;
}

Table gain_rows(const Robot& robot, const DriveGains& found) {
  Table table{"gains", "", {{"motor", "motor"}, {"gain", "gain"}, {"half_width", "+- 95 %"}, {"residual", "residual"}}};
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const int i = static_cast<int>(k);
    table.rows.push_back({names[k], Number{found.gains[i]}, Number{found.quantile * found.gain_deviations[i]},
                          Number{found.deviations[i], force_measure(motor_slides(robot, i))}});
  }
  return table;
}

// As that of other methods.
Table gain_parameters(const BaseParameters& base, const DriveGains& found) {
  const auto place = [&](const BaseParameter& b) { return static_cast<int>(&b - base.base.data()); };
  using B = BaseParameter;
  return table_of<B>(
      "parameters", "Base parameters", base.base,
      {{"name", "parameter", [&](const B& b) { return Cell(base.form.parameters()[place(b)].name); }},
       {"model", "model", [](const B& b) { return Cell(Number{b.value}); }},
       {"value", "identified", [&](const B& b) { return Cell(Number{found.values[place(b)]}); }},
       {"deviation", "deviation", [&](const B& b) { return Cell(Number{found.value_deviations[place(b)]}); }},
       {"unit", "unit", [&](const B& b) { return Cell(parameter_unit(base.form, place(b))); }},
       {"outcome", "outcome", [](const B&) { return Cell("estimated"); }}});
}

Answer gains_answer(const Robot& robot, const IdentifyQuestion& options, const Job& job) {
  Answer answer;
  if (!options.out.empty()) answer.folder = run_folder(options.out, options.force);
  IdentifyOptions used;
  set_log_options(options.log, used);
  job.tell("looking for base parameters");
  const BaseParameters base =
      find_base_parameters(LinearForm(robot, form_options(robot, options.form)), base_options(options.form));
  const auto open = [&](const LogSource& source) {
    job.tell("reading " + source.name);
    auto log = std::make_unique<Log>(robot, source, used.log);
    if (!log->summary().derived && !log->has_derivatives()) log->set_bandwidth(best_bandwidth(*log));
    return log;
  };
  const std::unique_ptr<Log> unloaded = open(options.log.log), loaded = open(options.loaded);
  const DriveGains found = identify_drive_gains(base, *unloaded, *loaded, parse_gain_load(options.load));
  for (const Log* log : {unloaded.get(), loaded.get()}) warn_of_log(log->summary(), {}, answer.warnings);
  answer.title = fmt::format("{}: gains of the drives, true force over nominal force", marked_name(robot.mechanism()));
  constexpr double narrow = 0.2;
  if ((found.quantile * found.gain_deviations).cwiseQuotient(found.gains).maxCoeff() < narrow)
    answer.verdict = {Tone::good,
                      "Multiply the motors' constants in the channel map by these gains, and identify again."};
  else
    answer.verdict = {Tone::bad, "The intervals are wide: a heavier payload or a richer motion tells more."};
  answer.add(gain_rows(robot, found));
  answer.add(gain_parameters(base, found));
  answer.sections = {log_answer("log", "Log", unloaded->summary()),
                     log_answer("loaded_log", "Loaded log", loaded->summary()), settings_answer(options, used)};
  if (answer.folder) add_inputs(robot, used, *answer.folder);
  return answer;
}

Answer identified_answer(const Robot& robot, IdentifyQuestion options, const Job& job) {
  std::optional<AnswerFolder> folder;
  if (!options.out.empty()) folder = run_folder(options.out, options.force);
  LogSource source = options.log.log;
  SimulatedLog assumed;
  if (!options.rehearse.empty()) {
    job.tell("rehearsing");
    source = rehearse(robot, options, assumed);
    if (folder) folder->files.push_back({"rehearsal.csv", "", false, log_csv(*source.table)});
  }
  IdentifyOptions used = identify_options(robot, options);
  used.job = job;
  std::optional<ForceRecord> record;
  if (folder) record.emplace(robot, folder->place->staged("forces.csv"));
  ForceCurves curves;
  const Identification result = identify(robot, source, used, [&](const Equation& e, const VectorX& predicted) {
    curves.add(e, predicted);
    if (record) record->add(e, predicted);
  });
  Answer answer = identification_answer(robot, result, {&curves});
  answer.title = fmt::format("{}: identification, method {}", marked_name(robot.mechanism()),
                             words(options.method)[static_cast<std::size_t>(options.method)]);
  warn_of_log(result.log, result.check, answer.warnings);
  if (result.refused > 0) {
    const RefusedSample& first = result.first_refused.front();
    answer.warnings.push_back(fmt::format("{}: {} of {} samples have no equation, the first at row {}: {}", source.name,
                                          result.refused, result.samples, first.row, first.reason));
  }
  if (!options.rehearse.empty()) add_rehearsal(robot, result, assumed, answer);
  answer.sections.push_back(settings_answer(options, used));
  if (!folder) return answer;
  record->commit();
  if (record->full())
    answer.warnings.push_back(fmt::format("{}: holds the first {} equations of {}",
                                          folder->place->final_path("forces.csv"), ForceRecord::most_rows,
                                          result.residuals.equations));
  add_inputs(robot, used, *folder);
  folder->files.push_back({"forces.csv", "", true});
  folder->files.push_back({"report.html"});
  if (result.model) folder->files.push_back({"identified.yaml", "", false, print_model(*result.model)});
  if (!result.history.empty()) folder->files.push_back({"history.csv", "", false, history_csv(result)});
  answer.folder = std::move(folder);
  return answer;
}

Answer identify_answer(const Subject& subject, const IdentifyQuestion& options, const Job& job) {
  check_combination(options);
  Warnings warnings;
  const Robot robot = form_robot(subject, options.form, warnings);
  require_motors(robot);
  Answer answer = options.method == IdentifyMethod::tls ? gains_answer(robot, options, job)
                                                        : identified_answer(robot, options, job);
  answer.model = robot.mechanism().name;
  answer.warnings.insert(answer.warnings.begin(), warnings.begin(), warnings.end());
  return answer;
}

}  // namespace

extern constinit const Analysis identify_analysis{
    .name = "identify",
    .what =
        "Parameters from a recorded log: positions and forces or currents of the motors in, base parameters with "
        "intervals out, a verdict on what they may be used for, and a model of real bodies for all other verbs. Exit "
        "code 1: the parameters are of no use.",
    .examples =
        "jourdain identify five-bar --log run1.csv --validate run2.csv --out monday\n"
        "jourdain identify five-bar --log run2.csv --method irls --bandwidth '25 Hz' --out friday\n"
        "jourdain identify five-bar --rehearse excitation.yaml",
    .ask = QuestionOf<IdentifyQuestion, identify_answer>::ask};

}  // namespace jourdain
