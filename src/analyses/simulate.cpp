// Robots under control: laws along a motion, compared.
#include "jourdain/simulation/simulate.hpp"

#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "analyses/loop_case.hpp"
#include "analyses/loop_pictures.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "io/output_folder.hpp"
#include "jourdain/design/check_motion.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace jourdain {
namespace {

struct SimulateOptions {
  std::string motion, controllers = "pd,feedforward", out, errors;
  double duration = std::nan("");
  LoopArguments loop;
  std::vector<std::string> payloads, loads;
  double tolerance = 1e-8, adaptation = LawOptions{}.adaptation;
  std::int64_t seed = 1, cycles = 1;
  Integrator integrator = Integrator::bogacki_shampine;
  bool no_path_check = false, compiled = false, record = false;
};

void show_fields(OptionVisitor& visitor, SimulateOptions& options) {
  visitor.file({.name = "motion",
                .help = "A motion file (YAML, CSV) or a text such as 'circle radius=80mm speed=1m/s tilt=30deg'",
                .type = "MOTION",
                .required = true},
               FileRole::input_or_text, options.motion);
  visitor.whole({.name = "cycles", .help = "How often the motion is repeated; it must end as it begins"}, {1, 1e9},
                options.cycles);
  visitor.flag({.name = "no-path-check", .help = "Do not look along the motion for what cannot be done"},
               options.no_path_check);
  static const std::string laws = fmt::format("Control laws, or all: {}", joined(words(Law{})));
  visitor.text({.name = "controllers", .help = laws, .type = "LIST"}, options.controllers);
  visitor.file(
      {.name = "out", .help = "Folder for logs and pictures of each law, tracking.svg and summary.json", .type = "DIR"},
      FileRole::output_folder, options.out);
  visitor.flag({.name = "record", .help = "The answer holds what each law did, period by period"}, options.record);
  visitor.number({.name = "duration", .help = "Default: that of the motion"}, Measure::time, positive,
                 options.duration);
  visitor.text({.name = "errors",
                .help = "How wrong the laws' model is, standard deviations: inertia=10%,friction=20%,gain=5%",
                .type = "LIST"},
               options.errors);
  visitor.texts({.name = "payload-at",
                 .help = "Another payload from a time on: TIME:MASS[,x,y,z]; may be repeated",
                 .type = "CHANGE"},
                options.payloads);
  visitor.texts({.name = "load-at",
                 .help = "A force on a body for a while: BODY:fx,fy,fz[,mx,my,mz]:BEGIN:END; may be repeated",
                 .type = "LOAD"},
                options.loads);
  visitor.whole({.name = "seed", .help = "Of noise and errors"}, not_negative, options.seed);
  visitor.one_of({.name = "integrator", .help = "Of order 3 or 5"}, options.integrator);
  visitor.flag({.name = "compiled",
                .help = "Generate code for the plant, build it with the system's compiler and let it compute"},
               options.compiled);
  visitor.number({.name = "adaptation", .help = "Speed of learning of adaptive laws"}, Measure::number, {0, 1000},
                 options.adaptation);
  visitor.number({.name = "tolerance", .help = "Error of a step over the robot's size"}, Measure::number, {1e-14, 1e-3},
                 options.tolerance);
  show_fields(visitor, options.loop);
}

bool learns(Law law) { return law == Law::adaptive || law == Law::adaptive_desired; }

std::vector<Law> parse_laws(const SimulateOptions& options, Warnings& warnings) {
  std::vector<Law> laws;
  if (options.controllers == "all") laws = all_laws();
  for (const ListEntry& entry : split_list("--controllers", options.controllers)) {
    if (options.controllers == "all") break;
    const Law law = parse_law(entry.text);
    if (std::ranges::find(laws, law) != laws.end())
      throw Error(ErrorKind::usage, fmt::format("--controllers: '{}' is named twice", entry.text));
    laws.push_back(law);
  }
  if (options.adaptation != LawOptions{}.adaptation && std::ranges::none_of(laws, learns))
    warnings.emplace_back("--adaptation has no effect: it is for the laws adaptive and adaptive-desired");
  return laws;
}

// The robot as its controller knows it, the one that moves, and the loop between them.
SimulatedLoop loop_of(const Robot& model, const SimulateOptions& options, const ModelErrors& errors,
                      Warnings& warnings) {
  SimulatedLoop loop(with_drives(model, options.loop.drive, warnings));
  const Robot& robot = loop.believed;
  loop.laws = law_options(robot, options.loop, warnings);
  loop.laws.compiled = options.compiled;
  loop.laws.adaptation = options.adaptation;
  LoopOptions& run = loop.loop;
  run.timing = loop.laws.timing;
  if (std::isfinite(options.duration)) run.duration = options.duration;
  run.seed = static_cast<std::uint64_t>(options.seed);
  run.plant.integrator = options.integrator;
  run.plant.tolerance = options.tolerance;
  run.plant.compiled = options.compiled;
  for (const std::string& text : options.payloads) run.payloads.push_back(parse_payload_change(text));
  std::ranges::sort(run.payloads, {}, &PayloadChange::time);
  if (!run.payloads.empty()) require_output(robot);
  for (const std::string& text : options.loads) run.loads.push_back(parse_timed_load(robot, text, warnings));
  if (errors.any()) loop.plant = Robot(with_errors(robot.mechanism(), errors, run.seed));
  return loop;
}

// The motion that is asked for. Throws Error(numerical) if it cannot be done.
Motion wanted_motion(const Robot& robot, const SimulateOptions& options, const MotionDescription& motion,
                     Warnings& warnings) {
  if (!options.no_path_check)
    for (const MotionEvent& event : check_motion(motion.motion).events) {
      if (!event.is_warning())
        throw Error(ErrorKind::numerical,
                    fmt::format("the motion cannot be followed: {}; --no-path-check simulates it all the same",
                                describe(robot, event)));
      warnings.push_back(describe(robot, event));
    }
  return options.cycles > 1 ? repeated(motion.motion, static_cast<int>(options.cycles)) : motion.motion;
}

std::string key_of_law(std::string law) {
  std::ranges::replace(law, '-', '_');
  return law;
}

double error_of(const MotorTracking& motor) { return motor.error.value; }
double rms_of(const MotorTracking& motor) { return motor.error_rms; }
double force_of(const MotorTracking& motor) { return motor.force.value; }

bool is_drawn(const SimulatedRun& run) { return run.record.time.size() > 1; }

// All that a run did, by period; names as in a log.
Series record_series(const Robot& robot, const SimulatedRun& run) {
  const LoopRecord& record = run.record;
  Series series{"record", "Record"};
  series.lines.push_back({"t", "t", Measure::time, record.time});
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool slides = motor_slides(robot, static_cast<int>(k));
    const Measure place = motion_measure(slides, 0), force = force_measure(slides);
    const auto add = [&](const char* end, Measure measure, const std::vector<double>& values) {
      series.lines.push_back({names[k] + end, names[k] + end, measure, values});
    };
    add("", place, record.positions[k]);
    add("_wanted", place, record.wanted[k]);
    add("_measured", place, record.measured[k]);
    add("_command", force, record.commands[k]);
    add("_force", force, record.forces[k]);
  }
  for (const auto& [poses, end] : {std::pair(&record.output, ""), std::pair(&record.wanted_output, "_wanted")}) {
    if (poses->empty()) continue;
    static constexpr const char* coordinates[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    for (int c = 0; c < 7; ++c) {
      Series::Line& line = series.lines.emplace_back();
      line.key = line.title = fmt::format("{}{}", coordinates[c], end);
      line.measure = c < 3 ? Measure::length : Measure::number;
      for (const Placement& pose : *poses)
        line.values.push_back(c < 3 ? pose.p[c] : quaternion_from_rotation(pose.R)[c - 3]);
    }
  }
  for (std::size_t k = 0; k < record.parameters.size(); ++k)
    series.lines.push_back(
        {record.parameter_names[k], record.parameter_names[k], Measure::number, record.parameters[k]});
  return series;
}

class SimulateAnswer {
 public:
  SimulateAnswer(const SimulatedLoop& loop, const SimulateOptions& options, const ModelErrors& errors,
                 const std::vector<SimulatedRun>& runs)
      : loop_(loop),
        robot_(loop.believed),
        options_(options),
        errors_(errors),
        runs_(runs),
        subtitle_(fmt::format("{}, {}", robot_.mechanism().name, options.motion)) {}

