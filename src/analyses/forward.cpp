// Forward dynamics: accelerations at states, or the motion under constant forces through time.
#include "analyses/analysis.hpp"
#include "analyses/load_case.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/row_run.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/state_series.hpp"
#include "analyses/words.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "simulation/checked_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace jourdain {
namespace {

constexpr double most_steps = 1e6;

struct ForwardOptions {
  MotionArguments motion;
  LoadArguments load;
  std::string simplify, forces, out;  // forces: a file, or values
  double simulate = std::numeric_limits<double>::quiet_NaN(), step = 1e-3;
  bool energies = false;
};

void show_fields(OptionVisitor& visitor, ForwardOptions& options) {
  show_fields(visitor, options.motion, Order::velocity);
  visitor.file({.name = "forces",
                .help = "CSV file with <joint> of every motor, or values; default: 0",
                .type = "FILE|LIST",
                .group = "Loads"},
               FileRole::input_or_text, options.forces);
  show_simplify(visitor, simpler_bodies, options.simplify);
  show_fields(visitor, options.load);
  constexpr std::string_view group = "Through time";
  visitor.number({.name = "simulate", .help = "Follow the motion for this time", .type = "TIME", .group = group},
                 Measure::time, positive, options.simulate);
  visitor.number({.name = "dt", .help = "Step", .type = "TIME", .group = group, .goes_with = "simulate"}, Measure::time,
                 positive, options.step);
  visitor.flag({.name = "energies",
                .help = "Columns kinetic and potential beside the states",
                .group = group,
                .goes_with = "simulate"},
               options.energies);
  visitor.file({.name = "out", .help = "CSV file to write: states with accelerations", .group = "Answer"},
               FileRole::output, options.out);
}

// Values are one row.
ForceTable given_forces(const Robot& robot, const ForwardOptions& options) {
  const std::string& text = options.forces;
  std::error_code ignored;
  if (text.ends_with(".csv") || std::filesystem::is_regular_file(text, ignored)) return read_forces(robot, text);
  ForceTable table;
  table.forces = {text.empty() ? VectorX::Zero(static_cast<int>(robot.motor_joints().size())).eval()
                               : parse_forces(robot, "--forces", text)};
  return table;
}

// Forces of every row; one is for all. Rows of the states that were left out have forces, too.
std::vector<VectorX> forces_of_rows(ForceTable table, const ForwardOptions& options, const MotionTable& motion,
                                    const BadRows& bad) {
  const std::size_t rows = motion.rows();
  if (table.forces.size() == 1) return std::move(table.forces);
  for (std::size_t row = table.forces.size(); row-- > 0 && !bad.empty();) {
    if (std::ranges::find(bad, table.lines[row], [](const Diagnostic& d) { return d.mark.line; }) == bad.end())
      continue;
    const auto at = static_cast<std::ptrdiff_t>(row);
    table.forces.erase(table.forces.begin() + at);
    table.lines.erase(table.lines.begin() + at);
    if (!table.time.empty()) table.time.erase(table.time.begin() + at);
  }
  if (table.forces.size() != rows)
    throw Error(ErrorKind::input, fmt::format("{}: {} of forces for {}: give one row for each state, or one for all",
                                              options.forces, counted(static_cast<int>(table.forces.size()), "row"),
                                              counted(static_cast<int>(rows), "state")));
  for (std::size_t row = 0; !table.time.empty() && !motion.time().empty() && row < rows; ++row) {
    if (table.time[row] == motion.time()[row]) continue;
    throw Error(ErrorKind::input, fmt::format("{}:{}: error: column 't': the time is {:.9g}, the state's is {:.9g}",
                                              options.forces, table.lines[row], table.time[row], motion.time()[row]));
  }
  return std::move(table.forces);
}

// States and the forces at each of them, or one for all.
struct ForcedRows {
  std::vector<VectorX> forces;
  BadRows bad;  // of states that were read already
  std::optional<StateRows> states;

  ForcedRows(const Robot& robot, const ForwardOptions& options, Warnings& warnings) {
    ForceTable table = given_forces(robot, options);
    if (table.forces.size() == 1) {
      forces = std::move(table.forces);
      states.emplace(robot, options.motion, Order::velocity, RowKind::any, warnings);
      return;
    }
    MotionTable motion = parse_motion(robot, options.motion, Order::velocity, bad, warnings);
    forces = forces_of_rows(std::move(table), options, motion, bad);
    states.emplace(robot, options.motion, std::move(motion));
  }
};

// Whole states for a file; else what is new: the row's line or time, accelerations of the motors and of the output.
// Besides those of the motors, the largest of the file and the largest difference from them.
class AccelerationSolver : public RowSolver {
 public:
  AccelerationSolver(const Robot& robot, const ForwardOptions& options, const LoadCase& load, const ForcedRows& rows)
      : robot_(robot),
        options_(options),
        load_(load),
        forces_(rows.forces),
        timed_(rows.states->has_time()),
        numbered_(!timed_ && !rows.states->is_file() && !options.motion.states.empty()),
        states_(robot, rows.states->is_joint_motion(), timed_),
        accelerations_(static_cast<int>(robot.motor_joints().size())) {}

