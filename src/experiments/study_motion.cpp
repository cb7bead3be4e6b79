#include "experiments/study_run.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/check_motion.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "jourdain/study/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// The motion asked for, or the first of some that the robot can do within its limits.
MotionDescription chosen_motion(const StudyRun& run) {
  if (!run.options.motion.empty()) return load_motion(run.robot, run.options.motion);
  for (const char* text : {"pick duration=0.4s pause=0.1s cycles=2", "pick cycles=2", "circle", "fourier"}) {
    try {
      MotionDescription motion = load_motion(run.robot, text);
      MotionCheckOptions options;
      options.forces = true;
      if (check_motion(motion.trajectory, options).ok()) return motion;
    } catch (const Error&) {
      // A kind that this robot does not know, such as picking with an output that only turns.
    }
  }
  return load_motion(run.robot, "fourier");
}

// All curves along a motion: values[motor or coordinate][k].
struct MotionCurves {
  std::vector<double> time;
  std::vector<std::vector<double>> output, positions, speeds, forces, powers;
};

MotionCurves follow_motion(const Trajectory& motion) {
  const Robot& robot = motion.robot();
  const std::size_t motors = robot.actuators().size();
  const std::vector<Move> moves = robot.mechanism().output ? robot.mechanism().output->moves : std::vector<Move>();
  MotionCurves curves;
  curves.output.resize(moves.size());
  curves.positions.resize(motors);
  curves.speeds.resize(motors);
  curves.forces.resize(motors);
  curves.powers.resize(motors);
  Workspace workspace(robot);
  Follower follow(motion);
  VectorX forces = VectorX::Zero(static_cast<int>(motors));
  for (double t : sample_times(motion, 0)) {
    if (follow(t, workspace) != Status::ok || inverse_dynamics(robot, workspace, forces) != Status::ok)
      throw Error(ErrorKind::numerical, fmt::format("the motion stops at t = {:.3g} s: {}", t, workspace.explain()));
    curves.time.push_back(t);
    const Placement pose = workspace.output_pose();
    const Vector3 angles = cardan_from_rotation(pose.R);
    for (std::size_t c = 0; c < moves.size(); ++c) {
      const int move = static_cast<int>(moves[c]);
      curves.output[c].push_back(move < 3 ? 1000 * pose.p[move] : angles[move - 3] * 180 / M_PI);
    }
    for (std::size_t k = 0; k < motors; ++k) {
      const int i = static_cast<int>(k);
      curves.positions[k].push_back(workspace.actuator_position(i));
      curves.speeds[k].push_back(workspace.actuator_velocity(i));
      curves.forces[k].push_back(forces[i]);
      curves.powers[k].push_back(forces[i] * workspace.actuator_velocity(i));
    }
  }
  return curves;
}

// By the motion's own course, so that no peak is missed.
SizingReport demands_of(const Trajectory& motion) {
  const DynamicsOptions usual;
  Sizing sizing(motion.robot());
  Workspace workspace(motion.robot());
  Follower follow(motion);
  VectorX forces = VectorX::Zero(static_cast<int>(motion.robot().actuators().size()));
  for (const double t : course_times_with_peaks(motion, &usual).times) {
    Status status = follow(t, workspace);
    if (status == Status::ok) status = inverse_dynamics(motion.robot(), workspace, forces, usual);
    if (status == Status::ok) {
      sizing.add(workspace, forces, t);
    } else {
      sizing.refuse(status, t);
    }
  }
  return sizing.report();
}

