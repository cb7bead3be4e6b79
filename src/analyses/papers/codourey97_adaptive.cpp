// [Codourey97] 3.3: adaptive control on the linear form.
#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

struct AdaptiveRobot {
  const char* name;
  Law law;
  double speed;  // of its circle, sizes per second, within what its drives can do
};

// What the controller has wrong: masses and friction by these factors; drives give this share of the force they are
// told, the odd and the even ones.
struct WrongCase {
  const char* name;
  double rigid, friction, odd_gain, even_gain;
};

constexpr double too_little = 1 / 1.5, too_much = 1.5;
constexpr WrongCase wrong_cases[] = {{"rigid bodies", 0.5, 1, 1, 1},
                                     {"friction", 1, 0.5, 1, 1},
                                     {"drive gain", 1, 1, too_little, too_little},
                                     {"drive gains by turns", 1, 1, too_little, too_much},
                                     {"all", 0.5, 0.5, too_little, too_little},
                                     {"all, gains by turns", 0.5, 0.5, too_little, too_much}};

// Slower learning comes closer, which takes more cycles.
constexpr const char* noise_of_learning =
    "probably, a law that goes on learning also follows the noise of the encoders, whose steps are larger than these "
    "errors";

constexpr int window = 5;  // cycles that are judged together: dry friction makes every cycle another

// The DELTA of (45) with friction at its motors, so that there is some to be learned; the others as they are.
Robot adaptive_robot(const std::string& name) {
  const Robot robot = catalogue_robot_named(name);
  if (name != "delta-lumped") return robot;
  Mechanism m = robot.mechanism();
  for (const int joint : robot.motor_joints()) {
    Friction& friction = m.joints[joint].axes[0].friction;
    friction.coulomb = 0.05;
    friction.viscous = 0.005;
  }
  return Robot(std::move(m));
}

std::string circle_for(const Robot& robot, double speed) {
  return fmt::format("circle radius={}m speed={}m/s tilt=30deg", 0.1 * robot.size(), speed * robot.size());
}

Robot with_gains(const Robot& robot, double odd, double even) {
  Mechanism m = robot.mechanism();
  bool is_odd = true;
  for (const int joint : robot.motor_joints()) {
    m.joints[joint].motor->drive.gain *= is_odd ? odd : even;
    is_odd = !is_odd;
  }
  return Robot(std::move(m));
}

// RMS of the output's error in every cycle.
struct CycleErrors {
  std::vector<double> rms;
  bool lost = false;
  double least_parameter = 0;  // least of masses, gains and friction over the run, over what was told

  // RMS of some successive cycles.
  double mean(std::size_t first, std::size_t count) const {
    double sum = 0;
    for (std::size_t k = first; k < first + count; ++k) sum += rms[k] * rms[k];
    return std::sqrt(sum / static_cast<double>(count));
  }
  double last() const { return mean(rms.size() - window, window); }

  // First cycle, counted from 1, from which on all windows are below a bound; -1: none.
  int within(double bound) const {
    int first = static_cast<int>(rms.size()) - window + 1;
    while (first > 0 && mean(static_cast<std::size_t>(first - 1), window) <= bound) --first;
    return first <= static_cast<int>(rms.size()) - window && !lost ? first + 1 : -1;
  }
};

CycleErrors run_cycles(const SimulatedLoop& trial, Law law, const Motion& one, int cycles) {
  const Motion all = repeated(one.on(trial.believed), cycles);
  const SimulatedRun run = simulate(trial, law, all);
  const LoopRecord& record = run.record;
  CycleErrors result;
  result.lost = run.report.lost;
  std::vector<double> sum(static_cast<std::size_t>(cycles)), count(sum);
  for (std::size_t row = 0; row < record.time.size(); ++row) {
    const auto k = std::min(static_cast<std::size_t>(record.time[row] / one.duration()), sum.size() - 1);
    sum[k] += (record.output[row].p - record.wanted_output[row].p).squaredNorm();
    count[k] += 1;
  }
  for (std::size_t i = 0; i < record.parameter_names.size(); ++i) {
    const std::string& name = record.parameter_names[i];
    const bool positive = name.starts_with("m.") || name.starts_with("coulomb") || name.starts_with("viscous") ||
                          name.starts_with("gain.");
    if (!positive || !(record.first_parameters[i] > 0)) continue;
    for (const double value : record.parameters[i])
      result.least_parameter = std::min(result.least_parameter, value / record.first_parameters[i]);
  }
  for (std::size_t k = 0; k < sum.size(); ++k) result.rms.push_back(std::sqrt(sum[k] / std::max(count[k], 1.0)));
  return result;
}

