// Whether a robot can do a motion, and what the motion asks of it.
#include "analyses/analysis.hpp"
#include "analyses/load_case.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/state_series.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "jourdain/design/check_motion.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

enum class MotionColumns { output, motors };

struct MotionOptions {
  std::string motion = "fourier", rate, out;
  int columns = -1;  // MotionColumns; negative: what the motion does
  bool forces = false;
};

void show_fields(OptionVisitor& visitor, MotionOptions& options) {
  static constexpr std::string_view columns[] = {"output", "motors"};
  visitor.file({.name = "motion",
                .help = "A .yaml or .csv file, or a text: parts 'KIND key=value ...' separated by ';'",
                .type = "MOTION"},
               FileRole::input_or_text, options.motion);
  visitor.text({.name = "rate",
                .help = "States per second in the file and the picture, such as '1 kHz'; default: 200, or what the "
                        "motion needs",
                .type = "RATE",
                .goes_with = "out plot page"},
               options.rate);
  visitor.file({.name = "out", .help = "CSV file to write: t, states with velocities and accelerations"},
               FileRole::output, options.out);
  visitor.choice({.name = "columns",
                  .help = "What the states of the file describe; default: what the motion does",
                  .goes_with = "out"},
                 columns, options.columns);
  visitor.flag({.name = "forces", .help = "Check the forces of the motors, too"}, options.forces);
}

// Curves over time, and the states themselves for a file.
struct SampledMotion : MotionCurves {
  std::vector<VectorX> forces;
  std::optional<Series> states;
  std::string stopped;  // why it ends early
};

bool describes_motors(const MotionOptions& options, const Motion& motion) {
  if (options.columns < 0) return motion.space() == Space::motors;
  const bool motors = static_cast<MotionColumns>(options.columns) == MotionColumns::motors;
  if (!motors) require_output(motion.robot());
  return motors;
}

SampledMotion sampled(const MotionOptions& options, const Motion& motion, const Job& job) {
  const Robot& robot = motion.robot();
  SampledMotion samples;
  StateSeries states(robot, describes_motors(options, motion), true);
  Follower follow(motion);
  Workspace ws(robot);
  Forces tau(robot);
  for (const double t : sample_times(motion, parse_rate(options.rate))) {
    if (samples.times.size() % 256 == 0) stop_if_cancelled(job);
    Status status = follow(t, ws);
    if (status == Status::ok && options.forces) status = inverse_dynamics(robot, ws, tau);
    if (status != Status::ok) {
      samples.stopped = fmt::format("t = {:.6g} s: {}", t, ws.explain());
      return samples;
    }
    samples.add(robot, ws, t);
    if (options.forces) samples.forces.push_back(tau);
    if (!options.out.empty()) states.add(ws, t);
  }
  if (!options.out.empty()) samples.states = states.take();
  return samples;
}

Plot motion_picture(const Robot& robot, const std::string& source, const SampledMotion& samples) {
  MotionPlot plot(robot, "motion", source, samples.times, samples.times.size());
  plot.add_output(samples.poses);
  plot.add(MotorQuantity::position, samples.positions);
  plot.add(MotorQuantity::rate, samples.rates);
  plot.add(MotorQuantity::acceleration, samples.accelerations);
  if (!samples.forces.empty()) plot.add(MotorQuantity::force, samples.forces);
  return plot.plot();
}

// What the verdict does not say, because the model does not: speeds and forces that the motors can.
std::string unknown_limits(const Robot& robot, bool forces_checked) {
  bool speeds = true, forces = true;
  for (const int joint : robot.motor_joints()) {
    const MotorModel& motor = *robot.mechanism().joints[joint].motor;
    speeds = speeds && std::isfinite(motor.max_speed);
    forces = forces && (std::isfinite(motor.max_force) || std::isfinite(motor.stall_force));
  }
  forces = forces || !forces_checked;
  if (speeds && forces) return {};
  return fmt::format(", but for its motors: the model declares no {} of some", speeds   ? "max_force"
                                                                               : forces ? "max_speed"
                                                                                        : "max_speed and max_force");
}

class MotionAnswer {
 public:
  MotionAnswer(const Robot& robot, const MotionOptions& options, const MotionDescription& description,
               const MotionReport& report)
      : robot_(robot), options_(options), description_(description), report_(report) {
    const auto stop = std::ranges::find(report.events, MotionProblem::unreachable, &MotionEvent::kind);
    if (stop != report.events.end()) stopped_ = stop->time;
  }

  void fill(Answer& answer) const {
    answer.title = marked_name(robot_.mechanism());
    answer.subtitle = description_.name;
    answer.verdict = {Tone::good, "the robot can do this motion" + unknown_limits(robot_, options_.forces)};
    if (!report_.ok()) answer.verdict = {Tone::bad, "the robot cannot do this motion"};
    for (const MotionEvent& event : report_.events)
      (event.is_warning() ? answer.warnings : answer.verdict.reasons).push_back(describe(robot_, event));
    answer.add(facts());
    if (stopped_ != 0.0) {
      answer.add(peaks());
      answer.add(distances());
      answer.add(motors(answer.key_numbers));
    }
    answer.add(events());
  }