  std::vector<RowColumn> columns() const {
    std::vector<RowColumn> list;
    for (const Series::Line& line : states_.columns()) list.push_back({line.key, line.measure});
    if (!options_.out.empty()) return list;
    list.resize(timed_ ? 1 : 0);
    if (numbered_) list.push_back({"line", Measure::count});
    for (int k = 0; k < static_cast<int>(robot_.motor_joints().size()); ++k)
      list.push_back({column_name(robot_.mechanism(), robot_.motor_joints()[k]) + "_dd",
                      motion_measure(motor_slides(robot_, k), 2)});
    for (std::size_t c = 0; robot_.mechanism().output && c < 6; ++c)
      list.push_back({std::string(acceleration_names[c]), motion_measure(c < 3, 2)});
    return list;
  }

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* numbers) override {
    go_to(robot_, options_.motion, motion, row, ws, Order::velocity);
    const VectorX& forces = forces_[forces_.size() > 1 ? row : 0];
    if (forward_dynamics(robot_, forces, ws, accelerations_, load_.options) != Status::ok ||
        body_motions(robot_, ws) != Status::ok)
      refuse_row(robot_, options_.motion, motion, row, ws);
    const auto put = [&](const auto& values) { numbers = std::copy(values.begin(), values.end(), numbers); };
    const double time = timed_ ? motion.time()[row] : 0;
    if (!options_.out.empty()) {
      numbers = states_.put(ws, time, numbers);
    } else {
      if (timed_) *numbers++ = time;
      if (numbered_) *numbers++ = motion.lines()[row];
      put(accelerations_);
      if (robot_.mechanism().output) put(ws.output_acceleration().a), put(ws.output_acceleration().dw);
    }
    put(accelerations_);
    if (motion.order() != Order::acceleration) return;
    const VectorX given = motion.given_accelerations(row, robot_);
    *numbers++ = given.cwiseAbs().maxCoeff();
    *numbers++ = (motion.actual_accelerations(robot_, ws) - given).cwiseAbs().maxCoeff();
  }

 private:
  const Robot& robot_;
  const ForwardOptions& options_;
  const LoadCase& load_;
  const std::vector<VectorX>& forces_;
  bool timed_, numbered_;
  StateSeries states_;
  VectorX accelerations_;
};

// Accelerations at the given states; in a file these completed by them.
void forward_at_rows(const Robot& robot, const ForwardOptions& options, const LoadCase& load, const Job& job,
                     Answer& answer) {
  ForcedRows rows(robot, options, answer.warnings);
  const std::vector<std::string> names = motor_names(robot);
  const bool compared = !options.motion.states.empty() && rows.states->order() == Order::acceleration;
  const auto make = [&] { return std::make_unique<AccelerationSolver>(robot, options, load, rows); };
  RowQuestion question{.columns = make()->columns(), .besides = names.size() + 2, .out = options.out};
  question.watch_limits = true;
  question.make_solver = make;
  KeptRows kept(question, *rows.states, {});
  std::vector<double> first;
  double difference = 0, largest = 0;
  question.begin = [&] {
    kept.begin();
    first.clear();
    difference = largest = 0;
  };
  question.take = [&](const AnsweredRow& row) {
    kept.add(row);
    const double* besides = row.numbers + question.columns.size();
    if (first.empty()) first.assign(besides, besides + names.size());
    if (!compared) return;
    largest = std::max(largest, besides[names.size()]);
    difference = std::max(difference, besides[names.size() + 1]);
  };
  RowTotals totals = rows.states->run(question, answer.warnings, job);
  totals.bad.insert(totals.bad.begin(), rows.bad.begin(), rows.bad.end());
  warn_of_bad_rows(options.motion, totals.bad, answer.warnings);
  if (warn_of_limits(robot, totals, answer.warnings)) answer.verdict = {Tone::bad, "a joint is beyond its limits"};
  answer.title = marked_name(robot.mechanism());
  Facts& facts = answer.add(Facts{"run", ""});
  add_counts(options.motion, totals, facts);
  if (compared) {
    facts.facts.push_back({"difference", "from the file's accelerations", Number{difference}, "at most"});
    facts.facts.push_back({"largest", "the largest of these", Number{largest}});
  }
  facts.facts.push_back(limit_fact(robot, totals.limit));
  kept.fill(answer);
  if (options.motion.skip_bad) answer.add(skipped_rows(totals.bad));
  for (std::size_t k = 0; k < names.size(); ++k)
    answer.key_numbers.push_back({"acceleration/" + names[k],
                                  "acceleration",
                                  names[k],
                                  {first[k], motion_measure(motor_slides(robot, static_cast<int>(k)), 2)}});
}

