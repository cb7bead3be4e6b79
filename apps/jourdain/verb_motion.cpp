// jourdain motion.
#include "analyses/motion_plot.hpp"
#include "report/plot.hpp"
#include "robot_text.hpp"
#include "state_columns.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/motion/check_motion.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

const Joint& motor(const Robot& robot, std::size_t i) {
  return robot.mechanism().joints[static_cast<std::size_t>(robot.actuators()[i])];
}

// What the file describes: the motors, or the output.
bool writes_motors(const Robot& robot, const MotionOptions& options, const Trajectory& motion) {
  if (options.columns.empty()) return motion.space() == Space::motors;
  if (options.columns == "output") require_output(robot);
  return options.columns == "motors";
}

std::string states_csv(const MotionOptions& options, const Trajectory& motion, std::size_t& rows) {
  const Robot& robot = motion.robot();
  const bool motors = writes_motors(robot, options, motion);
  std::vector<std::string> columns{"t"};
  if (motors) {
    add_actuator_columns(robot, Order::acceleration, columns);
  } else {
    add_output_columns(Order::acceleration, columns);
  }
  CsvWriter csv(std::move(columns));
  Follower follow(motion);
  Workspace workspace(robot);
  for (double t : sample_times(motion, parse_rate(options.rate))) {
    if (follow(t, workspace) != Status::ok) {
      throw Error(ErrorKind::numerical, fmt::format("t = {:.6g} s: {}; no file was written", t, workspace.explain()));
    }
    csv.add(t);
    if (motors) {
      add_actuator_cells(robot, workspace, Order::acceleration, csv);
    } else {
      add_output_cells(workspace, Order::acceleration, csv);
    }
    csv.end_row();
    ++rows;
  }
  return csv.text();
}

// Motors and output over time; forces where they are asked for.
std::string motion_svg(const MotionOptions& options, const MotionDescription& description) {
  const Trajectory& motion = description.trajectory;
  const Robot& robot = motion.robot();
  const std::vector<double> times = sample_times(motion, parse_rate(options.rate));
  MotionPlot plot(robot, "motion", description.name, times, times.size());
  std::vector<VectorX> positions, rates, accelerations, forces;
  std::vector<Placement> poses;
  Follower follow(motion);
  Workspace workspace(robot);
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX q(motors), dq(motors), ddq(motors), tau(motors);
  for (const double t : times) {
    Status status = follow(t, workspace);
    if (status == Status::ok && options.forces) status = inverse_dynamics(robot, workspace, tau);
    if (status != Status::ok) {
      throw Error(ErrorKind::numerical, fmt::format("t = {:.6g} s: {}; no file was written", t, workspace.explain()));
    }
    for (int k = 0; k < motors; ++k) {
      q[k] = workspace.actuator_position(k);
      dq[k] = workspace.actuator_velocity(k);
      ddq[k] = workspace.actuator_acceleration(k);
    }
    positions.push_back(q), rates.push_back(dq), accelerations.push_back(ddq), forces.push_back(tau);
    if (robot.mechanism().output) poses.push_back(workspace.output_pose());
  }
  if (!poses.empty()) plot.add_output(poses);
  plot.add(MotorQuantity::position, positions);
  plot.add(MotorQuantity::rate, rates);
  plot.add(MotorQuantity::acceleration, accelerations);
  if (options.forces) plot.add(MotorQuantity::force, forces);
  return plot_svg(plot.plot());
}

Json timed_json(const TimedValue& value) { return {{"value", finite(value.value)}, {"t", finite(value.time)}}; }

