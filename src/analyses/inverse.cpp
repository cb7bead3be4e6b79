// Inverse dynamics.
#include "analyses/analysis.hpp"
#include "analyses/inverse_run.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Digits lost that are worth a warning: a singularity is near.
constexpr double many_digits = 5;
// Of the largest load: less is rounding errors.
constexpr double no_load = 1e-12;

struct InverseOptions {
  MotionArguments motion;
  LoadArguments load;
  std::string formulation = "virtual-power", simplify, out;
  bool reactions = false, conditioning = false, compiled = false, no_path_check = false;
};

void show_fields(OptionVisitor& visitor, InverseOptions& options) {
  show_fields(visitor, options.motion, Order::acceleration);
  visitor.flag({.name = "no-path-check", .help = "Do not look for singularities between rows of poses"},
               options.no_path_check);
  static constexpr std::string_view words[] = {"virtual-power", "virtual-work",    "screw",
                                               "bars",          "bars-simplified", "all"};
  int chosen = static_cast<int>(std::ranges::find(words, options.formulation) - std::begin(words));
  visitor.choice({.name = "formulation", .help = "Of the papers, or all side by side"}, words, chosen);
  options.formulation = words[chosen];
  visitor.flag({.name = "reactions", .help = "Loads of all joints, and whether they are unique"}, options.reactions);
  visitor.flag({.name = "conditioning", .help = "A column digits_lost in the file"}, options.conditioning);
  visitor.flag({.name = "compiled",
                .help = "Generate code for this robot, build it with the system's compiler and let it compute"},
               options.compiled);
  show_simplify(visitor, simpler_forces, options.simplify);
  show_fields(visitor, options.load);
  show_sharing(visitor, options.load);
  visitor.file({.name = "out",
                .help = "CSV file to write: t, <joint> of every motor, what else was asked for; a table of any length",
                .group = "Answer"},
               FileRole::output, options.out);
}

// Generated code gives the motors' forces and nothing else.
void refuse_beside_code(const InverseOptions& options) {
  const auto refuse = [](const char* option) {
    throw Error(ErrorKind::usage, fmt::format("{} goes without --compiled: generated code knows forces only", option));
  };
  if (options.formulation != "virtual-power") refuse("--formulation");
  if (options.simplify == "58") refuse("--simplify 58");
  if (options.reactions) refuse("--reactions");
  if (options.conditioning) refuse("--conditioning");
}

const MotorModel& motor_data(const Robot& robot, std::size_t k) {
  return *robot.mechanism().joints[robot.motor_joints()[k]].motor;
}

class InverseAnswer {
 public:
  InverseAnswer(const Robot& robot, const InverseOptions& options, const ForceQuestion& question, const ForceRun& run)
      : robot_(robot),
        options_(options),
        question_(question),
        run_(run),
        names_(motor_names(robot)),
        rows_(has_rows(options.motion)) {}

  void fill(const StateRows& states, Answer& answer) const {
    answer.model = robot_.mechanism().name;
    answer.title = rows_ ? marked_name(robot_.mechanism()) : title_of_state(states);
    if (rows_)
      answer.subtitle =
          fmt::format("{}: {}", source_name(options_.motion), counted(static_cast<int>(run_.totals.rows), "state"));
    judge(answer);
    answer.add(facts());
    answer.add(rows_ ? extremes() : forces());
    if (!run_.differences.empty()) answer.add(differences());
    if (run_.loss) answer.add(loss());
    if (run_.first_reactions) add_loads(answer);
    if (rows_ || !options_.out.empty()) {
      answer.entries.insert(answer.entries.end(), run_.rows.entries.begin(), run_.rows.entries.end());
      answer.files = run_.rows.files;
    }
    if (options_.motion.skip_bad) answer.add(skipped_rows(run_.totals.bad));
    if (run_.totals.path) answer.add(events_table(*run_.totals.path));
    if (rows_) answer.add(picture());
    add_key_numbers(answer);
  }

 private:
  std::string title_of_state(const StateRows& states) const {
    Workspace ws(robot_);
    go_to(robot_, options_.motion, states.table(), 0, ws, Order::position);
    return title_at(robot_, ws);
  }

  Number force(std::size_t k, double value) const { return {value, force_measure(slides(k))}; }
  bool slides(std::size_t k) const { return motor_slides(robot_, static_cast<int>(k)); }
  double largest(std::size_t k) const { return magnitude(run_.motors[k].force); }
  static double magnitude(const RowExtremes& e) { return std::max(std::abs(e.least), std::abs(e.most)); }