 private:
  bool has_output() const { return robot_.mechanism().output.has_value(); }

  Facts facts() const {
    Facts facts{"motion", ""};
    const auto add = [&](const char* key, const char* title, Cell cell, std::string note = {}) {
      facts.facts.push_back({key, title, std::move(cell), std::move(note)});
    };
    const bool begun = stopped_ != 0.0;
    add("duration", "duration", Number{report_.duration, Measure::time},
        description_.motion.periodic() ? "repeated for ever" : "");
    add("space", "in the space of", std::string(to_string(description_.motion.space())));
    add("periodic", "periodic", description_.motion.periodic());
    add("samples", "looked at", count_of(report_.samples), "states");
    if (report_.rate > 0) add("rate", "states per second", Number{report_.rate, Measure::frequency}, "at most");
    if (stopped_)
      add("followed", "followed",
          begun ? fmt::format("until t = {:.6g} s, what is said here is about this part", *stopped_)
                : "not at all: its first pose is out of reach");
    if (begun && has_output()) {
      add("length", "length", Number{report_.length, Measure::length});
      add("turn", "turn", Number{report_.turn, Measure::angle});
    }
    if (report_.fastest_joint >= 0)
      add("fastest_joint", "fastest joint", robot_.mechanism().joints[report_.fastest_joint].name);
    if (begun) {
      const LimitState& limit = report_.nearest_limit;
      facts.facts.push_back(limit_fact(robot_, limit, "nearest_limit", "nearest limit"));
      if (limit.joint >= 0) add("nearest_limit_at", "there at", Number{report_.nearest_limit_time, Measure::time});
      add("closure_error", "closure error", Number{report_.closure_error}, "of the size");
    }
    if (!description_.notes.empty()) add("chosen", "chosen", joined(description_.notes, "; "));
    return facts;
  }

  // A largest or smallest value and when it occurs.
  struct Extreme {
    const char* quantity;
    TimedValue at;
    Measure measure = Measure::number;
  };

  static Table extremes(const char* key, const char* title, const char* value, const std::vector<Extreme>& all) {
    return table_of<Extreme>(key, title, all,
                             {{"quantity", " ", [](const Extreme& e) { return Cell(e.quantity); }},
                              {"value", value, [](const Extreme& e) { return measured(e.at.value, e.measure); }},
                              {"t", "at", [](const Extreme& e) { return measured(e.at.time, Measure::time); }}});
  }

  Table peaks() const {
    std::vector<Extreme> all;
    if (has_output()) {
      all = {{"speed", report_.speed, Measure::speed},
             {"acceleration", report_.acceleration, Measure::acceleration},
             {"path acceleration", report_.path_acceleration, Measure::acceleration},
             {"angular speed", report_.angular_speed, Measure::turn_rate},
             {"angular acceleration", report_.angular_acceleration, Measure::turn_acceleration}};
    }
    if (report_.fastest_joint >= 0) all.push_back({"joint speed", report_.joint_speed, Measure::turn_rate});
    return extremes("peaks", "Peaks", "largest", all);
  }

  Table distances() const {
    return extremes("singularities", "Distances to singularities (0: at it)", "smallest",
                    {{"type1", report_.type1}, {"type2", report_.type2}, {"constraint", report_.constraint}});
  }

