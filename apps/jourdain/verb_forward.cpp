// jourdain forward.
#include "simulated_curves.hpp"
#include "state_columns.hpp"

#include "io/atomic_file.hpp"
#include "study/checked_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace jourdain::cli {
namespace {

constexpr double most_steps = 1e6;

bool is_file(const std::string& text) {
  std::error_code ignored;
  return text.ends_with(".csv") || std::filesystem::is_regular_file(text, ignored);
}

// Forces of every row: from the file, or the same for all. One row of a file holds for all too. Rows of the states that
// were left out have forces, too.
std::vector<VectorX> parse_force_rows(const Robot& robot, const ForwardOptions& options, const MotionTable& motion,
                                      const BadRows& bad) {
  const std::size_t rows = motion.rows();
  if (options.forces.empty()) return {rows, VectorX::Zero(static_cast<int>(robot.actuators().size()))};
  if (!is_file(options.forces)) return {rows, parse_forces(robot, "--forces", options.forces)};
  ForceTable table = read_forces(robot, options.forces);
  if (table.forces.size() == 1) return {rows, table.forces.front()};
  for (std::size_t row = table.forces.size(); row-- > 0 && !bad.empty();) {
    if (std::ranges::find(bad, table.lines[row], [](const Diagnostic& d) { return d.mark.line; }) == bad.end())
      continue;
    const auto at = static_cast<std::ptrdiff_t>(row);
    table.forces.erase(table.forces.begin() + at);
    table.lines.erase(table.lines.begin() + at);
    if (!table.time.empty()) table.time.erase(table.time.begin() + at);
  }
  if (table.forces.size() != rows) {
    throw Error(ErrorKind::input, fmt::format("{}: {} of forces for {}: give one row for each state, or one for all",
                                              options.forces, counted(static_cast<int>(table.forces.size()), "row"),
                                              counted(static_cast<int>(rows), "state")));
  }
  for (std::size_t row = 0; !table.time.empty() && !motion.time().empty() && row < rows; ++row) {
    if (table.time[row] == motion.time()[row]) continue;
    throw Error(ErrorKind::input, fmt::format("{}:{}: error: column 't': the time is {:.9g}, the state's is {:.9g}",
                                              options.forces, table.lines[row], table.time[row], motion.time()[row]));
  }
  return std::move(table.forces);
}

// The state file with its accelerations, by the joints if the motion is given by them.
class StateWriter {
 public:
  StateWriter(const Robot& robot, bool by_joints, bool has_time, bool energies)
      : robot_(robot),
        by_joints_(by_joints || !robot.mechanism().output),
        energies_(energies),
        csv_(header(has_time)) {}

  void add(const Workspace& workspace, const double* time) {
    if (time) csv_.add(*time);
    if (by_joints_) {
      add_actuator_cells(robot_, workspace, Order::acceleration, csv_);
    } else {
      add_output_cells(workspace, Order::acceleration, csv_);
    }
    if (energies_) {
      csv_.add(kinetic_energy(robot_, workspace));
      csv_.add(potential_energy(robot_, workspace));
    }
    csv_.end_row();
  }
  const std::string& text() const { return csv_.text(); }

 private:
  std::vector<std::string> header(bool has_time) const {
    std::vector<std::string> names;
    if (has_time) names.emplace_back("t");
    if (by_joints_) {
      add_actuator_columns(robot_, Order::acceleration, names);
    } else {
      add_output_columns(Order::acceleration, names);
    }
    if (energies_) names.insert(names.end(), {"kinetic", "potential"});
    return names;
  }

