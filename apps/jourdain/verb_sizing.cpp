// jourdain sizing.
#include "motion_plot.hpp"
#include "path_text.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/study/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace jourdain::cli {
namespace {

const std::string& motor_name(const Robot& robot, const MotorSizing& motor) {
  return robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].name;
}

bool is_geared(const Robot& robot, const MotorSizing& motor) {
  return robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].actuator->gear != 1;
}

// What the motion asks of the motors, and what came with it.
struct SizingRun {
  SizingReport report;
  std::vector<LimitState> limits;              // the nearest at each row
  std::vector<VectorX> forces, rates, powers;  // of the motors, by row
  BadRows bad;
  bool beyond = false;  // a joint is beyond its limit
  bool clear = true;    // no singularity between rows
  double rate = 0;      // states per second where a motion is fastest
};

bool report_is_good(const SizingRun& run) { return !(run.report.largest_share > 1) && !run.beyond && run.clear; }

bool has_rotors(const Robot& robot) {
  return std::ranges::any_of(robot.actuators(), [&](int joint) {
    return robot.mechanism().joints[static_cast<std::size_t>(joint)].actuator->rotor_inertia > 0;
  });
}

SizingReport solve(const Robot& robot, const SizingOptions& options, const LoadCase& load, MotionTable& motion,
                   SizingRun& run, RowWatch& watch) {
  const Progress progress(counted(static_cast<int>(motion.rows()), "state"));
  Workspace ws(robot);
  Sizing sizing(robot);
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX forces(motors);
  MatrixX M(motors, motors);
  // Motors that share a load have no inertia of their own to compare with their rotors.
  const bool ratios = has_rotors(robot) && robot.mobility().actuation == Actuation::fully;
  for_each_row(options.motion, motion, run.bad, [&](std::size_t row) {
    const std::optional<double> time = motion.time().empty() ? std::nullopt : std::optional<double>(motion.time()[row]);
    // A state without an answer would hide what the motor needs there.
    go_to(robot, options.motion, motion, row, ws, Order::acceleration);
    const Status status = options.simplify == "58"
                              ? inverse_dynamics_by(Formulation::bars_simplified, robot, ws, forces, load.options)
                              : inverse_dynamics(robot, ws, forces, load.options);
    if (status != Status::ok || sizing.add(ws, forces, time) != Status::ok) {
      refuse_row(robot, options.motion, motion, row, ws);
    }
    if (ratios && mass_matrix(robot, ws, M) == Status::ok) sizing.add_inertia(M);
    run.limits.push_back(nearest_limit(robot, ws));
    watch.next(ws);
    if (options.plot.empty()) return;
    VectorX rates(motors);
    for (int k = 0; k < motors; ++k) rates[k] = ws.actuator_velocity(k);
    run.forces.push_back(forces);
    run.powers.emplace_back(forces.cwiseProduct(rates));
    run.rates.push_back(std::move(rates));
  });
  return sizing.report();
}

std::string sizing_svg(const Robot& robot, const SizingOptions& options, const MotionTable& motion,
                       const SizingRun& run) {
  MotionPlot plot(robot, "what the motion asks of the motors, at the joints",
                  fmt::format("{}, {}", options.motion.states, counted(static_cast<int>(motion.rows()), "state")),
                  motion.time(), motion.rows());
  plot.add(MotorQuantity::force, run.forces);
  plot.add(MotorQuantity::rate, run.rates);
  plot.add(MotorQuantity::power, run.powers);
  return plot.svg();
}

Json peak_json(const Peak& peak, const MotionTable& motion) {
  return {{"value", finite(peak.value)},
          {"line", peak.state >= 0 ? Json(motion.lines()[static_cast<std::size_t>(peak.state)]) : Json(nullptr)}};
}

Json demand_json(const MotorDemand& demand, const MotionTable& motion) {
  return {{"force", peak_json(demand.force, motion)},
          {"force_rms", finite(demand.force_rms)},
          {"speed", peak_json(demand.speed, motion)},
          {"speed_rms", finite(demand.speed_rms)}};
}

Json report_json(const Robot& robot, const SizingOptions& options, const MotionTable& motion, const SizingRun& run,
                 const RowWatch& watch) {
  const SizingReport& report = run.report;
  Json json = answer("sizing", robot);
  json["ok"] = report_is_good(run);
  json["rows"] = motion.rows();
  if (options.motion.skip_bad) json["skipped"] = bad_rows_json(run.bad);
  json["plot"] = options.plot.empty() ? Json(nullptr) : Json(options.plot);
  json["duration"] = finite(report.duration);
  json["rate"] = run.rate > 0 ? finite(run.rate) : Json(nullptr);
  json["motors"] = Json::array();
  for (const MotorSizing& motor : report.motors) {
    const bool slides = is_length(robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].type, 0);
    json["motors"].push_back({{"joint", motor_name(robot, motor)},
                              {"unit", slides ? "N" : "N m"},
                              {"speed_unit", unit(slides, 1)},
                              {"at_joint", demand_json(motor.at_joint, motion)},
                              {"at_motor", demand_json(motor.at_motor, motion)},
                              {"driving_power", peak_json(motor.driving_power, motion)},
                              {"braking_power", peak_json(motor.braking_power, motion)},
                              {"power_rms", finite(motor.power_rms)},
                              {"driving_energy", finite(motor.driving_energy)},
                              {"braking_energy", finite(motor.braking_energy)},
                              {"force_share", finite(motor.force_share)},
                              {"speed_share", finite(motor.speed_share)},
                              {"rated_share", finite(motor.rated_share)},
                              {"line_share", peak_json(motor.line_share, motion)},
                              {"inertia_ratio", finite(motor.inertia_ratio)}});
  }
  json["path"] = watch.json();
  json["largest_share"] = finite(report.largest_share);
  json["statement"] = explain(robot, report);
  json["nearest_limit"] = limit_json(robot, *std::ranges::min_element(run.limits, {}, &LimitState::margin));
  return json;
}