  // Warnings and the verdict.
  void judge(Answer& answer) const {
    bool weak = false;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const MotorModel& motor = motor_data(robot_, k);
      const MotorTotals& m = run_.motors[k];
      const auto say = [&](const RowExtremes& e, const std::string& text) {
        answer.warnings.push_back(place(options_.motion, e.largest_at) + text);
        weak = true;
      };
      if (largest(k) > motor.max_force)
        say(m.force, fmt::format("motor {0} needs {1:.4g} {2}, its largest is {3:.4g} {2}", names_[k], largest(k),
                                 words_of(force_measure(slides(k))).unit, motor.max_force));
      if (magnitude(m.speed) > motor.max_speed)
        say(m.speed, fmt::format("motor {0} runs at {1:.4g} {2}, its largest is {3:.4g} {2}", names_[k],
                                 magnitude(m.speed), words_of(motion_measure(slides(k), 1)).unit, motor.max_speed));
    }
    const bool beyond = warn_of_limits(robot_, run_.totals, answer.warnings);
    if (run_.digits_lost > many_digits)
      answer.warnings.push_back(fmt::format("{}the forces lose {:.1f} digits: a singularity is near",
                                            place(options_.motion, run_.digits_at), run_.digits_lost));
    if (weak) answer.verdict.reasons.emplace_back("a motor is too weak or too slow");
    if (beyond) answer.verdict.reasons.emplace_back("a joint is beyond its limits");
    if (run_.totals.path && run_.totals.path->warn(answer.warnings))
      answer.verdict.reasons.emplace_back("the way between two rows meets a singularity");
    if (answer.verdict.reasons.empty()) return;
    answer.verdict.tone = Tone::bad;
    answer.verdict.text = "the robot cannot do this";
  }

  Facts facts() const {
    Facts facts{"run", ""};
    add_counts(options_.motion, run_.totals, facts);
    std::vector<std::string> words;
    for (const Formulation f : question_.formulations) words.push_back(word_of(f));
    facts.facts.push_back(
        {"formulations", question_.formulations.size() > 1 ? "formulations" : "formulation", joined(words)});
    facts.facts.push_back({"generated_code", "generated code", run_.by_code});
    if (run_.by_code)
      facts.facts.push_back({"refused_by_code",
                             "refused by the code",
                             {count_of(run_.refused_by_code), run_.refused_by_code > 0 ? Tone::caution : Tone::plain},
                             run_.refused_by_code > 0 ? "these states by the general engine" : ""});
    if (run_.loss)
      facts.facts.push_back({"loss", "loss of the simpler model", Number{run_.loss->largest, Measure::share},
                             "largest difference over largest force"});
    const std::string at = row_name(options_.motion, run_.digits_at);
    if (run_.digits_lost >= 0)
      facts.facts.push_back({"digits_lost",
                             "digits lost",
                             {Number{run_.digits_lost}, run_.digits_lost > many_digits ? Tone::caution : Tone::plain},
                             "of 16" + (at.empty() ? at : ", worst at " + at)});
    return facts;
  }

  Table forces() const {
    Table table{"motors", "Motors"};
    table.columns = {{"motor", "motor"}};
    for (std::size_t f = 0; f < question_.formulations.size(); ++f)
      table.columns.push_back({f == 0 ? "force" : word_of(question_.formulations[f]),
                               question_.formulations.size() > 1 ? word_of(question_.formulations[f]) : "force"});
    table.columns.push_back({"max_force", "its limit"});
    for (std::size_t k = 0; k < names_.size(); ++k) {
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {names_[k]};
      for (std::size_t f = 0; f < question_.formulations.size(); ++f)
        row.emplace_back(force(k, run_.first[f * names_.size() + k]));
      row.push_back(limit(k));
    }
    return table;
  }

  Cell limit(std::size_t k) const {
    const double most = motor_data(robot_, k).max_force;
    return std::isfinite(most) ? Cell(force(k, most)) : Cell();
  }

  Table extremes() const {
    Table table{"motors", "Motors"};
    table.columns = {
        {"motor", "motor"},           {"least", "least"},         {"most", "most"},          {"rms", "RMS"},
        {"largest_at", "largest at"}, {"max_force", "its limit"}, {"max_speed", "top speed"}};
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const MotorTotals& m = run_.motors[k];
      table.rows.push_back({names_[k], force(k, m.force.least), force(k, m.force.most), force(k, m.rms),
                            row_cell(options_.motion, m.force.largest_at), limit(k),
                            Number{magnitude(m.speed), motion_measure(slides(k), 1)}});
    }
    return table;
  }

  Table differences() const {
    Table table{"differences", "Differences from " + word_of(question_.formulations.front())};
    table.columns = {
        {"formulation", "formulation"}, {"relative", "over largest force"}, {"motor", "worst motor"}, {"at", "at"}};
    for (const std::string& name : names_) table.columns.push_back({name, name});
    for (const std::string& name : names_) table.columns.push_back({name + "_relative", name + ", relative"});
    for (std::size_t f = 0; f < run_.differences.size(); ++f) {
      const ForceDifference& d = run_.differences[f];
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {word_of(question_.formulations[f + 1]), Number{d.relative}, names_[d.motor],
             row_cell(options_.motion, run_.differences_at[f])};
      for (std::size_t k = 0; k < names_.size(); ++k)
        row.emplace_back(force(k, d.largest[static_cast<Eigen::Index>(k)]));
      for (const double relative : d.relative_by_each) row.emplace_back(Number{relative});
    }
    return table;
  }

  Table loss() const {
    std::vector<std::size_t> motors;
    for (std::size_t k = 0; k < names_.size(); ++k) motors.push_back(k);
    const auto of = [&](std::size_t k) -> const MotorLoss& { return run_.loss->motors[k]; };
    const auto part = [](double some, double all) {
      return std::abs(all) > 0 ? Cell(Number{std::abs(some / all), Measure::share}) : Cell();
    };
    Table table = table_of<std::size_t>(
        "loss", fmt::format("Loss of {} against the full model", options_.simplify), motors,
        {{"motor", "motor", [&](std::size_t k) { return Cell(names_[k]); }},
         {"difference", "largest difference", [&](std::size_t k) { return Cell(force(k, of(k).difference.value)); }},
         {"difference_rms", "RMS", [&](std::size_t k) { return Cell(force(k, of(k).difference_rms)); }},
         {"at", "at",
          [&](std::size_t k) {
            const long state = std::max(of(k).difference.state, 0L);
            return row_cell(options_.motion, run_.loss_places[state]);
          }},
         {"force", "full: largest force", [&](std::size_t k) { return Cell(force(k, of(k).force.value)); }},
         {"force_rms", "RMS", [&](std::size_t k) { return Cell(force(k, of(k).force_rms)); }},
         {"peak_share", "loss of peak", [&](std::size_t k) { return part(of(k).difference.value, of(k).force.value); }},
         {"rms_share", "loss of RMS", [&](std::size_t k) { return part(of(k).difference_rms, of(k).force_rms); }}});
    return table;
  }

  // Loads of the joints at the only state, or the largest along the rows.
  void add_loads(Answer& answer) const {
    const std::vector<Joint>& joints = robot_.mechanism().joints;
    const Reactions& first = *run_.first_reactions;
    double most_force = 0, most_moment = 0;
    for (const JointLoads& load : run_.joints) {
      most_force = std::max(most_force, load.force.largest);
      most_moment = std::max(most_moment, load.moment.largest);
    }
    Table loads{"joint_loads", "Joint loads"}, axial{"axial_loads", rows_ ? "In joint axes, largest" : "In joint axes"};
    loads.columns = {{"joint", "joint"}, {"body", "on body"}};
    if (rows_) {
      for (const Column& column : {Column{"force", "largest force"}, Column{"force_at", "at"},
                                   Column{"moment", "largest moment"}, Column{"moment_at", "at"}})
        loads.columns.push_back(column);
    } else {
      for (const char* name : {"fx", "fy", "fz", "mx", "my", "mz"}) loads.columns.push_back({name, name});
    }
    loads.columns.push_back({"unique", "unique"});
    axial.columns = {{"joint", "joint"},
                     {"axial", "axial"},
                     {"radial", "radial"},
                     {"about_axis", "about the axis"},
                     {"tilting", "tilting"}};
    const auto newton = [](double value) { return measured(value, Measure::force); };
    const auto moment = [](double value) { return measured(value, Measure::torque); };
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const JointLoads& load = run_.joints[j];
      std::vector<Cell>& row = loads.rows.emplace_back();
      row = {joints[j].name, robot_.mechanism().bodies[joints[j].body_b].name};
      if (rows_) {
        // Rounding errors have no time at which they are largest.
        const bool any_force = load.force.largest > no_load * most_force,
                   any_moment = load.moment.largest > no_load * most_moment;
        row.push_back(newton(any_force ? load.force.largest : 0));
        row.push_back(any_force ? row_cell(options_.motion, load.force.largest_at) : Cell());
        row.push_back(moment(any_moment ? load.moment.largest : 0));
        row.push_back(any_moment ? row_cell(options_.motion, load.moment.largest_at) : Cell());
      } else {
        for (const double f : load.last_force) row.push_back(newton(f));
        for (const double m : load.last_moment) row.push_back(moment(m));
      }
      row.emplace_back(first.joints[j].unique);
      axial.rows.push_back({joints[j].name, newton(load.axial.largest), newton(load.radial.largest),
                            moment(load.about_axis.largest), moment(load.tilting.largest)});
    }
    loads.note = "In base axes, at the joint's frame on that body; " + explain(robot_, first);
    answer.add(std::move(loads));
    answer.add(std::move(axial));
    if (!run_.rods.empty()) answer.add(rods());
    Facts facts{"loads", ""};
    facts.facts.push_back({"open", "open reactions", count_of(first.open)});
    facts.facts.push_back({"residual", "unbalanced", Number{run_.residual}, "of the largest force"});
    answer.add(std::move(facts));
  }

  Table rods() const {
    Table table{"rods", "Rods"};
    table.columns = {{"rod", "rod"},
                     {"tension", "tension"},
                     {"tension_at", "at"},
                     {"compression", "compression"},
                     {"compression_at", "at"}};
    for (std::size_t k = 0; k < run_.rods.size(); ++k) {
      const RowExtremes& t = run_.tensions[k];
      const auto pull = [](double value) { return value > 0 ? Cell(Number{value, Measure::force}) : Cell(); };
      table.rows.push_back({robot_.mechanism().bodies[run_.rods[k].body].name, pull(t.most),
                            t.most > 0 ? row_cell(options_.motion, t.most_at) : Cell(), pull(-t.least),
                            t.least < 0 ? row_cell(options_.motion, t.least_at) : Cell()});
    }
    return table;
  }

  Picture picture() const {
    MotionPlot plot(
        robot_, "forces of the motors",
        fmt::format("{}, {}", options_.motion.motion.empty() ? options_.motion.states : options_.motion.motion,
                    counted(static_cast<int>(run_.totals.rows), "state")),
        run_.picture_x, std::isfinite(run_.motors.front().force.least_at.time));
    plot.add(MotorQuantity::force, run_.picture_y);
    return {"plot", "", plot.plot()};
  }

  // The largest of all motors; those that slide apart from those that turn.
  void add_key_numbers(Answer& answer) const {
    for (const bool sliding : {false, true}) {
      double most = -1;
      bool others = false;
      for (std::size_t k = 0; k < names_.size(); ++k) {
        if (slides(k) == sliding) most = std::max(most, largest(k));
        others |= slides(k) != sliding;
      }
      if (most < 0) continue;
      const std::string name = !others ? "" : sliding ? "sliding" : "turning";
      answer.key_numbers.push_back({name.empty() ? "peak_force" : "peak_force/" + name, "largest force", name,
                                    Number{most, force_measure(sliding)}});
    }
    if (run_.digits_lost >= 0)
      answer.key_numbers.push_back({"digits_lost", "digits lost", "", Number{run_.digits_lost}});
  }

  const Robot& robot_;
  const InverseOptions& options_;
  const ForceQuestion& question_;
  const ForceRun& run_;
  std::vector<std::string> names_;
  bool rows_;
};