  void fill(Answer& answer, const MotionDescription& motion, double duration) const {
    answer.add(run_facts(motion, duration));
    answer.add(laws_table());
    if (is_drawn(runs_.front())) answer.add(tracking_picture(robot_, runs_, subtitle_));
    for (const SimulatedRun& run : runs_) {
      answer.sections.push_back(section_of(run));
      const LoopReport& report = run.report;
      if (report.lost)
        answer.verdict.reasons.push_back(
            fmt::format("{}: lost at {:.4g} s: {}", run.law, report.lost_at, report.reason));
      const auto add = [&](const char* key, const char* group, Number number) {
        answer.key_numbers.push_back({fmt::format("{}/{}", key, key_of_law(run.law)), group, run.law, number});
      };
      if (has_output()) add("position_rms", "RMS error of the output", {report.position_rms, Measure::length});
      for (const bool slide : {true, false})
        if (has(slide)) {
          add(slide ? "slide_error_rms" : "turn_error_rms", "largest RMS error of a motor",
              {worst(report, slide, rms_of), motion_measure(slide, 0)});
          add(slide ? "force" : "torque", "largest force", {worst(report, slide, force_of), force_measure(slide)});
        }
    }
    if (!answer.verdict.reasons.empty()) answer.verdict = {Tone::bad, "A law loses the robot.", answer.verdict.reasons};
    answer.sections.push_back(settings());
  }

