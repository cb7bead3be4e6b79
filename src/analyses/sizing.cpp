// What a motion asks of the motors.
#include "jourdain/design/sizing.hpp"

#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/row_run.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace jourdain {
namespace {

struct SizingOptions {
  MotionArguments motion;
  LoadArguments load;
  std::string simplify, rotor_inertia;
  bool no_path_check = false;
};

void show_fields(OptionVisitor& visitor, SizingOptions& options) {
  show_fields(visitor, options.motion, Order::acceleration);
  visitor.flag({.name = "no-path-check", .help = "Do not look for singularities between rows of poses"},
               options.no_path_check);
  visitor.text({.name = "rotor-inertia",
                .help = "Of all motors, or name=value,..., at the motor side",
                .type = "LIST",
                .group = "Model"},
               options.rotor_inertia);
  show_simplify(visitor, simpler_forces, options.simplify);
  show_fields(visitor, options.load);
}

// The report, and what came with it.
struct SizingRun {
  SizingReport report;
  RowTotals totals;
  std::vector<int> lines;  // of the states in a file without times
  bool has_time = false, beyond = false;
  bool clear = true;       // no singularity between rows
  PictureRows picture{0};  // forces, rates and powers of the motors
  double rate = 0;         // states per second where a motion is fastest
};

class SizingAnswer {
 public:
  SizingAnswer(const Robot& robot, const SizingOptions& options, const SizingRun& run)
      : robot_(robot), options_(options), run_(run), rows_(has_rows(options.motion)) {}

  void fill(Answer& answer) const {
    answer.title = marked_name(robot_.mechanism());
    answer.model = robot_.mechanism().name;
    answer.subtitle = subtitle();
    answer.verdict = verdict();
    answer.add(facts());
    answer.add(demands("at_joint", "At the joints", false));
    const auto geared = [&](const MotorSizing& motor) { return is_geared(motor); };
    if (std::ranges::any_of(run_.report.motors, geared)) answer.add(demands("at_motor", "At the motors", true));
    if (Table table = shares(); !table.rows.empty()) answer.add(std::move(table));
    answer.add(power());
    if (options_.motion.skip_bad) answer.add(skipped_rows(run_.totals.bad));
    if (run_.totals.path) answer.add(events_table(*run_.totals.path));
    if (rows_) answer.add(picture());
    add_key_numbers(answer);
  }

 private:
  const Joint& joint(const MotorSizing& motor) const { return robot_.mechanism().joints[motor.joint]; }
  bool slides(const MotorSizing& motor) const { return is_length(joint(motor).type, 0); }
  bool is_geared(const MotorSizing& motor) const { return joint(motor).motor->gear != 1; }

  std::string states() const { return counted(static_cast<int>(run_.totals.rows), "state"); }

  std::string subtitle() const {
    if (!rows_) return {};
    std::string text = fmt::format("{}: {}", source_name(options_.motion), states());
    if (run_.report.duration > 0) text += fmt::format(" in {:.6g} s", run_.report.duration);
    if (run_.rate > 0) text += fmt::format(", up to {:.4g} per second", run_.rate);
    return text;
  }

  AnswerVerdict verdict() const {
    AnswerVerdict verdict{Tone::plain, explain(robot_, run_.report)};
    if (run_.report.largest_share > 1) verdict.reasons.emplace_back("a motor is too weak or too slow");
    if (run_.beyond) verdict.reasons.emplace_back("a joint is beyond its limits");
    if (!run_.clear) verdict.reasons.emplace_back("the way between two rows meets a singularity");
    if (!verdict.reasons.empty()) verdict.tone = Tone::bad;
    return verdict;
  }

  Facts facts() const {
    Facts facts{"run", ""};
    add_counts(options_.motion, run_.totals, facts);
    if (run_.report.duration > 0)
      facts.facts.push_back({"duration", "duration", Number{run_.report.duration, Measure::time}});
    if (run_.rate > 0) facts.facts.push_back({"rate", "states per second", Number{run_.rate, Measure::frequency}});
    facts.facts.push_back(limit_fact(robot_, run_.totals.limit));
    if (run_.report.largest_share > 0)
      facts.facts.push_back({"largest_share", "largest share", Number{run_.report.largest_share, Measure::share}});
    return facts;
  }