Json report_json(const Robot& robot, const MotionOptions& options, const MotionDescription& description,
                 const MotionReport& report, std::size_t rows) {
  const Trajectory& motion = description.trajectory;
  Json json = answer("motion", robot);
  json["ok"] = report.ok();
  json["motion"] = description.name;
  json["space"] = to_string(motion.space());
  json["periodic"] = motion.periodic();
  json["chosen"] = description.notes;
  json["duration"] = finite(report.duration);
  json["samples"] = report.samples;
  json["rate"] = finite(report.rate);
  if (robot.mechanism().output) {
    json["length"] = finite(report.length);
    json["turn"] = finite(report.turn);
    json["speed"] = timed_json(report.speed);
    json["acceleration"] = timed_json(report.acceleration);
    json["path_acceleration"] = timed_json(report.path_acceleration);
    json["angular_speed"] = timed_json(report.angular_speed);
    json["angular_acceleration"] = timed_json(report.angular_acceleration);
  }
  json["motors"] = Json::array();
  for (std::size_t i = 0; i < report.motors.size(); ++i) {
    const MotorUse& use = report.motors[i];
    Json entry{{"joint", motor(robot, i).name},
               {"lowest", finite(use.lowest)},
               {"highest", finite(use.highest)},
               {"speed", timed_json(use.speed)},
               {"acceleration", timed_json(use.acceleration)}};
    if (options.forces) entry["force"] = timed_json(use.force);
    json["motors"].push_back(std::move(entry));
  }
  json["fastest_joint"] = report.fastest_joint < 0
                              ? Json(nullptr)
                              : Json(robot.mechanism().joints[static_cast<std::size_t>(report.fastest_joint)].name);
  json["joint_speed"] = timed_json(report.joint_speed);
  json["nearest_limit"] = limit_json(robot, report.nearest_limit);
  json["nearest_limit_t"] = finite(report.nearest_limit_time);
  json["singularity"] = {{"type1", timed_json(report.type1)},
                         {"type2", timed_json(report.type2)},
                         {"constraint", timed_json(report.constraint)}};
  json["closure_error"] = finite(report.closure_error);
  json["events"] = Json::array();
  for (const MotionEvent& event : report.events) {
    json["events"].push_back({{"kind", to_string(event.kind)},
                              {"warning", event.is_warning()},
                              {"t", finite(event.time)},
                              {"first_t", finite(event.first_time)},
                              {"position", vector_json(event.pose.p)},
                              {"message", event.message}});
  }
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  if (!options.out.empty()) json["rows"] = rows;
  json["plot"] = options.plot.empty() ? Json(nullptr) : Json(options.plot);
  return json;
}

void print_motors(const Robot& robot, const Numbers& number, const MotionReport& report, bool forces) {
  Table table({"motor", ">from", ">to", ">peak speed", "", ">of max speed", ">peak acceleration", "",
               forces ? ">peak force" : "", "", ">of max force"});
  for (std::size_t i = 0; i < report.motors.size(); ++i) {
    const Joint& joint = motor(robot, i);
    const MotorUse& use = report.motors[i];
    const bool length = is_length(joint.type, 0);
    const auto share = [](double value, double most) {
      return std::isfinite(most) ? fmt::format("{:.0f} %", 100 * value / most) : std::string();
    };
    table.add({joint.name, friendly(number, length, use.lowest), friendly(number, length, use.highest),
               number(use.speed.value), unit(length, 1), share(use.speed.value, joint.actuator->max_speed),
               number(use.acceleration.value), unit(length, 2), forces ? number(use.force.value) : "",
               forces ? (length ? "N" : "N m") : "", forces ? share(use.force.value, joint.actuator->max_force) : ""});
  }
  table.print();
}

void add_output_facts(const Numbers& number, const MotionReport& report, Facts& facts) {
  const auto at = [&](double t) { return fmt::format(" at t = {} s", number(t)); };
  facts.add("length", fmt::format("{} mm", number(1000 * report.length)));
  if (report.turn > 1e-9) facts.add("turn", fmt::format("{} deg", number(report.turn * 180 / M_PI)));
  facts.add("peak speed", fmt::format("{} m/s{}", number(report.speed.value), at(report.speed.time)));
  facts.add("peak acceleration",
            fmt::format("{} m/s^2{}", number(report.acceleration.value), at(report.acceleration.time)));
  facts.add("  along the path",
            fmt::format("{} m/s^2{}", number(report.path_acceleration.value), at(report.path_acceleration.time)));
  if (report.turn > 1e-9) {
    facts.add("peak angular speed",
              fmt::format("{} rad/s{}", number(report.angular_speed.value), at(report.angular_speed.time)));
    facts.add("peak angular acceleration", fmt::format("{} rad/s^2{}", number(report.angular_acceleration.value),
                                                       at(report.angular_acceleration.time)));
  }
}

// What the verdict does not say, because the model does not: speeds and forces that the motors can.
std::string unknown_limits(const Robot& robot, const MotionOptions& options) {
  bool speeds = true, forces = true;
  for (std::size_t i = 0; i < robot.actuators().size(); ++i) {
    const Actuator& actuator = *motor(robot, i).actuator;
    speeds = speeds && std::isfinite(actuator.max_speed);
    forces = forces && (std::isfinite(actuator.max_force) || std::isfinite(actuator.stall_force));
  }
  if (speeds && (forces || !options.forces)) return {};
  return fmt::format(", but for its motors: the model declares no {} of some", speeds ? "max_force"
                                                                               : forces || !options.forces
                                                                                   ? "max_speed"
                                                                                   : "max_speed and max_force");
}

