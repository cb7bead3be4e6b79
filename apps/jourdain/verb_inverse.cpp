// jourdain inverse.
#include "analyses/motion_plot.hpp"
#include "analyses/row_watch.hpp"
#include "analyses/simpler_model.hpp"
#include "force_stream.hpp"
#include "report/plot.hpp"
#include "robot_text.hpp"

#include "jourdain/study/simplify.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"
#include "study/force_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace jourdain::cli {
namespace {

constexpr Formulation formulations[] = {Formulation::virtual_power, Formulation::virtual_work, Formulation::screw,
                                        Formulation::bars, Formulation::bars_simplified};

// The first is the one to compare with.
std::vector<Formulation> chosen_formulations(const InverseOptions& options) {
  if (options.simplify == "58") return {Formulation::bars_simplified};
  if (options.formulation == "all") return {std::begin(formulations), std::end(formulations)};
  for (Formulation formulation : formulations) {
    if (word(formulation) == options.formulation) return {formulation};
  }
  throw Error(ErrorKind::usage, fmt::format("--formulation: there is no '{}'", options.formulation));
}

// The bars models are of DELTA robots only: for others they are left out of a comparison, and refused alone.
void leave_out_foreign_models(const Robot& robot, const InverseOptions& options, std::vector<Formulation>& chosen) {
  Workspace home(robot);
  VectorX forces(static_cast<int>(robot.actuators().size()));
  const auto foreign = [&](Formulation f) {
    const bool bars = f == Formulation::bars || f == Formulation::bars_simplified;
    return bars && inverse_dynamics_by(f, robot, home, forces) == Status::inconsistent;
  };
  if (options.formulation == "all") {
    std::erase_if(chosen, foreign);
  } else if (options.simplify.empty() && foreign(chosen.front())) {
    throw Error(ErrorKind::usage,
                fmt::format("--formulation {}: '{}' is no DELTA: a platform that only translates, on arms or carriages "
                            "with parallelograms",
                            options.formulation, robot.mechanism().name));
  }
}

// Generated code gives the motors' forces and nothing else.
void refuse_beside_compiled(const InverseOptions& options) {
  const auto refuse = [](const char* option) {
    throw Error(ErrorKind::usage, fmt::format("{} goes without --compiled: generated code knows forces only", option));
  };
  if (options.formulation != "virtual-power") refuse("--formulation");
  if (options.simplify == "58") refuse("--simplify 58");
  if (options.reactions) refuse("--reactions");
  if (options.conditioning) refuse("--conditioning");
}

// The forces of all rows by generated code; by the general engine, with a warning, where there is none.
ForceRun solve_compiled(const Robot& robot, const InverseOptions& options, const LoadCase& load, MotionTable& motion,
                        RowWatch& watch) {
  CompiledDynamics dynamics = compile_forces(robot, load);
  ForceRun run;
  run.formulations = {Formulation::virtual_power};
  run.forces.resize(1);
  run.by_generated_code = dynamics.is_compiled();
  const Progress progress(counted(static_cast<int>(motion.rows()), "state"));
  Workspace ws(robot);
  VectorX forces(static_cast<int>(robot.actuators().size()));
  for_each_row(options.motion, motion, run.bad, [&](std::size_t row) {
    go_to(robot, options.motion, motion, row, ws, Order::acceleration);
    if (dynamics(ws, forces) != Status::ok) refuse_row(robot, options.motion, motion, row, ws);
    run.add_state(robot, ws, ws.report());
    watch.next(ws);
    run.forces.front().push_back(forces);
  });
  run.refused_by_code = dynamics.answered_by_engine();
  return run;
}

ForceRun solve(const Robot& robot, const InverseOptions& options, const LoadCase& load, MotionTable& motion,
               RowWatch& watch) {
  ForceRun run;
  run.formulations = chosen_formulations(options);
  leave_out_foreign_models(robot, options, run.formulations);
  run.forces.resize(run.formulations.size());
  const Progress progress(counted(static_cast<int>(motion.rows()), "state"));
  Workspace ws(robot);
  std::vector<VectorX> forces(run.formulations.size(), VectorX(static_cast<int>(robot.actuators().size())));
  for_each_row(options.motion, motion, run.bad, [&](std::size_t row) {
    go_to(robot, options.motion, motion, row, ws, Order::acceleration);
    if (inverse_dynamics(robot, ws, forces.front(), load.options) != Status::ok) {
      refuse_row(robot, options.motion, motion, row, ws);
    }
    const Report report = ws.report();
    for (std::size_t f = 0; f < run.formulations.size(); ++f) {
      if (run.formulations[f] != Formulation::virtual_power &&
          inverse_dynamics_by(run.formulations[f], robot, ws, forces[f], load.options) != Status::ok) {
        refuse_row(robot, options.motion, motion, row, ws, fmt::format("{}: ", word(run.formulations[f])));
      }
    }
    Reactions reactions;
    if (options.reactions && joint_reactions(robot, ws, forces.front(), reactions, load.options) != Status::ok) {
      throw Error(ErrorKind::numerical,
                  place(options.motion, motion, row) + "the joint loads do not follow from these forces");
    }
    // The row has all its answers.
    run.add_state(robot, ws, report);
    if (row == 0) warn_of_fold(robot, ws, place(options.motion, motion, row));
    watch.next(ws);
    for (std::size_t f = 0; f < forces.size(); ++f) run.forces[f].push_back(forces[f]);
    if (!options.reactions) return;
    run.add_loads(robot, ws, reactions);
    run.reactions.push_back(std::move(reactions));
  });
  return run;
}

// What the simpler model loses on the motion that it was run on.
LossReport loss_of(const Robot& full, const Robot& simple, const InverseOptions& options, const MotionTable& motion,
                   const LoadCase& load) {
  SimplificationLoss loss(full, simple, formulation_of(options.simplify));
  Workspace ws(full);
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    go_to(full, options.motion, motion, row, ws, Order::acceleration);
    const Motion state{ws.output_pose(), ws.output_twist(), ws.output_acceleration()};
    const std::optional<double> time = motion.time().empty() ? std::nullopt : std::optional(motion.time()[row]);
    if (loss.add(state, load.options, time) != Status::ok) refuse_row(full, options.motion, motion, row, ws);
  }
  return loss.report();
}