  // Where a peak occurs: its time, or its line in the file.
  Cell place_of(const Peak& peak) const {
    if (peak.state < 0) return {};
    if (run_.has_time) return Number{peak.time, Measure::time};
    return count_of(run_.lines[peak.state]);
  }

  Table demands(const std::string& key, const std::string& title, bool at_motor) const {
    const auto demand = [&](const MotorSizing& m) -> const MotorDemand& { return at_motor ? m.at_motor : m.at_joint; };
    // A gear turns the motor of a slide: its shaft has a moment.
    const auto slides_there = [&](const MotorSizing& m) { return slides(m) && !(at_motor && is_geared(m)); };
    const auto force = [&](const MotorSizing& m, double value) {
      return measured(value, force_measure(slides_there(m)));
    };
    const auto speed = [&](const MotorSizing& m, double value) {
      return measured(value, motion_measure(slides_there(m), 1));
    };
    std::vector<ColumnOf<MotorSizing>> columns{{"motor", "motor", [&](const auto& m) { return Cell(joint(m).name); }}};
    if (at_motor)
      columns.push_back({"gear", "gear", [&](const auto& m) { return Cell(Number{joint(m).motor->gear}); }});
    const auto add = [&](const char* name, const std::string& title_of, auto value) {
      columns.push_back({name, title_of, value});
    };
    const std::string effort = std::ranges::any_of(run_.report.motors, slides_there) ? "force" : "torque";
    add("peak_force", "peak " + effort, [&](const MotorSizing& m) { return Cell(force(m, demand(m).force.value)); });
    if (rows_) add("peak_force_at", "at", [&](const MotorSizing& m) { return place_of(demand(m).force); });
    add("force_rms", "RMS " + effort, [&](const MotorSizing& m) { return Cell(force(m, demand(m).force_rms)); });
    add("peak_speed", "peak speed", [&](const MotorSizing& m) { return Cell(speed(m, demand(m).speed.value)); });
    if (rows_) add("peak_speed_at", "at", [&](const MotorSizing& m) { return place_of(demand(m).speed); });
    add("speed_rms", "RMS speed", [&](const MotorSizing& m) { return Cell(speed(m, demand(m).speed_rms)); });
    return table_of(key, title, run_.report.motors, columns);
  }

  // Of what the motors can, the same on both sides of their gears; empty if nothing is known of them.
  Table shares() const {
    const auto share = [](double limit, double value) {
      return std::isfinite(limit) ? Cell(Number{value, Measure::share}) : Cell();
    };
    Table table = table_of<MotorSizing>(
        "shares", "Of what the motors can", run_.report.motors,
        {{"motor", "motor", [&](const auto& m) { return Cell(joint(m).name); }},
         {"max_force", "of max force", [&](const auto& m) { return share(joint(m).motor->max_force, m.force_share); }},
         {"rated_force", "of rated force",
          [&](const auto& m) { return share(joint(m).motor->rated_force, m.rated_share); }},
         {"max_speed", "of max speed", [&](const auto& m) { return share(joint(m).motor->max_speed, m.speed_share); }},
         {"line", "of the line",
          [&](const auto& m) { return share(joint(m).motor->no_load_speed, m.line_share.value); }},
         {"inertia_ratio", "load / rotor inertia",
          [](const auto& m) { return m.inertia_ratio > 0 ? Cell(Number{m.inertia_ratio}) : Cell(); }}});
    const auto is_known = [](const Cell& cell) { return std::holds_alternative<Number>(cell.content); };
    const auto says = [&](const std::vector<Cell>& row) { return std::ranges::any_of(row, is_known); };
    if (std::ranges::none_of(table.rows, says)) table.rows.clear();
    return table;
  }