void print_demands(const Robot& robot, const Numbers& number, const SizingReport& report, bool at_motor) {
  Table table({"motor", ">gear", ">peak force", ">RMS", "", ">peak speed", ">RMS", ""});
  for (const MotorSizing& motor : report.motors) {
    const Joint& joint = robot.mechanism().joints[static_cast<std::size_t>(motor.joint)];
    const MotorDemand& demand = at_motor ? motor.at_motor : motor.at_joint;
    // A gear turns the motor of a slide: its shaft has a moment.
    const bool slides = is_length(joint.type, 0) && !(at_motor && is_geared(robot, motor));
    table.add({joint.name, at_motor ? number(joint.actuator->gear) : "", number(demand.force.value),
               number(demand.force_rms), slides ? "N" : "N m", number(demand.speed.value), number(demand.speed_rms),
               unit(slides, 1)});
  }
  table.print();
}

// Shares of what each motor can, the same on both sides of its gear.
void print_shares(const Robot& robot, const Numbers& number, const SizingReport& report) {
  Table table({"motor", ">of max force", ">of rated force", ">of max speed", ">of the line", ">load / rotor inertia"});
  bool any = false;
  for (const MotorSizing& motor : report.motors) {
    const Actuator& actuator = *robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].actuator;
    const auto share = [&](double limit, double value) {
      any = any || std::isfinite(limit);
      return std::isfinite(limit) ? fmt::format("{:.0f} %", 100 * value) : std::string();
    };
    any = any || motor.inertia_ratio > 0;
    table.add({motor_name(robot, motor), share(actuator.max_force, motor.force_share),
               share(actuator.rated_force, motor.rated_share), share(actuator.max_speed, motor.speed_share),
               share(actuator.no_load_speed, motor.line_share.value),
               motor.inertia_ratio > 0 ? number(motor.inertia_ratio) : std::string()});
  }
  if (!any) return;
  heading("Of what the motors can");
  table.print();
}

void print_power(const Robot& robot, const Numbers& number, const SizingReport& report) {
  Table table({"motor", ">driving peak", ">braking peak", ">RMS", "", ">energy given", ">taken", ""});
  for (const MotorSizing& motor : report.motors) {
    const bool timed = report.duration > 0;
    table.add({motor_name(robot, motor), number(motor.driving_power.value), number(motor.braking_power.value),
               number(motor.power_rms), "W", timed ? number(motor.driving_energy) : "",
               timed ? number(motor.braking_energy) : "", timed ? "J" : ""});
  }
  table.print();
}

void print_report(const Robot& robot, const SizingOptions& options, const MotionTable& motion, const SizingRun& run) {
  const SizingReport& report = run.report;
  const Numbers number{std::min(options.digits, 6)};
  print_text("{}", title(robot));
  if (has_rows(options.motion)) {
    print_text("  {}: {}", source_name(options.motion), counted(static_cast<int>(motion.rows()), "state"));
    if (report.duration > 0) print_text(" in {} s", number(report.duration));
    if (run.rate > 0) print_text(", up to {:.4g} per second", run.rate);
  }
  print_text("\n");
  heading("At the joints");
  print_demands(robot, number, report, false);
  const auto geared = [&](const MotorSizing& motor) { return is_geared(robot, motor); };
  if (std::any_of(report.motors.begin(), report.motors.end(), geared)) {
    heading("At the motors");
    print_demands(robot, number, report, true);
  }
  print_shares(robot, number, report);
  heading("Power");
  print_power(robot, number, report);
  const std::string statement = explain(robot, report);
  if (!statement.empty()) print_text("\n{}\n", statement);
  if (!run.bad.empty()) {
    print_text("\nWithout {}: what the motors need there is not known\n",
               counted(static_cast<int>(run.bad.size()), "bad row"));
  }
  if (!options.plot.empty()) print_text("\nwritten: {}\n", options.plot);
}

}  // namespace

int run_sizing(const SizingOptions& options) {
  require_states_for_plot(options.plot, options.motion);
  const Robot robot = robot_of(options, options.rotor_inertia);
  require_motors(robot);
  warn_of_idle_spins(robot);
  const LoadCase load(robot, options.load);
  SizingRun run;
  PeakSampling peaks{&load.options, 0};
  MotionTable motion = parse_motion(robot, options.motion, Order::acceleration, run.bad, &peaks);
  run.rate = peaks.rate;
  RowWatch watch(robot, options.motion, motion, !options.no_path_check);
  run.report = solve(robot, options, load, motion, run, watch);
  warn_of_bad_rows(options.motion, run.bad);
  run.beyond = warn_of_joints(robot, options.motion, motion, run.limits);
  run.clear = watch.warn();
  write_plot_and_table(options.plot, [&] { return sizing_svg(robot, options, motion, run); }, {}, {});
  if (options.json) {
    print_json(report_json(robot, options, motion, run, watch));
  } else {
    print_report(robot, options, motion, run);
  }
  return report_is_good(run) ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