// What the picture shows, by step.
struct ForwardCurves : MotionCurves {
  std::vector<double> kinetic, potential;

  Plot picture(const Robot& robot, const std::string& source) const {
    MotionPlot plot(robot, "motion under constant forces", source, times, times.size());
    plot.add_output(poses);
    plot.add(MotorQuantity::position, positions);
    plot.add(MotorQuantity::rate, rates);
    std::vector<double> change;
    for (const double energy : potential) change.push_back(energy - potential.front());
    plot.add("energy", "J", {"kinetic", "change of potential"}, {kinetic, change});
    return plot.plot();
  }
};

struct ForwardSimulation {
  int steps = 0;
  double step = 0;
  VectorX forces;
  LimitState limit;  // the nearest of all steps
  double limit_time = 0;
  double beyond_since = -1;  // time at which a joint first is beyond a limit

  bool beyond() const { return beyond_since >= 0; }
  void watch(const LimitState& nearest, double time) {
    if (nearest.margin < limit.margin) limit = nearest, limit_time = time;
    if (nearest.margin < 0 && !beyond()) beyond_since = time;
  }
};

ForwardSimulation planned(const ForwardOptions& options) {
  if (!options.motion.states.empty())
    throw Error(ErrorKind::usage,
                "--simulate starts from one state: give it by --pose and --twist, or --joints and --rates");
  if (options.step > 1e-3 && options.step > options.simulate)
    throw Error(ErrorKind::usage, fmt::format("--dt: a step of {:.4g} s is longer than the {:.4g} s of --simulate",
                                              options.step, options.simulate));
  const double steps = std::ceil(options.simulate / options.step - 1e-9);
  if (!(steps <= most_steps)) throw Error(ErrorKind::usage, "--dt: more than a million steps");
  ForwardSimulation simulation;
  simulation.steps = std::max(1, static_cast<int>(steps));
  simulation.step = options.simulate / simulation.steps;
  return simulation;
}

// Why a step has no answer.
std::string why_no_step(const Robot& robot, const CheckedMotion& motion, const Workspace& ws, double step) {
  if (!motion.is_open()) return ws.explain();
  return fmt::format(
      "the energy does not balance: {:.3g} J {} in a step of {:.2g} s, a part of the {:.2g} s asked for: the motion "
      "jumps to another branch, comes to a singularity (type-2 distance {:.2g}), or is too fast for such steps; give a "
      "smaller --dt",
      std::abs(motion.open_energy()), motion.open_energy() > 0 ? "come from nowhere" : "disappear",
      step / (1 << CheckedMotion::deepest), step, singularity_distance(robot, ws).type2);
}

Facts energy_facts(const EnergyAccount& e) {
  const auto joule = [](double value) { return measured(value, Measure::energy); };
  return {"energy",
          "Energy",
          {{"kinetic", "kinetic energy", joule(e.kinetic)},
           {"potential", "potential energy", joule(e.potential)},
           {"change", "change of energy", joule(e.change), "potential energy included"},
           {"work_of_motors", "work of the motors", joule(e.motors)},
           {"work_of_loads", "work of the loads", joule(e.loads)},
           {"taken_by_friction", "taken by friction", joule(e.friction)},
           {"error_of_the_steps", "error of the steps", joule(e.open)},
           {"lost", "lost", joule(e.motors - e.change), "work of the motors less the change"}}};
}

Facts simulation_facts(const Robot& robot, const ForwardSimulation& s, const CheckedMotion& motion,
                       const Workspace& ws) {
  return {"simulation",
          "",
          {{"steps", "steps", count_of(s.steps)},
           {"dt", "of", Number{s.step, Measure::time}},
           {"most_parts_of_a_step", "a step cut into up to", count_of(motion.most_parts()),
            motion.most_parts() > 1 ? "parts to keep the energy" : "part"},
           {"closure_error", "closure error", Number{ws.closure_error(Order::acceleration)}, "of the size"},
           limit_fact(robot, s.limit)}};
}