void print_report(const Robot& robot, const MotionOptions& options, const MotionDescription& description,
                  const MotionReport& report, std::size_t rows) {
  const Numbers number{std::min(options.digits, 6)};
  const auto at = [&](double t) { return fmt::format(" at t = {} s", number(t)); };
  print_text("{}  {}\n\n", title(robot), description.name);
  Facts facts;
  facts.add("duration", fmt::format("{} s{}", number(report.duration),
                                    description.trajectory.periodic() ? ", repeated for ever" : ""));
  facts.add("looked at", fmt::format("{}{}", counted(report.samples, "state"),
                                     report.rate > 0 ? fmt::format(", up to {:.4g} per second", report.rate) : ""));
  const auto stop = std::find_if(report.events.begin(), report.events.end(),
                                 [](const MotionEvent& event) { return event.kind == MotionProblem::unreachable; });
  if (stop != report.events.end()) {
    facts.add("followed", stop->time > 0
                              ? fmt::format("until t = {} s, what is said here is about this part", number(stop->time))
                              : "not at all: its first pose is out of reach");
  }
  const bool begun = stop == report.events.end() || stop->time > 0;
  if (begun && robot.mechanism().output) add_output_facts(number, report, facts);
  if (report.fastest_joint >= 0) {
    facts.add(
        "fastest joint",
        fmt::format("{}, {} rad/s{}", robot.mechanism().joints[static_cast<std::size_t>(report.fastest_joint)].name,
                    number(report.joint_speed.value), at(report.joint_speed.time)));
  }
  if (begun) {
    facts.add("nearest limit",
              limit_text(robot, report.nearest_limit, number.digits) +
                  (report.nearest_limit.joint >= 0 ? at(report.nearest_limit_time) : ""),
              report.nearest_limit.joint >= 0 && report.nearest_limit.margin < 0 ? Colour::bad : Colour::plain);
    const Numbers few{std::min(options.digits, 3)};
    facts.add("distance to singularities",
              fmt::format("type 1 {}{}, type 2 {}{} (0: at it)", few(report.type1.value), at(report.type1.time),
                          few(report.type2.value), at(report.type2.time)));
  }
  for (const std::string& note : description.notes) facts.add("chosen", note);
  if (!options.out.empty())
    facts.add("written", fmt::format("{}, {}", options.out, counted(static_cast<int>(rows), "state")));
  if (!options.plot.empty()) facts.add(options.out.empty() ? "written" : "", options.plot);
  facts.print();
  if (begun) {
    heading("Motors");
    print_motors(robot, number, report, options.forces);
  }
  print_text("\n");
  for (const MotionEvent& event : report.events) {
    print_text("{} {}\n",
               paint(Stream::out, event.is_warning() ? Colour::warn : Colour::bad, event.is_warning() ? "!" : "x"),
               describe(robot, event));
  }
  print_text("{}\n", report.ok() ? paint(Stream::out, Colour::good,
                                         "the robot can do this motion" + unknown_limits(robot, options))
                                 : paint(Stream::out, Colour::bad, "the robot cannot do this motion"));
}

}  // namespace

int run_motion(const MotionOptions& options) {
  const Robot robot = robot_of(options);
  if (options.forces) require_motors(robot);
  if (options.out.empty() && options.plot.empty() && !options.rate.empty()) {
    throw Error(ErrorKind::usage, "--rate goes with --out or --plot");
  }
  if (options.out.empty() && !options.columns.empty()) throw Error(ErrorKind::usage, "--columns goes with --out");
  const MotionDescription description = read_described(robot, options.motion);
  if (const double rate = parse_rate(options.rate); rate > 0) {
    const std::string misses = coarse_rate(description.trajectory, rate);
    if (!misses.empty()) warn("--rate: " + misses);
  }
  MotionCheckOptions check;
  check.forces = options.forces;
  const MotionReport report = [&] {
    const Progress progress("checking the motion");
    return check_motion(description.trajectory, check);
  }();
  std::size_t rows = 0;
  if (!options.out.empty() || !options.plot.empty()) {
    try {
      write_plot_and_table(
          options.plot, [&] { return motion_svg(options, description); }, options.out,
          [&] { return states_csv(options, description.trajectory, rows); });
    } catch (const Error& error) {
      // What the check found says more than the first state without an answer.
      if (error.kind() != ErrorKind::numerical) throw;
      for (const MotionEvent& event : report.events) warn(describe(robot, event));
      throw;
    }
  }
  if (options.json) {
    print_json(report_json(robot, options, description, report, rows));
  } else {
    print_report(robot, options, description, report, rows);
  }
  return report.ok() ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
