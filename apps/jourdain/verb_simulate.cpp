// jourdain simulate.
#include "loop_arguments.hpp"
#include "loop_plots.hpp"
#include "robot_text.hpp"

#include "io/output_folder.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace jourdain::cli {
namespace {

// The log of one law, row by row.
class LoopLog {
 public:
  LoopLog(const Robot& robot, const Controller& controller) : robot_(robot), csv_(columns(robot, controller)) {}

  void add(const LoopSample& sample) {
    csv_.add(sample.time);
    for (int k = 0; k < static_cast<int>(robot_.actuators().size()); ++k) {
      csv_.add(sample.plant.actuator_position(k));
      csv_.add(sample.wanted.positions[k]);
      csv_.add(sample.positions[k]);
      csv_.add(sample.commands[k]);
      csv_.add(sample.forces[k]);
    }
    if (robot_.mechanism().output) {
      add_pose(sample.plant.output_pose());
      add_pose(sample.wanted.output.pose);
    }
    for (const double parameter : sample.controller.parameters()) csv_.add(parameter);
    csv_.end_row();
  }
  const std::string& text() const { return csv_.text(); }

 private:
  static std::vector<std::string> columns(const Robot& robot, const Controller& controller) {
    std::vector<std::string> names{"t"};
    for (const int joint : robot.actuators()) {
      const std::string name = column_name(robot.mechanism(), joint);
      for (const char* end : {"", "_wanted", "_measured", "_command", "_force"}) names.push_back(name + end);
    }
    if (robot.mechanism().output) {
      for (const char* end : {"", "_wanted"}) {
        for (const char* name : {"x", "y", "z", "qw", "qx", "qy", "qz"})
          names.push_back(fmt::format("{}{}", name, end));
      }
    }
    for (const std::string& name : controller.parameter_names()) names.push_back(name);
    return names;
  }

  void add_pose(const Placement& pose) {
    for (const double x : pose.p) csv_.add(x);
    for (const double q : quaternion_from_rotation(pose.R)) csv_.add(q);
  }