SimulatedLoop adaptive_trial(const Robot& robot) {
  SimulatedLoop trial = loop_trial(robot, 1e-3);
  // Encoders of 20 000 steps per radian, 100 000 per size: what a law that knows the truth has left.
  Mechanism m = trial.plant.mechanism();
  for (const int joint : robot.motor_joints()) {
    Joint& motor = m.joints[joint];
    motor.motor->drive.encoder_step = is_length(motor.type, 0) ? 1e-5 * robot.size() : 5e-5;
  }
  trial.plant = trial.believed = Robot(std::move(m));
  return trial;
}

// The error of the law that knows the robot and does not learn; the first cycle begins without error and is left out.
double error_of_truth(SimulatedLoop trial, Law law, const Motion& one) {
  trial.laws.adaptation = 0;
  return run_cycles(trial, law, one, 1 + 2 * window).mean(1, 2 * window);
}

struct RobotResult {
  std::vector<std::vector<ResultCell>> rows;
  PlotPanel panel;
  std::string missing;  // cases that do not come within 10 %
  int latest = 0;       // cycle from which on all others do
  bool physical = true;
};

RobotResult learn_on(const AdaptiveRobot& which, int cycles) {
  const Robot robot = adaptive_robot(which.name);
  const SimulatedLoop trial = adaptive_trial(robot);
  const Motion one = load_motion(trial.believed, circle_for(robot, which.speed)).motion;
  const double truth = error_of_truth(trial, which.law, one);
  RobotResult result;
  result.panel.up = {fmt::format("{}, RMS error", which.name), "mm", {}, {}};
  for (const WrongCase& wrong : wrong_cases) {
    SimulatedLoop learning = trial;
    learning.believed = with_factors(trial.believed, wrong.rigid, wrong.friction);
    learning.plant = with_gains(trial.plant, wrong.odd_gain, wrong.even_gain);
    const CycleErrors errors = run_cycles(learning, which.law, one, cycles);
    const int within = errors.within(1.1 * truth);
    if (within < 0) {
      result.missing += fmt::format("{}{}, {}", result.missing.empty() ? "" : "; ", which.name, wrong.name);
    }
    result.latest = std::max(result.latest, within);
    result.physical = result.physical && errors.least_parameter >= -1e-6;
    result.rows.push_back(
        {which.name, std::string(to_string(which.law)), wrong.name, 1e3 * truth, 1e3 * errors.rms.front(),
         1e3 * errors.last(), errors.last() / truth,
         within > 0 ? ResultCell(within) : ResultCell(errors.lost ? "lost" : fmt::format("not in {}", cycles))});
    std::vector<double> number, shown;
    for (std::size_t k = 0; k < errors.rms.size(); ++k) {
      number.push_back(static_cast<double>(k + 1));
      shown.push_back(1e3 * errors.rms[k]);
    }
    result.panel.series.push_back(plotted(fmt::format("{} wrong", wrong.name), number, shown, PlotStyle::marked));
  }
  return result;
}

std::vector<AdaptiveRobot> adaptive_robots(const ReproduceOptions& options) {
  if (options.brief) return {{"delta-lumped", Law::adaptive, 2}};
  return {{"delta-lumped", Law::adaptive, 2}, {"hexaglide", Law::adaptive_desired, 1}, {"hexa", Law::adaptive, 2}};
}

}  // namespace

