// [Abdellatif05] figure 5: forces of the motors; and what ball-and-socket joints would make of them.
#include "analyses/papers/palida_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Forces of a robot's motors along a motion, motor by motor.
using ForceColumns = std::vector<std::vector<double>>;

ForceColumns computed_forces(const Robot& robot, const Motion& motion, const std::vector<double>& times,
                             bool friction) {
  const Motion same = motion.on(robot);
  Follower follow(same);
  Workspace ws(robot);
  DynamicsOptions options;
  options.friction = friction;
  const std::size_t motors = robot.motor_joints().size();
  VectorX forces(static_cast<int>(motors));
  ForceColumns result(motors);
  for (const double t : times) {
    const bool ok = follow(t, ws) == Status::ok && inverse_dynamics(robot, ws, forces, options) == Status::ok;
    for (std::size_t k = 0; k < motors; ++k) result[k].push_back(ok ? forces[static_cast<int>(k)] : NAN);
  }
  return result;
}

// RMS of the difference over the RMS of the first, for some motors.
double relative_difference(const ForceColumns& measured, const ForceColumns& computed, std::size_t from,
                           std::size_t to) {
  double difference = 0, size = 0;
  for (std::size_t k = from; k < to; ++k) {
    for (std::size_t i = 0; i < measured[k].size(); ++i) {
      difference += std::pow(measured[k][i] - computed[k][i], 2);
      size += std::pow(measured[k][i], 2);
    }
  }
  return std::sqrt(difference / size);
}

Robot with_friction_of_drives(const Robot& robot) {
  Mechanism m = robot.mechanism();
  for (Joint& joint : m.joints) {
    if (joint.motor) continue;
    for (JointAxis& axis : joint.axes) axis.friction = {};
  }
  return Robot(std::move(m));
}

// Each cardan joint becomes a ball and socket: the ring stays with the base, and its inertia drops out.
Robot with_balls_at_the_base(const Robot& robot, double coulomb) {
  const Workspace home(robot);
  Mechanism m = robot.mechanism();
  for (const Leg& leg : m.legs) {
    Joint& alpha = m.joints[leg.joints[0]];
    Joint& beta = m.joints[leg.joints[1]];
    // The ring where it is at home.
    const Placement ring = home.body_pose(alpha.body_b);
    alpha.in_a = ring;
    alpha.in_b = {};
    alpha.type = JointType::fixed;
    alpha.axes.clear();
    beta.type = JointType::spherical;
    JointAxis axis;
    axis.friction.coulomb = coulomb;
    beta.axes.assign(3, JointAxis{});
    beta.axes[0] = axis;
    // The ball's zero is the home pose of the stator.
    const Matrix3 stator = ring.R.transpose() * home.body_pose(beta.body_b).R;
    beta.in_a.R = Matrix3::Identity();
    beta.in_b.R = stator.transpose();
  }
  m.relations.clear();
  std::erase_if(m.assembly.joints, [&](const AssemblyHint::JointValue& value) { return !m.joints[value.joint].motor; });
  return Robot(std::move(m));
}

}  // namespace

SimulatedLoop palida_trial() {
  SimulatedLoop trial = loop_trial(catalogue_robot_named("palida"), 1e-3, 1e-6, 5e-4);
  trial.plant = Robot(with_errors(trial.believed.mechanism(), {.inertia = 0.05, .friction = 0.1}, 1));
  return trial;
}

PalidaCircle palida_circle(const Robot& robot, double speed) {
  const double ramp = std::min(0.25 * M_PI * 0.12, 0.5 * speed * speed / 10 * M_PI / 2);
  const std::string text = fmt::format("circle radius=120mm speed={}m/s tilt=30deg ramp={}s", speed, 2 * ramp / speed);
  return {load_motion(robot, text).motion, 2 * ramp / speed};
}