 private:
  bool has_output() const { return robot_.mechanism().output.has_value(); }
  bool slides(const MotorTracking& motor) const { return is_length(robot_.mechanism().joints[motor.joint].type, 0); }
  bool has(bool slide) const {
    const std::vector<MotorTracking>& motors = runs_.front().report.motors;
    return std::ranges::any_of(motors, [&](const MotorTracking& motor) { return slides(motor) == slide; });
  }
  double worst(const LoopReport& report, bool slide, double (*value)(const MotorTracking&)) const {
    double largest = 0;
    for (const MotorTracking& motor : report.motors)
      if (slides(motor) == slide) largest = std::max(largest, std::abs(value(motor)));
    return largest;
  }

  Facts run_facts(const MotionDescription& motion, double duration) const {
    const LoopTiming& t = loop_.loop.timing;
    const auto time = [](double value) { return measured(value, Measure::time); };
    Facts facts{"run", ""};
    facts.facts = {{"duration", "motion", time(duration)}};
    if (!motion.notes.empty()) facts.facts.push_back({"chosen", "not given and chosen", joined(motion.notes, "; ")});
    facts.facts.insert(
        facts.facts.end(),
        {{"period", "sampling period", time(t.period), fmt::format("rates {}", rates_text(t))},
         {"delay", "delay", time(t.delay)},
         {"drives", "drives", drives_text(robot_)},
         {"lead", "feedforward ahead by", time(t.lead()), fmt::format("model {}", to_string(loop_.laws.model))},
         {"largest_frequency", "bandwidth", Number{t.largest_frequency(), Measure::turn_rate}, "at most"}});
    if (loop_.laws.frequency > 0)
      facts.facts.push_back({"frequency", "asked for", Number{loop_.laws.frequency, Measure::turn_rate}});
    if (errors_.any())
      facts.facts.push_back({"errors", "errors of the model",
                             NamedNumbers{{{"inertia", {errors_.inertia, Measure::share}},
                                           {"friction", {errors_.friction, Measure::share}},
                                           {"gain", {errors_.gain, Measure::share}}}},
                             fmt::format("standard deviations, seed {}", loop_.loop.seed)});
    if (const std::string& note = runs_.front().report.note; !note.empty())
      facts.facts.push_back({"note", "note", note});
    return facts;
  }