Answer inverse(const Subject& subject, const InverseOptions& options, const Job& job) {
  Answer answer;
  if (options.simplify == "58" && options.formulation != "virtual-power")
    throw Error(ErrorKind::usage, "--simplify 58 is a formulation: give it or --formulation");
  const Robot& full = subject.robot();
  require_motors(full);
  const Robot robot = options.simplify.empty() ? full : simpler_robot(full, options.simplify);
  warn_of_idle_spins(robot, answer.warnings);
  const LoadCase load(robot, options.load, answer.warnings);
  if (options.compiled) refuse_beside_code(options);
  ForceQuestion question{options.motion, load};
  question.formulations = options.simplify == "58" ? std::vector{Formulation::bars_simplified}
                                                   : chosen_formulations(robot, options.formulation);
  question.reactions = options.reactions;
  question.conditioning = options.conditioning;
  question.compiled = options.compiled;
  question.watch_path = !options.no_path_check;
  question.full = options.simplify.empty() ? nullptr : &full;
  question.out = options.out;
  StateRows rows(robot, options.motion, Order::acceleration, RowKind::any, answer.warnings);
  const ForceRun run = forces_along(robot, rows, question, answer.warnings, job);
  warn_of_bad_rows(options.motion, run.totals.bad, answer.warnings);
  InverseAnswer(robot, options, question, run).fill(rows, answer);
  return answer;
}

}  // namespace

extern constinit const Analysis inverse_analysis{
    .name = "inverse",
    .what =
        "Inverse dynamics: forces of the motors for a motion, of one state or of a CSV file of states, by the fast "
        "path or by the papers' formulations side by side. Each answer says how many digits it loses; near a "
        "singularity it is refused with exit code 4. Exit code 1 if a motor or joint is beyond its limits, or if the "
        "way between two rows of poses meets a singularity.",
    .examples =
        "jourdain inverse delta --pose 0.05,0.03,-0.3 --acceleration 50,40,-30 --formulation all\n"
        "jourdain inverse palida --load platform:0,0,-100 --reactions\n"
        "jourdain inverse delta --states states.csv --out forces.csv --plot forces.svg --compiled",
    .has_key_numbers = true,
    .ask = QuestionOf<InverseOptions, inverse>::ask};

}  // namespace jourdain