  const Robot& robot_;
  bool by_joints_, energies_;
  CsvWriter csv_;
};

struct ForwardRun {
  std::vector<VectorX> accelerations;  // of the motors, by row
  std::vector<Acceleration> output;
  double difference = 0, largest = 0;  // from the accelerations of the file
  std::string csv;
  std::vector<LimitState> limits;  // the nearest at each row
  BadRows bad;
  bool beyond = false;  // a joint is beyond its limit
};

void solve(const Robot& robot, const ForwardOptions& options, const LoadCase& load, MotionTable& motion,
           ForwardRun& run) {
  const std::vector<VectorX> forces = parse_force_rows(robot, options, motion, run.bad);
  const Progress progress(counted(static_cast<int>(motion.rows()), "state"));
  StateWriter writer(robot, motion.is_joint_motion(), !motion.time().empty(), false);
  Workspace ws(robot);
  VectorX accelerations(static_cast<int>(robot.actuators().size()));
  for_each_row(options.motion, motion, run.bad, [&](std::size_t row) {
    go_to(robot, options.motion, motion, row, ws, Order::velocity);
    if (forward_dynamics(robot, forces[row], ws, accelerations, load.options) != Status::ok) {
      refuse_row(robot, options.motion, motion, row, ws);
    }
    run.limits.push_back(nearest_limit(robot, ws));
    run.accelerations.push_back(accelerations);
    run.output.push_back(ws.output_acceleration());
    writer.add(ws, motion.time().empty() ? nullptr : &motion.time()[row]);
    if (motion.order() != Order::acceleration) return;
    const VectorX given = motion.given_accelerations(row, robot);
    run.largest = std::max(run.largest, given.cwiseAbs().maxCoeff());
    run.difference = std::max(run.difference, (motion.actual_accelerations(robot, ws) - given).cwiseAbs().maxCoeff());
  });
  run.csv = writer.text();
  warn_of_bad_rows(options.motion, run.bad);
  run.beyond = warn_of_joints(robot, options.motion, motion, run.limits);
}

void print_accelerations(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                         const MotionTable& motion, const ForwardRun& run) {
  std::vector<std::string> columns{">state"};
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool length = force_unit(robot, static_cast<int>(k)) == std::string_view("N");
    columns.push_back(fmt::format(">{} ({})", names[k], unit(length, 2)));
  }
  const bool output = robot.mechanism().output.has_value();
  std::vector<Move> moves;
  if (output) moves = robot.mechanism().output->moves;
  for (Move move : moves) {
    columns.push_back(fmt::format(">{} ({})", acceleration_names[static_cast<std::size_t>(move)],
                                  unit(static_cast<int>(move) < 3, 2)));
  }
  Table table(columns);
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    std::vector<std::string> cells{row_name(arguments, motion, row)};
    for (double change : run.accelerations[row]) cells.push_back(number(change));
    for (Move move : moves) {
      const int c = static_cast<int>(move);
      cells.push_back(number(c < 3 ? run.output[row].a[c] : run.output[row].dw[c - 3]));
    }
    table.add(cells);
  }
  table.print();
}

Json states_json(const Robot& robot, const ForwardOptions& options, const MotionTable& motion, const ForwardRun& run,
                 bool compared) {
  Json json = answer("forward", robot);
  json["ok"] = !run.beyond;
  json["rows"] = motion.rows();
  if (options.motion.skip_bad) json["skipped"] = bad_rows_json(run.bad);
  json["nearest_limit"] = limit_json(robot, *std::ranges::min_element(run.limits, {}, &LimitState::margin));
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["motors"] = motor_names(robot);
  if (compared) json["difference_from_file"] = {{"largest", finite(run.difference)}, {"of", finite(run.largest)}};
  for (std::size_t row = 0; options.out.empty() && row < motion.rows(); ++row) {
    Json state = Json::object();
    if (!motion.time().empty()) state["t"] = finite(motion.time()[row]);
    state["motor_accelerations"] = array(run.accelerations[row]);
    if (robot.mechanism().output) state["acceleration"] = acceleration_json(run.output[row]);
    json["states"].push_back(std::move(state));
  }
  return json;
}

int run_states(const Robot& robot, const ForwardOptions& options, const LoadCase& load) {
  ForwardRun run;
  MotionTable motion = parse_motion(robot, options.motion, Order::velocity, run.bad);
  solve(robot, options, load, motion, run);
  const bool compared = !options.motion.states.empty() && motion.order() == Order::acceleration;
  if (!options.out.empty()) write_atomically(options.out, run.csv);
  if (options.json) {
    print_json(states_json(robot, options, motion, run, compared));
    return run.beyond ? exit_bad_result : exit_ok;
  }
  const Numbers number{options.digits};
  print_text("{}\n\n", title(robot));
  if (options.out.empty()) print_accelerations(robot, number, options.motion, motion, run);
  Facts facts;
  if (compared) {
    facts.add("accelerations of the file",
              fmt::format("differ by {:.1e} at most, the largest is {}", run.difference, number(run.largest)));
  }
  if (!options.out.empty()) {
    facts.add("written", fmt::format("{}, {}", options.out, counted(static_cast<int>(motion.rows()), "row")));
  }
  if (!run.bad.empty()) facts.add("left out", counted(static_cast<int>(run.bad.size()), "bad row"), Colour::warn);
  if (compared && options.out.empty()) print_text("\n");
  facts.print();
  return run.beyond ? exit_bad_result : exit_ok;
}

