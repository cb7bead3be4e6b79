#include "analyses/study/study_run.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/design/check_motion.hpp"
#include "jourdain/design/sizing.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/spatial/spatial.hpp"

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
      if (check_motion(motion.motion, options).ok()) return motion;
    } catch (const Error&) {
      // A kind that this robot does not know, such as picking with an output that only turns.
    }
  }
  return load_motion(run.robot, "fourier");
}

// All curves along a motion, values[motor or coordinate][k], and what it asks of the motors.
struct FollowedMotion {
  std::vector<double> time;
  std::vector<std::vector<double>> output, positions, speeds, forces, powers;
  SizingReport demands;
};

// By the motion's own course, so that no peak is missed.
FollowedMotion follow_motion(const Motion& motion) {
  const Robot& robot = motion.robot();
  const std::size_t motors = robot.motor_joints().size();
  const std::vector<Move> moves = robot.mechanism().output ? robot.mechanism().output->moves : std::vector<Move>();
  FollowedMotion found;
  found.output.resize(moves.size());
  for (auto* curves : {&found.positions, &found.speeds, &found.forces, &found.powers}) curves->resize(motors);
  const DynamicsOptions usual;
  Sizing sizing(robot);
  Workspace workspace(robot);
  Follower follow(motion);
  VectorX forces = VectorX::Zero(static_cast<int>(motors));
  for (const double t : course_times_with_peaks(motion, &usual).times) {
    if (follow(t, workspace) != Status::ok || inverse_dynamics(robot, workspace, forces, usual) != Status::ok)
      throw Error(ErrorKind::numerical, fmt::format("the motion stops at t = {:.3g} s: {}", t, workspace.explain()));
    sizing.add(workspace, forces, t);
    found.time.push_back(t);
    const Placement pose = workspace.output_pose();
    const Vector3 angles = cardan_from_rotation(pose.R);
    for (std::size_t c = 0; c < moves.size(); ++c) {
      const int move = static_cast<int>(moves[c]);
      found.output[c].push_back(move < 3 ? 1000 * pose.p[move] : angles[move - 3] * 180 / M_PI);
    }
    for (std::size_t k = 0; k < motors; ++k) {
      const int i = static_cast<int>(k);
      found.positions[k].push_back(workspace.motor_position(i));
      found.speeds[k].push_back(workspace.motor_velocity(i));
      found.forces[k].push_back(forces[i]);
      found.powers[k].push_back(forces[i] * workspace.motor_velocity(i));
    }
  }
  found.demands = sizing.report();
  return found;
}

// Panels of all motors over the plot's axis, one for those that slide and one for those that turn; values[motor][k].
struct MotorPanels {
  std::string slide_label, turn_label;
  Measure sliding, turning;
};