PaperResult codourey97_adaptive(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey97-adaptive");
  const int cycles = 24;
  result.setting = fmt::format(
      "circles of a tenth of the robot's size, inclined by 30 degrees, 2 sizes per second (hexaglide 1, for its "
      "drives); drives of 1 ms, encoders of 20 000 steps per radian, 100 000 per size, 1 kHz; delta-lumped is the "
      "DELTA of (45) with friction at its motors; the controller begins with half of the true masses and friction, and "
      "drives give 1/1.5 of the force they are told, "
      "or 1/1.5 and 1.5 times that by turns; {} cycles are judged together",
      window);
  ResultTable table{
      "cycles",
      "RMS error of the platform, mm, and from which cycle on it is within 10 % of a law that knows the truth",
      {"robot", "law", "wrong by half", "knows the truth", "first cycle", fmt::format("last {} cycles", window),
       "last over truth", "within 10 % from cycle"},
      {}};
  Plot plot;
  plot.title = "errors of adaptive control, cycle by cycle";
  plot.across = {"cycle", "", {}, {}};
  bool physical = true;
  int latest = 0;
  std::string missing;
  for (const AdaptiveRobot& which : adaptive_robots(options)) {
    RobotResult found = learn_on(which, cycles);
    for (auto& row : found.rows) table.rows.push_back(std::move(row));
    plot.panels.push_back(std::move(found.panel));
    missing += missing.empty() || found.missing.empty() ? found.missing : "; " + found.missing;
    physical = physical && found.physical;
    latest = std::max(latest, found.latest);
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back({"cycles", std::move(plot)});
  result.claims.push_back(
      {"the linear form serves nonlinear adaptive control: from parameters wrong by half the error comes within 10 % "
       "of the law that knows the truth",
       missing.empty() ? fmt::format("from cycle {} on, on every robot and in every case", latest)
                       : fmt::format("not for {}", missing),
       missing.empty(), missing.empty() ? "" : noise_of_learning});
  result.claims.push_back(
      {"parameters stay physical",
       physical ? "masses, friction and gains never negative (to 1e-6 of what was told)" : "some became negative",
       physical, ""});
  result.remarks = {
      "The paper proposes the linear form for adaptive control and shows no experiment; the laws are Slotine and Li's, "
      "and the desired-compensation law used on the Hexaglide.",
      "The gains of the drives are not in the linear form. The law learns how they differ beside it; a gain that all "
      "drives share is learned as parameters of the robot, all of them by the same factor.",
      "How fast the laws learn and forget was chosen on these robots and motions; no other motion was kept apart to "
      "judge the choice."};
  return result;
}

namespace {

// A load as heavy as the platform falls off in the fourth cycle.
struct Drop {
  double mass = 0;                         // kg
  double before = 0, drop = 0, after = 0;  // m: RMS errors of cycles 2 and 3, of the fourth, and of the last ones
  double truth = 0, fixed = 0;  // of laws that do not learn: one that knows the load is gone, one that does not
  bool lost = false;
};

Drop drop_payload(const AdaptiveRobot& which, int cycles) {
  const Robot robot = adaptive_robot(which.name);
  const SimulatedLoop empty = adaptive_trial(robot);
  Mechanism m = robot.mechanism();
  Drop result;
  result.mass = m.output->payload.mass = m.bodies[m.output->body].inertial.mass;
  SimulatedLoop trial = adaptive_trial(Robot(std::move(m)));
  const Motion one = load_motion(trial.believed, circle_for(robot, which.speed)).motion;
  trial.loop.payloads = {{3.1 * one.duration(), {}}};
  const CycleErrors learned = run_cycles(trial, which.law, one, cycles);
  trial.laws.adaptation = 0;
  const CycleErrors fixed = run_cycles(trial, which.law, one, 4 + window);
  result.before = learned.mean(1, 2), result.drop = learned.rms[3], result.after = learned.last();
  result.truth = error_of_truth(empty, which.law, one), result.fixed = fixed.last();
  result.lost = learned.lost;
  return result;
}

}  // namespace

PaperResult codourey97_payload(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey97-payload");
  const int cycles = 24;
  result.setting = fmt::format(
      "a payload as heavy as the platform, which the controller knows, falls off in the fourth of {} cycles; the rest "
      "as in codourey97-adaptive",
      cycles);
  ResultTable table{
      "payload",
      "RMS error of the platform, mm",
      {"robot", "law", "payload kg", "before", "in the cycle of the drop", fmt::format("last {} cycles", window),
       "law that knows of it", "last over that", "law that does not learn"},
      {}};
  std::string found;
  bool met = true;
  for (const AdaptiveRobot& which : adaptive_robots(options)) {
    const Drop drop = drop_payload(which, cycles);
    table.rows.push_back({which.name, std::string(to_string(which.law)), drop.mass, 1e3 * drop.before, 1e3 * drop.drop,
                          1e3 * drop.after, 1e3 * drop.truth, drop.after / drop.truth, 1e3 * drop.fixed});
    met = met && !drop.lost && drop.after <= 1.1 * drop.truth;
    found += fmt::format(
        "{}{}: {:.3g} of the error of a law that knows the load is gone, {:.3g} of one that does not "
        "learn",
        found.empty() ? "" : "; ", which.name, drop.after / drop.truth, drop.after / drop.fixed);
  }
  result.tables.push_back(std::move(table));
  result.claims.push_back({"a dropped payload is learned again", found, met, met ? "" : noise_of_learning});
  result.remarks = {"The paper has no such experiment; it names the payload as what adaptive control is for."};
  return result;
}

}  // namespace jourdain