std::string forces_csv(const Robot& robot, const InverseOptions& options, const MotionTable& motion,
                       const ForceRun& run) {
  std::vector<std::string> columns =
      force_columns(robot, !motion.time().empty(), run.formulations, options.conditioning);
  for (const Joint& joint : robot.mechanism().joints) {
    for (const char* part : {"fx", "fy", "fz", "mx", "my", "mz"}) {
      if (options.reactions) columns.push_back(fmt::format("{}:{}", joint.name, part));
    }
    for (const char* part : {"axial", "radial", "about_axis", "tilting"}) {
      if (options.reactions) columns.push_back(fmt::format("{}:{}", joint.name, part));
    }
  }
  for (std::size_t k = 0; options.reactions && k < run.rods.front().size(); ++k)
    columns.push_back(rod_name(robot, run.rods.front()[k]) + ":tension");
  CsvWriter csv(std::move(columns));
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    if (!motion.time().empty()) csv.add(motion.time()[row]);
    for (const std::vector<VectorX>& forces : run.forces) {
      for (double force : forces[row]) csv.add(force);
    }
    if (options.conditioning) csv.add(run.digits_lost[row]);
    for (std::size_t j = 0; options.reactions && j < robot.mechanism().joints.size(); ++j) {
      for (double force : run.reactions[row].joints[j].force) csv.add(force);
      for (double moment : run.reactions[row].joints[j].moment) csv.add(moment);
      const AxialLoad& load = run.axial[row][j];
      for (double part : {load.axial, load.radial, load.about_axis, load.tilting}) csv.add(part);
    }
    for (std::size_t k = 0; options.reactions && k < run.rods[row].size(); ++k) csv.add(run.rods[row][k].tension);
    csv.end_row();
  }
  return csv.text();
}

Json difference_json(const Robot& robot, const MotionTable& motion, const ForceRun& run, std::size_t f) {
  const ForceDifference d = compare_forces(run.forces.front(), run.forces[f]);
  return {{"formulation", word(run.formulations[f])},
          {"largest_over_largest_force", finite(d.relative)},
          {"by_motor", array(d.largest)},
          {"by_motor_relative", array(d.relative_by_each)},
          {"line", motion.lines()[d.row]},
          {"motor", motor_names(robot)[static_cast<std::size_t>(d.actuator)]}};
}