  const Robot& robot_;
  CsvWriter csv_;
};

bool learns(Law law) { return law == Law::adaptive || law == Law::adaptive_desired; }

struct LawRun {
  Law law;
  LoopReport report;
  JointGains gains;
  double frequency = 0;  // of the law's loop, rad/s
  std::string log;
  LoopCurves curves;
};

LawRun run_law(const Robot& robot, const Robot& plant, const Trajectory& motion, const LoopSetup& setup, Law law,
               bool logged) {
  LawRun run{.law = law, .report = {}, .gains = {}, .log = {}, .curves = {robot, std::string(to_string(law))}};
  Workspace start(robot);
  Follower follow(motion);
  if (follow(0, start, Order::position) != Status::ok) refuse_status(start, "the motion cannot begin");
  const std::unique_ptr<Controller> controller = make_controller(law, robot, start, setup.laws);
  run.gains = place_poles(robot, start, setup.laws, has_integral(law));
  run.frequency = loop_frequency(law, robot, start, setup.laws);
  LoopLog log(robot, *controller);
  const auto record = [&](const LoopSample& sample) {
    log.add(sample);
    run.curves.add(sample);
  };
  run.report = run_closed_loop(plant, *controller, motion, setup.loop,
                               logged ? std::function<void(const LoopSample&)>(record) : nullptr);
  run.log = log.text();
  return run;
}

double largest_error(const Robot& robot, const LoopReport& report, bool slides, bool rms) {
  double largest = 0;
  for (const MotorTracking& motor : report.motors) {
    const Joint& joint = robot.mechanism().joints[static_cast<std::size_t>(motor.joint)];
    if (is_length(joint.type, 0) != slides) continue;
    largest = std::max(largest, rms ? motor.error_rms : std::abs(motor.error.value));
  }
  return largest;
}

bool any_motor(const Robot& robot, bool slides) {
  return std::ranges::any_of(robot.actuators(), [&](int joint) {
    return is_length(robot.mechanism().joints[static_cast<std::size_t>(joint)].type, 0) == slides;
  });
}

double largest_saturated(const LoopReport& report) {
  double share = 0;
  for (const MotorTracking& motor : report.motors) share = std::max(share, motor.saturated);
  return share;
}

void print_laws(const Robot& robot, const Numbers& number, const std::vector<LawRun>& runs) {
  const bool slides = any_motor(robot, true), turns = any_motor(robot, false);
  const bool output = robot.mechanism().output.has_value();
  Table table({"law", ">loop rad/s", slides ? ">motors mm" : "", slides ? ">RMS" : "", turns ? ">motors mrad" : "",
               turns ? ">RMS" : "", output ? ">output mm" : "", output ? ">RMS" : "", output ? ">turn mrad" : "",
               ">force", ">saturated", ""});
  for (const LawRun& run : runs) {
    const LoopReport& r = run.report;
    const auto error = [&](bool length, bool rms) {
      return (length ? slides : turns) ? number(1e3 * largest_error(robot, r, length, rms)) : std::string();
    };
    double force = 0;
    for (const MotorTracking& motor : r.motors) force = std::max(force, std::abs(motor.force.value));
    table.add({std::string(to_string(run.law)), number(run.frequency), error(true, false), error(true, true),
               error(false, false), error(false, true), output ? number(1e3 * r.position_error.value) : "",
               output ? number(1e3 * r.position_rms) : "", output ? number(1e3 * r.rotation_error.value) : "",
               number(force), largest_saturated(r) > 0 ? fmt::format("{:.1f} %", 100 * largest_saturated(r)) : "",
               r.lost ? fmt::format("LOST at {} s", number(r.lost_at)) : ""});
  }
  table.print();
  for (const LawRun& run : runs) {
    if (run.report.lost)
      print_text("\n{}: lost at {} s: {}\n", to_string(run.law), number(run.report.lost_at), run.report.reason);
  }
}

Json run_json(const Robot& robot, const LawRun& run) {
  const LoopReport& r = run.report;
  Json json{{"law", to_string(run.law)},
            {"ok", !r.lost},
            {"frequency", finite(run.frequency)},
            {"proportional", array(run.gains.proportional)},
            {"derivative", array(run.gains.derivative)},
            {"integral", array(run.gains.integral)},
            {"lost", r.lost ? Json{{"t", finite(r.lost_at)}, {"reason", r.reason}} : Json(nullptr)},
            {"periods", r.periods}};
  json["output"] = {{"position_error", finite(r.position_error.value)},
                    {"position_error_at", finite(r.position_error.time)},
                    {"position_rms", finite(r.position_rms)},
                    {"rotation_error", finite(r.rotation_error.value)},
                    {"rotation_rms", finite(r.rotation_rms)}};
  for (const MotorTracking& motor : r.motors) {
    json["motors"].push_back({{"joint", robot.mechanism().joints[static_cast<std::size_t>(motor.joint)].name},
                              {"error", finite(motor.error.value)},
                              {"error_at", finite(motor.error.time)},
                              {"error_rms", finite(motor.error_rms)},
                              {"force", finite(motor.force.value)},
                              {"force_rms", finite(motor.force_rms)},
                              {"saturated", finite(motor.saturated)}});
  }
  json["plant"] = {{"steps", r.plant.steps},
                   {"rejected", r.plant.rejected},
                   {"evaluations", r.plant.evaluations},
                   {"stops", r.plant.stops},
                   {"releases", r.plant.releases},
                   {"sticking", r.sticking},
                   {"processor_time", finite(r.processor_time)},
                   {"compiled", r.compiled},
                   {"note", r.note}};
  return json;
}

// Logs, pictures and the summary.
std::vector<FileText> run_files(const SimulateOptions& options, const Robot& robot, const std::vector<LawRun>& runs,
                                const Json& summary) {
  std::vector<FileText> files;
  std::vector<LoopCurves> curves;
  const auto add = [&](const std::string& name, std::string text) { files.push_back({name, std::move(text)}); };
  const std::string subtitle =
      fmt::format("{}, {}", robot.mechanism().name, options.trajectory.empty() ? "default motion" : options.trajectory);
  for (const LawRun& run : runs) {
    add(fmt::format("{}.csv", to_string(run.law)), run.log);
    if (run.curves.time().size() < 2) continue;
    add(fmt::format("{}-forces.svg", to_string(run.law)), forces_svg(run.curves, subtitle));
    curves.push_back(run.curves);
  }
  if (!curves.empty()) add("tracking.svg", tracking_svg(curves, subtitle));
  add("summary.json", summary.dump(2) + "\n");
  return files;
}

// Refuses before the work what could not be written after it.
void check_folder(const std::string& folder, const std::vector<Law>& laws) {
  std::vector<std::string> names{"tracking.svg", "summary.json"};
  for (const Law law : laws) {
    names.push_back(fmt::format("{}.csv", to_string(law)));
    names.push_back(fmt::format("{}-forces.svg", to_string(law)));
  }
  OutputFolder(folder).check(names);
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
  const Robot robot = robot_of(options);
  require_motors(robot);
  warn_of_idle_spins(robot);
  const LoopSetup setup(robot, options);
  const std::vector<Law> laws = parse_laws(options.controllers);
  if (setup.laws.adaptation != LawOptions{}.adaptation && std::ranges::none_of(laws, learns))
    warn("--adaptation has no effect: it is for the laws adaptive and adaptive-desired");
  const Trajectory motion = simulated_motion(setup.robot, options);
  const Robot plant =
      setup.errors.any() ? Robot(with_errors(setup.robot.mechanism(), setup.errors, options.seed)) : setup.robot;
  const bool logged = !options.out.empty();
  if (logged) check_folder(options.out, laws);
  std::vector<LawRun> runs;
  {
    Progress progress("simulating");
    for (const Law law : laws) {
      progress.tell(fmt::format("simulating {}", to_string(law)));
      runs.push_back(run_law(setup.robot, plant, motion, setup, law, logged));
    }
  }
  const bool lost = std::ranges::any_of(runs, [](const LawRun& run) { return run.report.lost; });
  Json json = answer("simulate", robot);
  json["ok"] = !lost;
  json["settings"] = setup.json();
  json["duration"] = finite(setup.loop.duration > 0 ? setup.loop.duration : motion.duration());
  for (const LawRun& run : runs) json["laws"].push_back(run_json(robot, run));
  if (logged) {
    const std::vector<FileText> files = run_files(options, robot, runs, json);
    write_folder(options.out, files);
    for (const FileText& file : files)
      json["files"].push_back((std::filesystem::path(options.out) / file.path).string());
  }
  if (options.json) {
    print_json(json);
    return lost ? exit_bad_result : exit_ok;
  }
  const Numbers number{std::min(options.digits, 4)};
  print_text("{}\n\n", title(robot));
  setup.facts(number, motion).print();
  print_text("\n");
  print_laws(robot, number, runs);
  if (!runs.front().report.note.empty()) print_text("\nnote: {}\n", runs.front().report.note);
  if (logged) print_text("\nwritten: {} logs, pictures and summary.json in {}\n", runs.size(), options.out);
  return lost ? exit_bad_result : exit_ok;
}

}  // namespace jourdain::cli