double positive_time(const std::string& option, const std::string& text) {
  const double value = quantity(option, text, Dimension{0, 0, 1, 0});
  if (!(value > 0))
    throw Error(ErrorKind::usage, fmt::format("{}: expected a positive time, found '{}'", option, text));
  return value;
}

struct Simulation {
  int steps = 0;
  double duration = 0;
  VectorX forces;
  EnergyAccount energy;
  int parts = 1;  // of the step that was cut most
  std::string csv;
  SimulatedCurves curves;
  Json states = Json::array();  // by step, for JSON without a file
  LimitState limit;             // the nearest of all steps
  double limit_time = 0;
  double beyond_since = -1;  // time at which a joint first is beyond a limit
  bool beyond() const { return beyond_since >= 0; }
  void watch(const LimitState& nearest, double time) {
    if (nearest.margin < limit.margin) limit = nearest, limit_time = time;
    if (nearest.margin < 0 && !beyond()) beyond_since = time;
  }
  double lost() const { return energy.motors - energy.change; }
};

// Why a step has no answer.
std::string refusal(const Robot& robot, const CheckedMotion& motion, const Workspace& ws, double step) {
  if (!motion.is_open()) return ws.explain();
  return fmt::format(
      "the energy does not balance: {:.3g} J {} in a step of {:.2g} s, a part of the {:.2g} s asked for: the motion "
      "jumps to another branch, comes to a singularity (type-2 distance {:.2g}), or is too fast for such steps; give a "
      "smaller --dt",
      std::abs(motion.open_energy()), motion.open_energy() > 0 ? "come from nowhere" : "disappear",
      step / (1 << CheckedMotion::deepest), step, singularity_distance(robot, ws).type2);
}

Json state_json(const Robot& robot, const Workspace& ws, double time) {
  Json json{{"t", finite(time)}, {"joints", joints_json(robot, ws, Order::acceleration, false)}};
  if (!robot.mechanism().output) return json;
  json["pose"] = pose_json(ws.output_pose());
  json["twist"] = twist_json(ws.output_twist());
  json["acceleration"] = acceleration_json(ws.output_acceleration());
  return json;
}

// Constant forces through time, in steps of the classical Runge-Kutta method on the driving actuators.
void simulate(const Robot& robot, const ForwardOptions& options, const LoadCase& load, const MotionTable& start,
              Workspace& ws, Simulation& simulation) {
  CheckedMotion motion(robot, simulation.forces, load.options);
  StateWriter writer(robot, start.is_joint_motion(), true, options.energies);
  const Progress progress(counted(simulation.steps, "step"));
  const double step = simulation.duration / simulation.steps;
  double time = 0;
  Status status = motion.start(ws);
  for (int k = 1; status == Status::ok; ++k) {
    writer.add(ws, &time);
    if (!options.plot.empty()) simulation.curves.add(robot, ws, time);
    if (options.json && options.out.empty()) simulation.states.push_back(state_json(robot, ws, time));
    simulation.watch(nearest_limit(robot, ws), time);
    if (k > simulation.steps) break;
    status = motion.advance(step, ws);
    time = status == Status::ok ? simulation.duration * k / simulation.steps : time + motion.advanced();
  }
  if (status != Status::ok) {
    throw Error(ErrorKind::numerical, fmt::format("t = {:.6g} s: {}", time, refusal(robot, motion, ws, step)));
  }
  simulation.energy = motion.account();
  simulation.parts = motion.most_parts();
  simulation.csv = writer.text();
}

Json simulation_json(const Robot& robot, const ForwardOptions& options, const Workspace& ws, const Simulation& s) {
  Json json = answer("forward", robot);
  json["ok"] = !s.beyond();
  json["rows"] = s.steps + 1;
  json["nearest_limit"] = limit_json(robot, s.limit);
  json["dt"] = finite(s.duration / s.steps);
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["plot"] = options.plot.empty() ? Json(nullptr) : Json(options.plot);
  json["closure_error"] = finite(ws.closure_error(Order::acceleration));
  json["most_parts_of_a_step"] = s.parts;
  json["energy"] = {{"kinetic", finite(s.energy.kinetic)},         {"potential", finite(s.energy.potential)},
                    {"change", finite(s.energy.change)},           {"work_of_motors", finite(s.energy.motors)},
                    {"work_of_loads", finite(s.energy.loads)},     {"taken_by_friction", finite(s.energy.friction)},
                    {"error_of_the_steps", finite(s.energy.open)}, {"lost", finite(s.lost())}};
  json["joints"] = joints_json(robot, ws, Order::acceleration, false);
  if (options.out.empty()) json["states"] = s.states;
  return json;
}