Json states_json(const Robot& robot, const MotionTable& motion, const ForceRun& run) {
  Json list = Json::array();
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    Json state = Json::object();
    if (!motion.time().empty()) state["t"] = finite(motion.time()[row]);
    state["digits_lost"] = finite(run.digits_lost[row]);
    for (std::size_t f = 0; f < run.formulations.size(); ++f) {
      state["forces"][word(run.formulations[f])] = array(run.forces[f][row]);
    }
    for (std::size_t j = 0; !run.reactions.empty() && j < robot.mechanism().joints.size(); ++j) {
      const JointReaction& r = run.reactions[row].joints[j];
      state["reactions"][robot.mechanism().joints[j].name] = {
          {"force", array(r.force)}, {"moment", array(r.moment)}, {"unique", r.unique}};
    }
    list.push_back(std::move(state));
  }
  return list;
}

Json loss_json(const Robot& robot, const InverseOptions& options, const LossReport& loss) {
  Json json = {{"simplification", options.simplify}, {"largest_over_largest_force", finite(loss.largest)}};
  json["motors"] = Json::array();
  for (const MotorLoss& motor : loss.motors) {
    json["motors"].push_back({{"joint", robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].name},
                              {"largest_difference", finite(motor.difference.value)},
                              {"difference_rms", finite(motor.difference_rms)},
                              {"largest_force", finite(motor.force.value)},
                              {"force_rms", finite(motor.force_rms)}});
  }
  return json;
}

void print_loss(const Robot& robot, const InverseOptions& options, const MotionTable& motion, const LossReport& loss) {
  const Numbers number{std::min(options.digits, 4)};
  heading(fmt::format("Loss of {} against the full model", options.simplify));
  Table table({"motor", ">largest difference", ">RMS", "", "at", ">full: largest force", ">RMS", ">loss of peak",
               ">loss of RMS"});
  const auto percent = [](double part, double whole) {
    return std::abs(whole) > 0 ? fmt::format("{:.1f} %", 100 * std::abs(part / whole)) : std::string();
  };
  for (std::size_t k = 0; k < loss.motors.size(); ++k) {
    const MotorLoss& m = loss.motors[k];
    const std::size_t row = static_cast<std::size_t>(std::max(m.difference.state, 0L));
    table.add({robot.mechanism().joints[static_cast<std::size_t>(m.joint)].name, number(m.difference.value),
               number(m.difference_rms), force_unit(robot, static_cast<int>(k)), row_name(options.motion, motion, row),
               number(m.force.value), number(m.force_rms), percent(m.difference.value, m.force.value),
               percent(m.difference_rms, m.force_rms)});
  }
  table.print();
  print_text("  Largest difference over largest force: {:.1f} %\n", 100 * loss.largest);
}

void print_answer_json(const Robot& robot, const InverseOptions& options, const MotionTable& motion,
                       const ForceRun& run, const std::optional<LossReport>& loss,
                       const std::optional<PathSummary>& path, bool good) {
  Json json = answer("inverse", robot);
  json["ok"] = good;
  json["rows"] = run.rows;
  if (options.motion.skip_bad) json["skipped"] = bad_rows_json(run.bad);
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["plot"] = options.plot.empty() ? Json(nullptr) : Json(options.plot);
  json["motors"] = motors_json(robot, motion, run);
  json["generated_code"] = run.by_generated_code;
  if (run.by_generated_code) json["refused_by_code"] = run.refused_by_code;
  json["path"] = path_json(path);
  json["digits_lost"] = {{"worst", finite(run.digits_lost[run.worst_row()])},
                         {"line", motion.lines()[run.worst_row()]}};
  json["formulations"] = Json::array();
  for (Formulation f : run.formulations) json["formulations"].push_back(word(f));
  json["differences"] = Json::array();
  for (std::size_t f = 1; f < run.formulations.size(); ++f) {
    json["differences"].push_back(difference_json(robot, motion, run, f));
  }
  if (loss) json["loss"] = loss_json(robot, options, *loss);
  if (!run.reactions.empty()) json["reactions"] = reactions_json(robot, run);
  if (options.out.empty()) json["states"] = states_json(robot, motion, run);
  print_json(json);
}

std::string forces_svg(const Robot& robot, const InverseOptions& options, const MotionTable& motion,
                       const ForceRun& run) {
  MotionPlot plot(robot, "forces of the motors",
                  fmt::format("{}, {}", options.motion.states, counted(static_cast<int>(motion.rows()), "state")),
                  motion.time(), motion.rows());
  plot.add(MotorQuantity::force, run.forces.front());
  return plot_svg(plot.plot());
}