PaperResult abdellatif05_fig5(const ReproduceOptions&) {
  PaperResult result = new_result("abdellatif05-fig5");
  result.setting = palida_setting;
  const SimulatedLoop trial = palida_trial();
  const PalidaCircle circle = palida_circle(trial.believed, 1);
  const SimulatedRun course = simulate(trial, Law::force_all, circle.motion);
  const ForceColumns rigid = computed_forces(trial.believed, circle.motion, course.record.time, false);
  const ForceColumns drives =
      computed_forces(with_friction_of_drives(trial.believed), circle.motion, course.record.time, true);
  const ForceColumns all = computed_forces(trial.believed, circle.motion, course.record.time, true);
  ResultTable table{"deviation",
                    "RMS deviation of the computed from the simulated measured forces, % of the measured RMS",
                    {"motor", "rigid bodies", "friction of the drives too", "friction of all joints"},
                    {}};
  for (std::size_t k = 0; k < 6; ++k) {
    table.rows.push_back({static_cast<double>(k + 1), 100 * relative_difference(course.record.forces, rigid, k, k + 1),
                          100 * relative_difference(course.record.forces, drives, k, k + 1),
                          100 * relative_difference(course.record.forces, all, k, k + 1)});
  }
  result.tables.push_back(std::move(table));
  Plot plot;
  plot.title = "measured and calculated forces, [Abdellatif05] figure 5";
  for (std::size_t k = 0; k < 4; ++k) {
    PlotPanel panel;
    panel.up = {fmt::format("motor {}", k + 1), "N", {}, {}};
    panel.series = {plotted("measured (simulated)", course.record.time, course.record.forces[k]),
                    plotted("rigid bodies", course.record.time, rigid[k], PlotStyle::dashed),
                    plotted("with friction", course.record.time, all[k], PlotStyle::dashed)};
    plot.panels.push_back(std::move(panel));
  }
  result.plots.push_back({"forces", std::move(plot)});
  const double by_rigid = relative_difference(course.record.forces, rigid, 0, 6),
               by_drives = relative_difference(course.record.forces, drives, 0, 6),
               by_all = relative_difference(course.record.forces, all, 0, 6);
  result.claims.push_back(
      {"neglecting friction yields an important deviation of the predicted forces",
       fmt::format("{:.3g} % with rigid bodies alone, {:.3g} % with the drives' friction, {:.3g} % with all",
                   100 * by_rigid, 100 * by_drives, 100 * by_all),
       by_rigid > 2 * by_all && by_drives > by_all, ""});
  result.remarks = {
      "Measured are the forces of the simulated drives while they follow the circle with computed forces; the plant "
      "differs from the model as the setting says.",
      "No values of the paper's machine are published: the ratio is what compares."};
  return result;
}

PaperResult abdellatif05_joints(const ReproduceOptions&) {
  PaperResult result = new_result("abdellatif05-joints");
  result.setting =
      "palida; the same circle at 1 m/s; instead of its cardan joints a ball and socket at the base: no ring, no axes, "
      "and a leg that does not spin";
  const Robot robot = loop_trial(catalogue_robot_named("palida"), 1e-3, 1e-6, 5e-4).believed;
  const PalidaCircle circle = palida_circle(robot, 1);
  std::vector<double> times;
  for (int k = 0; k <= 300; ++k) times.push_back(circle.motion.duration() * k / 300);
  // Dry friction of one joint instead of two: the mean of both axes.
  const Robot balls = with_balls_at_the_base(robot, 0.35);
  ResultTable table{
      "joints", "forces of the simplified model against those of the real axes", {"forces", "RMS deviation %"}, {}};
  const double rigid = relative_difference(computed_forces(robot, circle.motion, times, false),
                                           computed_forces(balls, circle.motion, times, false), 0, 6);
  const ForceColumns real = computed_forces(robot, circle.motion, times, true);
  const double friction = relative_difference(real, computed_forces(balls, circle.motion, times, true), 0, 6);
  const double none =
      relative_difference(real, computed_forces(with_friction_of_drives(balls), circle.motion, times, true), 0, 6);
  table.rows = {{"rigid bodies", 100 * rigid},
                {"with dry friction of the ball, 0.35 N m", 100 * friction},
                {"without friction in passive joints", 100 * none}};
  result.tables.push_back(std::move(table));
  ResultTable loop{"loop",
                   "tracking with computed forces of either model on the real axes",
                   {"model of the law", "largest motor error mm", "platform RMS mm"},
                   {}};
  SimulatedLoop trial(robot);
  trial.loop.timing.period = 5e-4, trial.loop.timing.lag = 1e-3;
  trial.loop.plant.integrator = Integrator::bogacki_shampine;
  trial.loop.plant.tolerance = 1e-7;

  double errors[2];
  for (const bool ball : {false, true}) {
    trial.believed = ball ? balls : robot;
    const SimulatedRun course = simulate(trial, Law::force_all, circle.motion);
    errors[ball] = course.report.position_rms;
    loop.rows.push_back(
        {ball ? "ball and socket" : "cardan axes", 1e3 * course.largest_error(), 1e3 * course.report.position_rms});
  }
  result.tables.push_back(std::move(loop));
  result.claims.push_back(
      {"real axes of the universal joints can be taken into account; the usual ball-and-socket simplification is not "
       "necessary",
       fmt::format("it costs {:.2g} % of the forces with rigid bodies and {:.2g} % with friction, and makes the "
                   "tracking error {:.2g} times as large",
                   100 * rigid, 100 * friction, errors[1] / errors[0]),
       friction > rigid && errors[1] > errors[0], ""});
  result.remarks = {
      "The rigid bodies hardly notice: rings are light and the legs' spin is slow. Friction does: it acts about the "
      "two axes, not about the leg's own turn.",
      "Our rings and friction are our own choice; the paper gives no numbers."};
  return result;
}

}  // namespace jourdain