// What was lost, and to whom.
std::string lost_text(const Simulation& s) {
  std::string parts;
  if (s.energy.friction != 0) parts += fmt::format("friction {:.2g} J, ", s.energy.friction);
  if (s.energy.loads != 0) parts += fmt::format("loads {:.2g} J, ", -s.energy.loads);
  return fmt::format("{:.2g} J  ({}error of the steps {:.2g} J)", s.lost(), parts, -s.energy.open);
}

void print_simulation(const Robot& robot, const ForwardOptions& options, const Workspace& ws, const Simulation& s) {
  const Numbers number{options.digits};
  print_text("{} after {} s, {} of {} s\n\n", title(robot), number(s.duration), counted(s.steps, "step"),
             number(s.duration / s.steps));
  print_joints(robot, number, ws, Order::acceleration, false);
  print_text("\n");
  Facts facts;
  if (robot.mechanism().output) facts.add("output", moves_text(robot, number, ws.output_pose()));
  facts.add("kinetic energy", fmt::format("{} J", number(s.energy.kinetic)));
  facts.add("change of energy", fmt::format("{} J, potential energy included", number(s.energy.change)));
  facts.add("work of the motors", fmt::format("{} J", number(s.energy.motors)));
  facts.add("lost", lost_text(s));
  if (s.parts > 1) facts.add("steps", fmt::format("cut into up to {} parts to keep the energy", s.parts));
  facts.add("closure error", fmt::format("{:.1e} of the size", ws.closure_error(Order::acceleration)));
  if (!options.out.empty()) facts.add("written", fmt::format("{}, {}", options.out, counted(s.steps + 1, "row")));
  if (!options.plot.empty()) facts.add("written", options.plot);
  facts.print();
}

int run_simulation(const Robot& robot, const ForwardOptions& options, const LoadCase& load) {
  if (!options.motion.states.empty()) {
    throw Error(ErrorKind::usage,
                "--simulate starts from one state: give it by --pose and --twist, or --joints and --rates");
  }
  Simulation simulation;
  simulation.duration = positive_time("--simulate", options.simulate);
  const double wanted = positive_time("--dt", options.step);
  if (wanted > 1e-3 && wanted > simulation.duration)
    throw Error(ErrorKind::usage, fmt::format("--dt: a step of {:.4g} s is longer than the {:.4g} s of --simulate",
                                              wanted, simulation.duration));
  if (!(simulation.duration / wanted <= most_steps)) throw Error(ErrorKind::usage, "--dt: more than a million steps");
  simulation.steps = std::max(1, static_cast<int>(std::ceil(simulation.duration / wanted - 1e-9)));
  BadRows none;
  const MotionTable start = parse_motion(robot, options.motion, Order::velocity, none);
  simulation.forces = parse_force_rows(robot, options, start, none).front();
  Workspace ws(robot);
  go_to(robot, options.motion, start, 0, ws, Order::velocity);
  simulate(robot, options, load, start, ws, simulation);
  write_plot_and_table(
      options.plot,
      [&] {
        const Numbers number{4};
        return simulation.curves.svg(robot,
                                     fmt::format("{} of {} s, forces {}", counted(simulation.steps, "step"),
                                                 number(simulation.duration / simulation.steps),
                                                 number.list({simulation.forces.begin(), simulation.forces.end()})));
      },
      options.out, [&] { return simulation.csv; });
  if (simulation.beyond()) {
    warn(fmt::format("t = {:.6g} s: beyond a limit, the furthest at t = {:.6g} s: {}; the model has no end stops",
                     simulation.beyond_since, simulation.limit_time, limit_text(robot, simulation.limit)));
  }
  if (options.json) {
    print_json(simulation_json(robot, options, ws, simulation));
  } else {
    print_simulation(robot, options, ws, simulation);
  }
  return simulation.beyond() ? exit_bad_result : exit_ok;
}

}  // namespace

int run_forward(const ForwardOptions& options) {
  const Robot robot = robot_of(options);
  require_motors(robot);
  warn_of_idle_spins(robot);
  const LoadCase load(robot, options.load);
  if (options.simulate.empty()) {
    if (options.energies) throw Error(ErrorKind::usage, "--energies goes with --simulate");
    if (!options.plot.empty()) throw Error(ErrorKind::usage, "--plot goes with --simulate");
    return run_states(robot, options, load);
  }
  return run_simulation(robot, options, load);
}

}  // namespace jourdain::cli