void add_motor_panels(const Robot& robot, const MotorPanels& how, const std::vector<std::vector<double>>& values,
                      Plot& plot) {
  for (const bool slides : {true, false}) {
    const MeasureWords& words = words_of(slides ? how.sliding : how.turning);
    PlotPanel panel;
    panel.up = {slides ? how.slide_label : how.turn_label, std::string(words.shown), {}, {}};
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (motor_slides(robot, k) != slides) continue;
      PlotSeries series;
      series.name = motor_joint(robot, k).name;
      series.y = values[k];
      for (double& y : series.y) y *= words.scale;
      panel.series.push_back(std::move(series));
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
}

// Coordinates of the output from where they begin: their motion is seen, not their place.
void add_output_panels(const Robot& robot, const FollowedMotion& curves, Plot& plot) {
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

Table motor_demands(const Robot& robot, const SizingReport& sizing) {
  const auto place = [&](const MotorSizing& m) { return static_cast<std::size_t>(&m - sizing.motors.data()); };
  const auto force = [&](const MotorSizing& m, double value) {
    return measured(value, force_measure(motor_slides(robot, place(m))));
  };
  Table table = table_of<MotorSizing>(
      "motors", "What the motors do", sizing.motors,
      {{"motor", "motor", [&](const auto& m) { return Cell(motor_joint(robot, place(m)).name); }},
       {"peak_force", "peak force or torque", [&](const auto& m) { return force(m, m.at_joint.force.value); }},
       {"force_rms", "RMS over the motion", [&](const auto& m) { return force(m, m.at_joint.force_rms); }},
       {"peak_speed", "peak speed",
        [&](const auto& m) {
          return measured(std::abs(m.at_joint.speed.value), motion_measure(motor_slides(robot, place(m)), 1));
        }},
       {"peak_power", "peak power", [](const auto& m) { return measured(m.driving_power.value, Measure::power); }},
       {"braking_power", "braking power",
        [](const auto& m) { return measured(m.braking_power.value, Measure::power); }},
       {"share", "share of limits", [](const auto& m) {
          const double share = std::max({m.force_share, m.speed_share, m.rated_share, m.line_share.value});
          return share > 0 ? Cell(Number{share, Measure::share}, share > 1 ? Tone::bad : Tone::plain) : Cell();
        }}});
  table.note =
      "At the joint. Limits are those of force, speed, continuous force and force-speed line that the model declares.";
  return table;
}

Facts motion_facts(const Robot& robot, const MotionReport& report, const SizingReport& demands) {
  Facts facts{"motion", "", {{"duration", "duration", Number{report.duration, Measure::time}}}};
  if (robot.mechanism().output) {
    // Of outputs that only turn the turning counts.
    const std::vector<Move>& moves = robot.mechanism().output->moves;
    const bool turns = std::none_of(moves.begin(), moves.end(), [](Move move) { return static_cast<int>(move) < 3; });
    const double speed = (turns ? report.angular_speed : report.speed).value;
    const double acceleration = (turns ? report.angular_acceleration : report.acceleration).value;
    facts.facts.push_back({"speed", "largest speed", Number{speed, motion_measure(!turns, 1)}, "of the output"});
    facts.facts.push_back(
        {"acceleration", "largest acceleration", Number{acceleration, motion_measure(!turns, 2)}, "of the output"});
  }
  facts.facts.push_back({"nearest_singularity", "nearest singularity", Number{report.nearest_singularity()},
                         "smallest distance on the way"});
  if (demands.largest_share > 0)
    facts.facts.push_back(
        {"largest_share",
         "motors use",
         {Number{demands.largest_share, Measure::share}, demands.largest_share > 1 ? Tone::bad : Tone::good},
         "of their limits, at most"});
  return facts;
}

}  // namespace

StepResult study_motion(StudyRun& run, Answer& section) {
  const Robot& robot = run.robot;
  if (robot.motor_joints().empty()) throw LeftOut{"the robot has no motors"};
  const MotionDescription motion = chosen_motion(run);
  run.motion = motion.motion;
  run.motion_name = motion.name;
  MotionCheckOptions options;
  options.forces = true;
  const MotionReport report = check_motion(motion.motion, options);
  const FollowedMotion curves = follow_motion(motion.motion);
  const SizingReport& demands = curves.demands;
  add_text(section, "what", fmt::format("`{}`, {:.3g} s.", motion.name, report.duration));
  for (std::size_t k = 0; k < report.events.size(); ++k)
    section.add(Text{fmt::format("event_{}", k + 1), describe(robot, report.events[k]),
                     report.events[k].is_warning() ? Tone::caution : Tone::bad});
  section.add(motion_facts(robot, report, demands));
  Plot plot;
  plot.title = "Along the motion";
  plot.subtitle =
      "Drag across a plot to zoom, double-click to see all. The slider above and the cursor here move together.";
  plot.x = curves.time;
  add_motor_panels(robot, {"motor force", "motor torque", Measure::force, Measure::torque}, curves.forces, plot);
  add_output_panels(robot, curves, plot);
  add_motor_panels(robot, {"motor position", "motor angle", Measure::length, Measure::angle}, curves.positions, plot);
  add_motor_panels(robot, {"motor speed", "motor speed", Measure::speed, Measure::turn_rate}, curves.speeds, plot);
  add_motor_panels(robot, {"motor power", "motor power", Measure::power, Measure::power}, curves.powers, plot);
  section.add(Picture{"along", "", std::move(plot), "motion"});
  section.add(motor_demands(robot, demands));
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