void print_differences(const Robot& robot, const InverseOptions& options, const MotionTable& motion,
                       const ForceRun& run) {
  heading(fmt::format("Differences from {}", word(run.formulations.front())));
  std::vector<std::string> columns{"formulation", ">over largest force", "worst at"};
  for (int k = 0; k < static_cast<int>(robot.actuators().size()); ++k)
    columns.push_back(fmt::format(">{} ({})", motor_names(robot)[static_cast<std::size_t>(k)], force_unit(robot, k)));
  Table table(columns);
  for (std::size_t f = 1; f < run.formulations.size(); ++f) {
    const ForceDifference d = compare_forces(run.forces.front(), run.forces[f]);
    const std::string row = row_name(options.motion, motion, d.row);
    std::vector<std::string> cells{
        std::string(word(run.formulations[f])), fmt::format("{:.1e}", d.relative),
        fmt::format("{}{}{}", motor_names(robot)[static_cast<std::size_t>(d.actuator)], row.empty() ? "" : ", ", row)};
    for (double difference : d.largest) cells.push_back(fmt::format("{:.1e}", difference));
    table.add(cells);
  }
  table.print();
}

void print_answer(const Robot& robot, const InverseOptions& options, const MotionTable& motion, const ForceRun& run,
                  const std::optional<LossReport>& loss) {
  const Numbers number{options.digits};
  print_text("{}", title(robot));
  if (has_rows(options.motion)) {
    print_text("  {}: {}", source_name(options.motion), counted(static_cast<int>(run.rows), "state"));
  } else if (robot.mechanism().output) {
    print_text(" at {}", moves_text(robot, number, run.first_pose));
  }
  print_text("\n\n");
  if (options.out.empty()) print_forces(robot, number, options.motion, motion, run);
  if (has_rows(options.motion)) print_motors(robot, number, options.motion, motion, run);
  if (run.formulations.size() > 1) print_differences(robot, options, motion, run);
  if (loss) print_loss(robot, options, motion, *loss);
  if (!run.reactions.empty()) print_reactions(robot, number, options.motion, motion, run);
  print_text("\n");
  Facts facts;
  add_conditioning(options.motion, motion, run, facts);
  if (!run.bad.empty()) facts.add("left out", counted(static_cast<int>(run.bad.size()), "bad row"), Colour::warn);
  for (const std::string* file : {&options.out, &options.plot}) {
    if (!file->empty()) facts.add("written", *file);
  }
  facts.print();
}

// Warnings and the answer; the exit code.
int tell(const Robot& robot, const InverseOptions& options, const MotionTable& motion, const ForceRun& run,
         const std::optional<LossReport>& loss, const std::optional<PathSummary>& path) {
  warn_of_bad_rows(options.motion, run.bad);
  const bool clear = !path || warn_of_path(*path);
  const bool good = !warn_of_limits(robot, options.motion, motion, run) && clear;
  if (options.json) {
    print_answer_json(robot, options, motion, run, loss, path, good);
  } else {
    print_answer(robot, options, motion, run, loss);
  }
  return good ? exit_ok : exit_bad_result;
}

}  // namespace

int run_inverse(const InverseOptions& options) {
  require_states_for_plot(options.plot, options.motion);
  if (options.simplify == "58" && options.formulation != "virtual-power")
    throw Error(ErrorKind::usage, "--simplify 58 is a formulation: give it or --formulation");
  Common whole = options;
  whole.simplify.clear();
  const Robot full = robot_of(whole);
  require_motors(full);
  const Robot robot = options.simplify.empty() ? full : simpler_robot(full, options.simplify);
  warn_of_idle_spins(robot);
  const LoadCase load(robot, options.load);
  if (options.compiled) refuse_beside_compiled(options);
  if (streams_forces(options)) {
    const ForceStream stream = stream_forces(robot, options, load);
    return tell(robot, options, stream.motion, stream.run, {}, stream.path);
  }
  BadRows bad;
  MotionTable motion = parse_motion(robot, options.motion, Order::acceleration, bad);
  RowWatch watch(robot, options.motion, motion, !options.no_path_check);
  ForceRun run = options.compiled ? solve_compiled(robot, options, load, motion, watch)
                                  : solve(robot, options, load, motion, watch);
  run.bad.insert(run.bad.begin(), bad.begin(), bad.end());
  std::optional<LossReport> loss;
  if (!options.simplify.empty()) loss = loss_of(full, robot, options, motion, load);
  write_plot_and_table(
      options.plot, [&] { return forces_svg(robot, options, motion, run); }, options.out,
      [&] { return forces_csv(robot, options, motion, run); });
  return tell(robot, options, motion, run, loss, watch.summary());
}

}  // namespace jourdain::cli