// Constant forces through time, in steps of the classical Runge-Kutta method on the driving motors.
void forward_through_time(const Robot& robot, const ForwardOptions& options, const LoadCase& load, const Job& job,
                          Answer& answer) {
  ForwardSimulation s = planned(options);
  BadRows none;
  const MotionTable start = parse_motion(robot, options.motion, Order::velocity, none, answer.warnings);
  s.forces = forces_of_rows(given_forces(robot, options), options, start, none).front();
  Workspace ws(robot);
  go_to(robot, options.motion, start, 0, ws, Order::velocity);
  StateSeries states(robot, start.is_joint_motion(), true);
  const bool of_output = !start.is_joint_motion() && robot.mechanism().output;
  StateSeries joints(robot, true, true);
  if (options.energies) states.add_column("kinetic", Measure::energy), states.add_column("potential", Measure::energy);
  ForwardCurves curves;
  CheckedMotion motion(robot, s.forces, load.options);
  job.tell(counted(s.steps, "step"));
  double time = 0;
  Status status = motion.start(ws);
  for (int k = 1; status == Status::ok; ++k) {
    if (k % 256 == 0) stop_if_cancelled(job), job.advance(static_cast<double>(k) / s.steps);
    curves.add(robot, ws, time);
    curves.kinetic.push_back(kinetic_energy(robot, ws));
    curves.potential.push_back(potential_energy(robot, ws));
    options.energies ? states.add(ws, time, {curves.kinetic.back(), curves.potential.back()}) : states.add(ws, time);
    if (of_output && options.out.empty()) joints.add(ws, time);
    s.watch(nearest_limit(robot, ws), time);
    if (k > s.steps) break;
    status = motion.advance(s.step, ws);
    time = status == Status::ok ? options.simulate * k / s.steps : time + motion.advanced();
  }
  if (status != Status::ok)
    throw Error(ErrorKind::numerical, fmt::format("t = {:.6g} s: {}", time, why_no_step(robot, motion, ws, s.step)));

  const EnergyAccount energy = motion.account();
  answer.title = fmt::format("{} after {:.6g} s", marked_name(robot.mechanism()), options.simulate);
  answer.add(simulation_facts(robot, s, motion, ws));
  answer.add(energy_facts(energy));
  answer.add(motor_states(robot, ws, Order::acceleration));
  if (robot.mechanism().output) answer.add(state_facts(ws, Order::velocity));
  const std::string forces = fmt::format("{:.4g}", fmt::join(s.forces, ", "));
  answer.add(Picture{
      "plot", "",
      curves.picture(robot, fmt::format("{} of {:.4g} s, forces {}", counted(s.steps, "step"), s.step, forces))});
  answer.add(states.take()).in_text = false;
  if (of_output && options.out.empty()) {
    Series& series = answer.add(joints.take());
    series.key = "joints", series.in_text = false;
  }
  if (!options.out.empty()) answer.files.push_back({options.out, "states"});
  answer.key_numbers = {{"kinetic", "energy", "kinetic", {energy.kinetic, Measure::energy}},
                        {"change", "energy", "change", {energy.change, Measure::energy}},
                        {"lost", "energy", "lost", {energy.motors - energy.change, Measure::energy}}};
  if (!s.beyond()) return;
  answer.verdict = {Tone::bad, "a joint goes beyond its limits"};
  answer.warnings.push_back(
      fmt::format("t = {:.6g} s: beyond a limit, the furthest at t = {:.6g} s: {}; the model has no end stops",
                  s.beyond_since, s.limit_time, limit_text(robot, s.limit)));
}

Answer forward_answer(const Subject& subject, const ForwardOptions& options, const Job& job) {
  Answer answer;
  const Robot robot = changed_robot(subject, "", options.simplify, answer.warnings);
  require_motors(robot);
  warn_of_idle_spins(robot, answer.warnings);
  const LoadCase load(robot, options.load, answer.warnings);
  answer.model = robot.mechanism().name;
  (std::isfinite(options.simulate) ? forward_through_time : forward_at_rows)(robot, options, load, job, answer);
  return answer;
}

}  // namespace

extern constinit const Analysis forward_analysis{
    .name = "forward",
    .what =
        "Forward dynamics: accelerations from forces of the motors, at one state or at those of a CSV file; the answer "
        "is that file completed by its accelerations. With --simulate the motion under constant forces through time, "
        "without drift of the loops; a step whose energy does not balance is cut into parts, and refused with exit "
        "code 4 if that does not help. Exit code 1 if a joint is beyond its limits.",
    .examples =
        "jourdain forward delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6 --forces 0.5,0.5,0.5\n"
        "jourdain forward delta --states states.csv --forces forces.csv --out motion.csv\n"
        "jourdain forward five-bar --simulate '0.2 s' --dt '1 ms' --out fall.csv --plot fall.svg",
    .has_key_numbers = true,
    .ask = QuestionOf<ForwardOptions, forward_answer>::ask};

}  // namespace jourdain