  Table power() const {
    const bool timed = run_.report.duration > 0;
    const auto watt = [](double value) { return measured(value, Measure::power); };
    const auto joule = [&](double value) { return timed ? Cell(Number{value, Measure::energy}) : Cell(); };
    return table_of<MotorSizing>(
        "power", "Power", run_.report.motors,
        {{"motor", "motor", [&](const auto& m) { return Cell(joint(m).name); }},
         {"driving_peak", "driving peak", [&](const auto& m) { return watt(m.driving_power.value); }},
         {"braking_peak", "braking peak", [&](const auto& m) { return watt(m.braking_power.value); }},
         {"rms", "RMS", [&](const auto& m) { return watt(m.power_rms); }},
         {"energy_given", "energy given", [&](const auto& m) { return joule(m.driving_energy); }},
         {"energy_taken", "taken", [&](const auto& m) { return joule(m.braking_energy); }}});
  }

  Picture picture() const {
    MotionPlot plot(
        robot_, "what the motion asks of the motors, at the joints",
        fmt::format("{}, {}", options_.motion.motion.empty() ? options_.motion.states : options_.motion.motion,
                    states()),
        run_.picture.x, run_.has_time);
    auto curve = run_.picture.y.begin();
    for (const MotorQuantity quantity : {MotorQuantity::force, MotorQuantity::rate, MotorQuantity::power}) {
      const auto end = curve + static_cast<std::ptrdiff_t>(run_.report.motors.size());
      plot.add(quantity, std::vector(curve, end));
      curve = end;
    }
    return {"plot", "", plot.plot()};
  }

  // The largest of all motors; those that slide apart from those that turn.
  void add_key_numbers(Answer& answer) const {
    for (const bool sliding : {false, true}) {
      const char* name = sliding ? "sliding" : "turning";
      const bool both = std::ranges::any_of(run_.report.motors, [&](const auto& m) { return slides(m) != sliding; });
      const auto add = [&](const char* key, const char* group, Measure measure, auto value) {
        double largest = -1;
        for (const MotorSizing& m : run_.report.motors)
          if (slides(m) == sliding) largest = std::max(largest, std::abs(value(m)));
        if (largest < 0) return;
        answer.key_numbers.push_back(
            {both ? fmt::format("{}/{}", key, name) : key, group, both ? name : "", Number{largest, measure}});
      };
      const Measure force = force_measure(sliding), speed = motion_measure(sliding, 1);
      add("peak_force", "largest force", force, [](const MotorSizing& m) { return m.at_joint.force.value; });
      add("force_rms", "RMS force", force, [](const MotorSizing& m) { return m.at_joint.force_rms; });
      add("peak_speed", "largest speed", speed, [](const MotorSizing& m) { return m.at_joint.speed.value; });
      add("peak_power", "largest power", Measure::power, [](const MotorSizing& m) { return m.driving_power.value; });
    }
    answer.key_numbers.push_back(
        {"largest_share", "share of what a motor can", "", Number{run_.report.largest_share, Measure::share}});
  }

  const Robot& robot_;
  const SizingOptions& options_;
  const SizingRun& run_;
  bool rows_;
};

bool has_rotors(const Robot& robot) {
  return std::ranges::any_of(robot.motor_joints(),
                             [&](int joint) { return robot.mechanism().joints[joint].motor->rotor_inertia > 0; });
}

// Forces, rates and accelerations of the motors, and the inertias that they feel.
class SizingSolver final : public RowSolver {
 public:
  SizingSolver(const Robot& robot, const SizingOptions& options, const LoadCase& load)
      : robot_(robot),
        options_(options),
        load_(load),
        // Motors that share a load have no inertia of their own to compare with their rotors.
        ratios_(has_rotors(robot) && robot.mobility().actuation == Actuation::fully),
        forces_(robot.motor_joints().size()),
        M_(robot.motor_joints().size(), robot.motor_joints().size()) {}

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* numbers) override {
    const Formulation formulation = formulation_of(options_.simplify);
    // A state without an answer would hide what the motor needs there.
    go_to(robot_, options_.motion, motion, row, ws, Order::acceleration);
    const Status status = formulation == Formulation::virtual_power
                              ? inverse_dynamics(robot_, ws, forces_, load_.options)
                              : inverse_dynamics_by(formulation, robot_, ws, forces_, load_.options);
    if (status != Status::ok) refuse_row(robot_, options_.motion, motion, row, ws);
    const bool inertias = ratios_ && mass_matrix(robot_, ws, M_) == Status::ok;
    const int motors = static_cast<int>(forces_.size());
    for (int k = 0; k < motors; ++k, ++numbers) {
      numbers[0] = forces_[k];
      numbers[motors] = ws.motor_velocity(k);
      numbers[2 * motors] = ws.motor_acceleration(k);
      numbers[3 * motors] = inertias ? M_(k, k) : 0;
    }
  }