  Table laws_table() const {
    using Run = SimulatedRun;
    std::vector<ColumnOf<Run>> columns{{"law", "law", [](const Run& r) { return Cell(r.law); }}};
    const auto add = [&](const char* key, const char* title, Measure measure, auto value) {
      columns.push_back({key, title, [=](const Run& r) { return measured(value(r), measure); }});
    };
    const auto add_worst = [&](bool slide, const char* key, const char* title, Measure measure,
                               double (*value)(const MotorTracking&)) {
      if (has(slide)) add(key, title, measure, [=, this](const Run& r) { return worst(r.report, slide, value); });
    };
    add("frequency", "loop", Measure::turn_rate, [](const Run& r) { return r.frequency; });
    for (const bool slide : {true, false}) {
      add_worst(slide, slide ? "slide_error" : "turn_error", "motors", motion_measure(slide, 0), error_of);
      add_worst(slide, slide ? "slide_error_rms" : "turn_error_rms", "RMS", motion_measure(slide, 0), rms_of);
    }
    if (has_output()) {
      add("position_error", "output", Measure::length, [](const Run& r) { return r.report.position_error.value; });
      add("position_rms", "RMS", Measure::length, [](const Run& r) { return r.report.position_rms; });
      add("rotation_error", "turn", Measure::angle, [](const Run& r) { return r.report.rotation_error.value; });
      add("rotation_rms", "RMS", Measure::angle, [](const Run& r) { return r.report.rotation_rms; });
    }
    for (const bool slide : {true, false})
      add_worst(slide, slide ? "force" : "torque", slide ? "force" : "torque", force_measure(slide), force_of);
    add("saturated", "saturated", Measure::share, [](const Run& r) { return r.largest_saturated(); });
    columns.push_back({"lost_at", "lost at", [](const Run& r) {
                         return r.report.lost ? Cell(Number{r.report.lost_at, Measure::time}, Tone::bad) : Cell();
                       }});
    return table_of("laws", "", runs_, columns);
  }

  Answer section_of(const SimulatedRun& run) const {
    const LoopReport& r = run.report;
    Answer section{key_of_law(run.law), fmt::format("{}: {}", run.law, describe(parse_law(run.law)))};
    section.folded = true;
    if (r.lost) section.verdict = {Tone::bad, fmt::format("Lost at {:.4g} s: {}", r.lost_at, r.reason)};
    const auto count = [](double value) { return measured(value, Measure::count); };
    Facts facts{"run", ""};
    facts.facts = {
        {"periods", "periods", count(static_cast<double>(r.periods))},
        {"position_error_at", "largest error of the output at", Number{r.position_error.time, Measure::time}},
        {"steps", "steps of the plant", count(static_cast<double>(r.plant.steps))},
        {"rejected", "rejected", count(static_cast<double>(r.plant.rejected))},
        {"evaluations", "evaluations", count(static_cast<double>(r.plant.evaluations))},
        {"stops", "joints came to rest", count(static_cast<double>(r.plant.stops)), "times"},
        {"releases", "broke away", count(static_cast<double>(r.plant.releases)), "times"},
        {"sticking", "rest at the end", count(r.sticking)},
        {"compiled", "generated code", r.compiled},
        {"processor_time", "processor time", Number{r.processor_time, Measure::time}}};
    section.add(std::move(facts));
    section.add(motors_table(run));
    if (is_drawn(run)) section.add(loop_forces_picture(robot_, run, subtitle_));
    if (options_.record) section.add(record_series(robot_, run));
    return section;
  }

  Table motors_table(const SimulatedRun& run) const {
    const std::vector<MotorTracking>& motors = run.report.motors;
    std::vector<ColumnOf<MotorTracking>> columns{
        {"motor", "motor", [&](const MotorTracking& m) { return Cell(robot_.mechanism().joints[m.joint].name); }}};
    const auto add = [&](const char* key, const char* title, Measure sliding, Measure turning, auto value) {
      columns.push_back({key, title, [=, this](const MotorTracking& m) {
                           return measured(value(m), slides(m) ? sliding : turning);
                         }});
    };
    using enum Measure;
    add("error", "largest error", length, angle, error_of);
    add("error_at", "at", time, time, [](const MotorTracking& m) { return m.error.time; });
    add("error_rms", "RMS error", length, angle, rms_of);
    add("force", "largest force", force, torque, force_of);
    add("force_rms", "RMS force", force, torque, [](const MotorTracking& m) { return m.force_rms; });
    add("saturated", "saturated", share, share, [](const MotorTracking& m) { return m.saturated; });
    const auto add_gain = [&](const char* key, const char* title, Measure sliding, Measure turning,
                              const VectorX& gains) {
      add(key, title, sliding, turning,
          [&motors, &gains](const MotorTracking& m) { return gains[static_cast<int>(&m - motors.data())]; });
    };
    add_gain("proportional", "Kp of a single joint", stiffness, turn_stiffness, run.gains.proportional);
    add_gain("derivative", "Kd", viscosity, turn_viscosity, run.gains.derivative);
    add_gain("integral", "Ki", stiffness_rate, turn_stiffness_rate, run.gains.integral);
    return table_of("motors", "Motors", motors, columns);
  }

