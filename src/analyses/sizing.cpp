// What a motion asks of the motors.
#include "jourdain/design/sizing.hpp"

#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/row_watch.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/words.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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
  std::vector<LimitState> limits;              // the nearest at each row
  std::vector<VectorX> forces, rates, powers;  // of the motors, by row
  BadRows bad;
  bool beyond = false;  // a joint is beyond its limit
  bool clear = true;    // no singularity between rows
  std::optional<PathSummary> path;
  double rate = 0;  // states per second where a motion is fastest
};

class SizingAnswer {
 public:
  SizingAnswer(const Robot& robot, const SizingOptions& options, const MotionTable& motion, const SizingRun& run)
      : robot_(robot), options_(options), motion_(motion), run_(run), rows_(has_rows(options.motion)) {}

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
    if (options_.motion.skip_bad) answer.add(skipped_rows(run_.bad));
    if (run_.path) answer.add(events_table(*run_.path));
    if (rows_) answer.add(picture());
    add_key_numbers(answer);
  }

 private:
  const Joint& joint(const MotorSizing& motor) const { return robot_.mechanism().joints[motor.joint]; }
  bool slides(const MotorSizing& motor) const { return is_length(joint(motor).type, 0); }
  bool is_geared(const MotorSizing& motor) const { return joint(motor).motor->gear != 1; }

  std::string subtitle() const {
    if (!rows_) return {};
    std::string text =
        fmt::format("{}: {}", source_name(options_.motion), counted(static_cast<int>(motion_.rows()), "state"));
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
    const LimitState& limit = *std::ranges::min_element(run_.limits, {}, &LimitState::margin);
    Facts facts{"run", ""};
    facts.facts.push_back({"states", "states", Number{static_cast<double>(motion_.rows()), Measure::count}});
    if (options_.motion.skip_bad)
      facts.facts.push_back({"skipped", "left out", Number{static_cast<double>(run_.bad.size()), Measure::count},
                             run_.bad.empty() ? "" : "what the motors need there is not known"});
    if (run_.report.duration > 0)
      facts.facts.push_back({"duration", "duration", Number{run_.report.duration, Measure::time}});
    if (run_.rate > 0) facts.facts.push_back({"rate", "states per second", Number{run_.rate, Measure::frequency}});
    facts.facts.push_back({"nearest_limit", "nearest joint limit", limit_text(robot_, limit)});
    if (run_.report.largest_share > 0)
      facts.facts.push_back({"largest_share", "largest share", Number{run_.report.largest_share, Measure::share}});
    return facts;
  }

  // Where a peak occurs: its time, or its line in the file.
  Cell place_of(const Peak& peak) const {
    if (peak.state < 0) return {};
    const std::size_t row = static_cast<std::size_t>(peak.state);
    if (!motion_.time().empty()) return Number{motion_.time()[row], Measure::time};
    return Number{static_cast<double>(motion_.lines()[row]), Measure::count};
  }

  Table demands(const std::string& key, const std::string& title, bool at_motor) const {
    const auto demand = [&](const MotorSizing& m) -> const MotorDemand& { return at_motor ? m.at_motor : m.at_joint; };
    // A gear turns the motor of a slide: its shaft has a moment.
    const auto slides_there = [&](const MotorSizing& m) { return slides(m) && !(at_motor && is_geared(m)); };
    const auto force = [&](const MotorSizing& m, double value) {
      return Number{value, force_measure(slides_there(m))};
    };
    const auto speed = [&](const MotorSizing& m, double value) {
      return Number{value, motion_measure(slides_there(m), 1)};
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
    const auto watt = [](double value) { return Cell(Number{value, Measure::power}); };
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
                    counted(static_cast<int>(motion_.rows()), "state")),
        motion_.time(), motion_.rows());
    plot.add(MotorQuantity::force, run_.forces);
    plot.add(MotorQuantity::rate, run_.rates);
    plot.add(MotorQuantity::power, run_.powers);
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
  const MotionTable& motion_;
  const SizingRun& run_;
  bool rows_;
};

bool has_rotors(const Robot& robot) {
  return std::ranges::any_of(robot.motor_joints(),
                             [&](int joint) { return robot.mechanism().joints[joint].motor->rotor_inertia > 0; });
}

SizingReport solve(const Robot& robot, const SizingOptions& options, const LoadCase& load, MotionTable& motion,
                   SizingRun& run, RowWatch& watch, const Job& job) {
  Workspace ws(robot);
  Sizing sizing(robot, load.options.friction);
  const int motors = static_cast<int>(robot.motor_joints().size());
  VectorX forces(motors), rates(motors);
  MatrixX M(motors, motors);
  const Formulation formulation = formulation_of(options.simplify);
  // Motors that share a load have no inertia of their own to compare with their rotors.
  const bool ratios = has_rotors(robot) && robot.mobility().actuation == Actuation::fully;
  const double all = static_cast<double>(motion.rows());
  for_each_row(options.motion, motion, run.bad, [&](std::size_t row) {
    stop_if_cancelled(job);
    const std::optional<double> time = motion.time().empty() ? std::nullopt : std::optional<double>(motion.time()[row]);
    // A state without an answer would hide what the motor needs there.
    go_to(robot, options.motion, motion, row, ws, Order::acceleration);
    const Status status = formulation == Formulation::virtual_power
                              ? inverse_dynamics(robot, ws, forces, load.options)
                              : inverse_dynamics_by(formulation, robot, ws, forces, load.options);
    if (status != Status::ok || sizing.add(ws, forces, time) != Status::ok)
      refuse_row(robot, options.motion, motion, row, ws);
    if (ratios && mass_matrix(robot, ws, M) == Status::ok) sizing.add_inertia(M);
    run.limits.push_back(nearest_limit(robot, ws));
    watch.next(ws);
    for (int k = 0; k < motors; ++k) rates[k] = ws.motor_velocity(k);
    run.forces.push_back(forces);
    run.powers.emplace_back(forces.cwiseProduct(rates));
    run.rates.push_back(rates);
    if (job.advance && row % 256 == 0) job.advance(static_cast<double>(row) / all);
  });
  return sizing.report();
}

Answer sizing(const Subject& subject, const SizingOptions& options, const Job& job) {
  Answer answer;
  const Robot robot = changed_robot(subject, options.rotor_inertia, options.simplify, answer.warnings);
  require_motors(robot);
  warn_of_idle_spins(robot, answer.warnings);
  const LoadCase load(robot, options.load, answer.warnings);
  SizingRun run;
  PeakSampling peaks{&load.options, 0};
  MotionTable motion = parse_motion(robot, options.motion, Order::acceleration, run.bad, answer.warnings, &peaks);
  run.rate = peaks.rate;
  RowWatch watch(robot, options.motion, motion, !options.no_path_check);
  run.report = solve(robot, options, load, motion, run, watch, job);
  warn_of_bad_rows(options.motion, run.bad, answer.warnings);
  run.beyond = warn_of_joints(robot, options.motion, motion, run.limits, answer.warnings);
  run.path = watch.summary();
  run.clear = !run.path || !run.path->warn(answer.warnings);
  SizingAnswer(robot, options, motion, run).fill(answer);
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