 private:
  const Robot& robot_;
  const SizingOptions& options_;
  const LoadCase& load_;
  bool ratios_;
  VectorX forces_;
  MatrixX M_;
};

SizingRun sizing_run(const Robot& robot, const SizingOptions& options, const LoadCase& load, Warnings& warnings,
                     const Job& job) {
  SizingRun run;
  std::optional<StateRows> rows;
  if (options.motion.states.empty()) {
    PeakSampling peaks{&load.options, 0};
    rows.emplace(robot, options.motion,
                 parse_motion(robot, options.motion, Order::acceleration, run.totals.bad, warnings, &peaks));
    run.rate = peaks.rate;
  } else {
    rows.emplace(robot, options.motion, Order::acceleration, RowKind::any, warnings);
  }
  run.has_time = rows->has_time();
  const std::size_t motors = robot.motor_joints().size();
  RowQuestion question{.besides = 4 * motors, .watch_path = !options.no_path_check, .watch_limits = true};
  question.make_solver = [&] { return std::make_unique<SizingSolver>(robot, options, load); };
  std::optional<Sizing> sizing;
  question.begin = [&] {
    sizing.emplace(robot, load.options.friction);
    run.lines.clear();
    run.picture = PictureRows(3 * motors);
  };
  question.take = [&](const AnsweredRow& row) {
    const auto part = [&](std::size_t k) { return std::span(row.numbers + k * motors, motors); };
    const std::optional<double> time = run.has_time ? std::optional(row.motion.time()[row.row]) : std::nullopt;
    if (const Status status = sizing->add({part(0), part(1), part(2)}, time); status != Status::ok)
      throw Error(ErrorKind::numerical, place(options.motion, row.motion, row.row) + std::string(explain(status)));
    sizing->add_inertia(part(3));
    if (!run.has_time) run.lines.push_back(row.motion.lines()[row.row]);
    std::vector<double> curves(row.numbers, row.numbers + 2 * motors);
    for (std::size_t k = 0; k < motors; ++k) curves.push_back(curves[k] * curves[motors + k]);
    run.picture.add(time, curves.data());
  };
  run.totals = rows->run(question, warnings, job);
  run.report = sizing->report();
  return run;
}

Answer sizing(const Subject& subject, const SizingOptions& options, const Job& job) {
  Answer answer;
  const Robot robot = changed_robot(subject, options.rotor_inertia, options.simplify, answer.warnings);
  require_motors(robot);
  warn_of_idle_spins(robot, answer.warnings);
  const LoadCase load(robot, options.load, answer.warnings);
  SizingRun run = sizing_run(robot, options, load, answer.warnings, job);
  warn_of_bad_rows(options.motion, run.totals.bad, answer.warnings);
  run.beyond = warn_of_limits(robot, run.totals, answer.warnings);
  run.clear = !run.totals.path || !run.totals.path->warn(answer.warnings);
  SizingAnswer(robot, options, run).fill(answer);
  return answer;
}

}  // namespace

extern constinit const Analysis sizing_analysis{
    .name = "sizing",
    .what =
        "What a motion asks of the motors: peak and RMS force, speed and power of each, at the joint and at the "
        "motor side of its gear, and how much of its limits it uses. Exit code 1 if a motor is too weak or slow, a "
        "joint beyond its limits, or if the way between two rows of poses meets a singularity.",
    .examples =
        "jourdain sizing delta --states states.csv --plot motors.svg\n"
        "jourdain sizing palida --motion 'circle radius=50mm speed=1m/s'",
    .has_key_numbers = true,
    .ask = QuestionOf<SizingOptions, sizing>::ask};

}  // namespace jourdain