  Answer settings() const {
    Answer section{"settings", "Settings"};
    section.folded = true;
    const LoopOptions& loop = loop_.loop;
    Facts facts{"loop", ""};
    facts.facts = {{"lag", "lag of the drives", Number{loop.timing.lag, Measure::time}},
                   {"differenced_rates", "rates from differences", loop.timing.differenced_rates},
                   {"damping", "damping of the loop", Number{loop_.laws.damping}},
                   {"model", "model of the laws", std::string(to_string(loop_.laws.model))},
                   {"integrator", "integrator", std::string(to_string(loop.plant.integrator))},
                   {"tolerance", "tolerance", Number{loop.plant.tolerance}},
                   {"seed", "seed", count_of(loop.seed)}};
    section.add(std::move(facts));
    section.add(drives_table(robot_));
    return section;
  }

  const SimulatedLoop& loop_;
  const Robot& robot_;
  const SimulateOptions& options_;
  const ModelErrors& errors_;
  const std::vector<SimulatedRun>& runs_;
  std::string subtitle_;
};

// What is to be written, opened before the work begins: what could not be written after it is refused.
AnswerFolder loop_folder(const std::string& path, const std::vector<Law>& laws) {
  AnswerFolder folder{path, std::make_shared<OutputFolder>(path)};
  std::vector<std::string> names{"tracking.svg", "summary.json"};
  for (const Law law : laws)
    for (const char* end : {".csv", "-forces.svg"}) names.push_back(std::string(to_string(law)) + end);
  folder.place->check(names);
  return folder;
}

void add_files(const Robot& robot, const std::vector<SimulatedRun>& runs, Answer& answer) {
  std::vector<AnswerFile>& files = answer.folder->files;
  for (const SimulatedRun& run : runs) {
    files.push_back({run.law + ".csv", "", false, entry_file(record_series(robot, run))});
    if (is_drawn(run)) files.push_back({run.law + "-forces.svg", key_of_law(run.law) + "/forces"});
  }
  if (is_drawn(runs.front())) files.push_back({"tracking.svg", "tracking"});
  files.push_back({"summary.json"});
}

Answer simulated(const Subject& subject, const SimulateOptions& options, const Job& job) {
  Answer answer;
  const Robot& model = subject.robot();
  require_motors(model);
  warn_of_idle_spins(model, answer.warnings);
  const ModelErrors errors = parse_model_errors(options.errors);
  const SimulatedLoop loop = loop_of(model, options, errors, answer.warnings);
  const std::vector<Law> laws = parse_laws(options, answer.warnings);
  const MotionDescription described = read_described(loop.believed, options.motion, answer.warnings);
  const Motion motion = wanted_motion(loop.believed, options, described, answer.warnings);
  if (!options.out.empty()) answer.folder = loop_folder(options.out, laws);

  // A long run has more periods than a picture needs.
  constexpr double most_shown = 20000;
  const double duration = loop.loop.duration > 0 ? loop.loop.duration : motion.duration();
  const bool all = options.record || !options.out.empty();
  const long every = all ? 1 : 1 + static_cast<long>(duration / loop.loop.timing.period / most_shown);
  std::vector<SimulatedRun> runs;
  for (const Law law : laws) {
    job.tell(fmt::format("simulating {}", to_string(law)));
    runs.push_back(simulate(loop, law, motion, every, job));
  }
  answer.title = subject.name();
  SimulateAnswer(loop, options, errors, runs).fill(answer, described, duration);
  if (answer.folder) add_files(loop.believed, runs, answer);
  return answer;
}

}  // namespace

extern constinit const Analysis simulate_analysis{
    .name = "simulate",
    .what =
        "Simulates the robot under control: a motion, control laws one after the other, drives with lag and limits, "
        "encoders, sampling, and dry friction that sticks in every joint. Says how well each law follows. Exit code 1 "
        "if a law loses the robot.",
    .examples =
        "jourdain simulate palida --motion 'circle radius=80mm speed=1m/s tilt=30deg' --controllers "
        "pd,force-rigid,force-drives,force-all --drive time_constant=1ms --out runs",
    .has_key_numbers = true,
    .ask = QuestionOf<SimulateOptions, simulated>::ask};

}  // namespace jourdain