  Table motors(std::vector<KeyNumber>& key_numbers) const {
    struct Row {
      const Joint& joint;
      const MotorUse& use;
      bool slides;
    };
    std::vector<Row> rows;
    for (std::size_t k = 0; k < report_.motors.size(); ++k) {
      const Joint& joint = robot_.mechanism().joints[robot_.motor_joints()[k]];
      rows.push_back({joint, report_.motors[k], is_length(joint.type, 0)});
      const Row& row = rows.back();
      key_numbers.push_back(
          {"speed/" + joint.name, "peak speed", joint.name, {row.use.speed.value, motion_measure(row.slides, 1)}});
      if (options_.forces)
        key_numbers.push_back(
            {"force/" + joint.name, "peak force", joint.name, {row.use.force.value, force_measure(row.slides)}});
    }
    const auto share = [](double value, double most) {
      return std::isfinite(most) ? Cell(Number{value / most, Measure::share}, value > most ? Tone::bad : Tone::plain)
                                 : Cell();
    };
    const auto moved = [](const Row& row, int order, double value) {
      return measured(value, motion_measure(row.slides, order));
    };
    std::vector<ColumnOf<Row>> columns{
        {"motor", "motor", [](const Row& r) { return Cell(r.joint.name); }},
        {"lowest", "from", [&](const Row& r) { return moved(r, 0, r.use.lowest); }},
        {"highest", "to", [&](const Row& r) { return moved(r, 0, r.use.highest); }},
        {"speed", "peak speed", [&](const Row& r) { return moved(r, 1, r.use.speed.value); }},
        {"speed_at", "at", [](const Row& r) { return measured(r.use.speed.time, Measure::time); }},
        {"speed_share", "of max speed",
         [&](const Row& r) { return share(r.use.speed.value, r.joint.motor->max_speed); }},
        {"acceleration", "peak acceleration", [&](const Row& r) { return moved(r, 2, r.use.acceleration.value); }},
        {"acceleration_at", "at", [](const Row& r) { return measured(r.use.acceleration.time, Measure::time); }}};
    if (options_.forces) {
      columns.push_back(
          {"force", "peak force", [](const Row& r) { return measured(r.use.force.value, force_measure(r.slides)); }});
      columns.push_back({"force_at", "at", [](const Row& r) { return measured(r.use.force.time, Measure::time); }});
      columns.push_back({"force_share", "of max force",
                         [&](const Row& r) { return share(r.use.force.value, r.joint.motor->max_force); }});
    }
    return table_of("motors", "Motors", rows, columns);
  }

  // People read them in the verdict and the warnings.
  Table events() const {
    const auto time = [](double t) { return measured(t, Measure::time); };
    const auto place = [](const MotionEvent& event) {
      NamedNumbers position;
      for (int c = 0; c < 3; ++c)
        position.entries.push_back({std::string(1, "xyz"[c]), {event.pose.p[c], Measure::length}});
      return Cell(std::move(position));
    };
    Table table = table_of<MotionEvent>(
        "events", "Events", report_.events,
        {{"kind", "kind", [](const MotionEvent& e) { return Cell(std::string(to_string(e.kind))); }},
         {"warning", "warning", [](const MotionEvent& e) { return Cell(e.is_warning()); }},
         {"t", "at", [&](const MotionEvent& e) { return time(e.time); }},
         {"first_t", "from", [&](const MotionEvent& e) { return time(e.first_time); }},
         {"position", "position", place},
         {"message", "message", [](const MotionEvent& e) { return Cell(e.message); }}});
    table.shown = 0;
    return table;
  }

  const Robot& robot_;
  const MotionOptions& options_;
  const MotionDescription& description_;
  const MotionReport& report_;
  std::optional<double> stopped_;  // the time from which on nothing is known
};

Answer motion_answer(const Subject& subject, const MotionOptions& options, const Job& job) {
  const Robot& robot = subject.robot();
  if (options.forces) require_motors(robot);
  Answer answer;
  const MotionDescription description = read_described(robot, options.motion, answer.warnings);
  if (const double rate = parse_rate(options.rate); rate > 0) {
    const std::string misses = coarse_rate(description.motion, rate);
    if (!misses.empty()) answer.warnings.push_back("--rate: " + misses);
  }
  MotionCheckOptions check;
  check.forces = options.forces;
  job.tell("checking the motion");
  const MotionReport report = check_motion(description.motion, check);
  SampledMotion samples = sampled(options, description.motion, job);
  if (!options.out.empty() && !samples.states) {
    // What the check found says more than the first state without an answer.
    std::string found;
    for (const MotionEvent& event : report.events) found += "\n  " + describe(robot, event);
    throw Error(ErrorKind::numerical, fmt::format("{}; no file was written{}", samples.stopped, found));
  }
  MotionAnswer(robot, options, description, report).fill(answer);
  if (samples.times.size() > 1) answer.add(Picture{"plot", "", motion_picture(robot, description.name, samples)});
  if (samples.states) answer.add(std::move(*samples.states));
  if (!options.out.empty()) answer.files.push_back({options.out, "states"});
  return answer;
}

}  // namespace

extern constinit const Analysis motion_analysis{
    .name = "motion",
    .what =
        "Motions in time: kinds line, arc, circle, pick, spline, lines, fourier, hold and file, one after the other; "
        "given by a .yaml or .csv file or by a text. Checks limits, strokes, cones, workspace, singularities, branches "
        "and motor speeds along the whole way, tells what the motion asks of the robot, and writes its states. Exit "
        "code 1 if the robot cannot do it; the time, place and reason are named.",
    .examples =
        "jourdain motion delta --motion 'circle radius=100mm speed=1m/s tilt=20deg' --out circle.csv\n"
        "jourdain motion delta --motion 'pick span=250mm height=100mm duration=0.167s profile=sine' --forces\n"
        "jourdain motion palida --motion 'line by={z: 50 mm, rx: 5 deg}; hold duration=0.2s' --json",
    .has_key_numbers = true,
    .ask = QuestionOf<MotionOptions, motion_answer>::ask};

}  // namespace jourdain