// Coordinates of the output from where they begin: their motion is seen, not their place.
void add_output_panels(const Robot& robot, const MotionCurves& curves, Plot& plot) {
  if (!robot.mechanism().output) return;
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  for (const bool lengths : {true, false}) {
    PlotPanel panel;
    panel.up = {lengths ? "output, from its start" : "turn, from its start", lengths ? "mm" : "deg", {}, {}};
    for (std::size_t c = 0; c < moves.size(); ++c) {
      if ((static_cast<int>(moves[c]) < 3) != lengths) continue;
      PlotSeries series;
      series.name = std::string(to_string(moves[c]));
      double largest = 0;
      for (double value : curves.output[c]) {
        series.y.push_back(value - curves.output[c].front());
        largest = std::max(largest, std::abs(series.y.back()));
      }
      // What only trembles in its last digits does not move.
      if (largest > 1e-6) panel.series.push_back(std::move(series));
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
}

PageTable motor_demands(const Robot& robot, const SizingReport& sizing) {
  PageTable table;
  table.title = "What the motors do";
  table.columns = {{"motor", ""},
                   {"peak " + motor_effort(robot), motor_units(robot, "N", "N m")},
                   {"RMS over the motion", motor_units(robot, "N", "N m")},
                   {"peak speed", motor_units(robot, "m/s", "rad/s")},
                   {"peak power", "W"},
                   {"braking power", "W"},
                   {"share of limits", "%"}};
  for (std::size_t k = 0; k < sizing.motors.size(); ++k) {
    const MotorSizing& motor = sizing.motors[k];
    const double share = std::max({motor.force_share, motor.speed_share, motor.rated_share, motor.line_share.value});
    PageCell used = share > 0 ? PageCell(100 * share, 3, share > 1 ? Tone::bad : Tone::plain) : PageCell("no limits");
    table.rows.push_back({motor_joint(robot, k).name, motor.at_joint.force.value, motor.at_joint.force_rms,
                          std::abs(motor.at_joint.speed.value), motor.driving_power.value, motor.braking_power.value,
                          used});
  }
  table.note =
      "At the joint. Limits are those of force, speed, continuous force and force-speed line that the model declares.";
  return table;
}

}  // namespace

StepResult study_motion(StudyRun& run, PageSection& section) {
  const Robot& robot = run.robot;
  if (robot.actuators().empty()) throw LeftOut{"the robot has no motors"};
  const MotionDescription motion = chosen_motion(run);
  run.motion = motion.trajectory;
  run.motion_name = motion.name;
  MotionCheckOptions options;
  options.forces = true;
  const MotionReport report = check_motion(motion.trajectory, options);
  const MotionCurves curves = follow_motion(motion.trajectory);
  const SizingReport demands = demands_of(motion.trajectory);

  section.elements.emplace_back(PageText{fmt::format("`{}`, {:.3g} s.", motion.name, report.duration), Tone::plain});
  for (const MotionEvent& event : report.events)
    section.elements.emplace_back(PageText{describe(robot, event), event.is_warning() ? Tone::caution : Tone::bad});
  PageFigures figures;
  if (robot.mechanism().output) {
    // Of outputs that only turn the turning counts.
    const std::vector<Move>& moves = robot.mechanism().output->moves;
    const bool turns = std::none_of(moves.begin(), moves.end(), [](Move move) { return static_cast<int>(move) < 3; });
    const char* unit = turns ? "rad" : "m";
    const double speed = (turns ? report.angular_speed : report.speed).value;
    const double acceleration = (turns ? report.angular_acceleration : report.acceleration).value;
    figures.figures.push_back({"largest speed", fmt::format("{:.3g} {}/s", speed, unit), "of the output", Tone::plain});
    figures.figures.push_back(
        {"largest acceleration", fmt::format("{:.3g} {}/s²", acceleration, unit), "of the output", Tone::plain});
  }
  figures.figures.push_back({"nearest singularity", fmt::format("{:.2g}", report.nearest_singularity()),
                             "smallest distance on the way", Tone::plain});
  if (demands.largest_share > 0)
    figures.figures.push_back({"motors use", fmt::format("{:.0f} %", 100 * demands.largest_share),
                               "of their limits, at most", demands.largest_share > 1 ? Tone::bad : Tone::good});
  section.elements.emplace_back(std::move(figures));
  Plot plot;
  plot.title = "Along the motion";
  plot.subtitle =
      "Drag across a plot to zoom, double-click to see all. The slider above and the cursor here move together.";
  plot.x = curves.time;
  add_motor_panels(robot, {"motor force", "motor torque", "N", "N m"}, curves.forces, plot);
  add_output_panels(robot, curves, plot);
  add_motor_panels(robot, {"motor position", "motor angle", "mm", "deg", 1000, 180 / M_PI}, curves.positions, plot);
  add_motor_panels(robot, {"motor speed", "motor speed", "m/s", "rad/s"}, curves.speeds, plot);
  add_motor_panels(robot, {"motor power", "motor power", "W", "W"}, curves.powers, plot);
  section.elements.emplace_back(PagePlot{std::move(plot), "motion"});
  section.elements.emplace_back(motor_demands(robot, demands));
  const bool good = report.ok() && !(demands.largest_share > 1);
  if (!good)
    return {Tone::bad,
            fmt::format("The motion '{}' is too much for the robot: {}", motion.name,
                        report.events.empty() ? explain(robot, demands) : describe(robot, report.events.front())),
            {}};
  const std::string share = demands.largest_share > 0
                                ? fmt::format(", using at most {:.0f} % of its motors", 100 * demands.largest_share)
                                : "; the model declares no limits of its motors";
  StepResult result{
      Tone::good, fmt::format("The robot can do '{}' in {:.3g} s{}.", motion.name, report.duration, share), {}};
  // What the path warns of, and motors with nothing to spare.
  constexpr double all_but_full = 0.95;
  for (const MotionEvent& event : report.events) result.reasons.push_back(describe(robot, event));
  if (demands.largest_share > all_but_full)
    result.reasons.emplace_back("a motor has nothing to spare: a slower motion or a stronger motor");
  if (!result.reasons.empty()) result.tone = Tone::caution;
  return result;
}

}  // namespace jourdain
