#include "analyses/study/study_run.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// A law, and whose parameters it knows.
struct Contender {
  std::string name;
  Law law;
  const Robot* knows;
};

struct ContenderRun : SimulatedRun {
  std::string name;
  std::vector<double> error;  // m, or the largest motor's in m or rad without an output, over record.time
};

// Errors are compared at the output if it travels, else at the worst motor.
bool output_travels(const Robot& robot) {
  if (!robot.mechanism().output) return false;
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  return std::any_of(moves.begin(), moves.end(), [](Move move) { return static_cast<int>(move) < 3; });
}

ContenderRun race(const Contender& contender, const Robot& plant, const Motion& motion) {
  SimulatedLoop setup(plant);
  setup.believed = *contender.knows;
  setup.loop.duration = motion.duration() + 0.1;
  // A robot that trembles between sticking and sliding takes very small steps. Counted work, not time: the report must
  // not depend on the machine.
  setup.loop.most_evaluations = 400'000;
  ContenderRun run{simulate(setup, contender.law, motion), contender.name, {}};
  run.error = output_travels(*contender.knows) ? run.record.output_errors() : run.record.largest_errors();
  if (run.report.plant.evaluations > setup.loop.most_evaluations)
    throw Error(ErrorKind::numerical,
                fmt::format("{}; it was stopped at t = {:.3g} s", run.report.reason, run.report.lost_at));
  return run;
}

double rms_of(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += v * v;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

// Errors of outputs that travel and of motors that slide are lengths.
bool error_is_length(const Robot& robot) {
  if (output_travels(robot)) return true;
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k)
    if (!motor_slides(robot, k)) return false;
  return true;
}

void add_tracking(const Robot& robot, const std::vector<ContenderRun>& races, Answer& section) {
  const Measure error = error_is_length(robot) ? Measure::length : Measure::number;
  bool motors_slide = true, motors_turn = true;
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k)
    (motor_slides(robot, k) ? motors_turn : motors_slide) = false;
  const Measure motor = motors_slide ? Measure::length : Measure::number;
  const Measure effort = motors_slide ? Measure::force : motors_turn ? Measure::torque : Measure::number;
  Table table = table_of<ContenderRun>(
      "tracking", "Tracking", races,
      {{"law", "law", [](const auto& r) { return Cell(r.name); }},
       {"loop", "loop", [](const auto& r) { return measured(r.frequency, Measure::turn_rate); }},
       {"largest_error", "largest error",
        [&](const auto& r) { return measured(*std::max_element(r.error.begin(), r.error.end()), error); }},
       {"rms_error", "RMS error", [&](const auto& r) { return measured(rms_of(r.error), error); }},
       {"motor_error", "largest motor error", [&](const auto& r) { return measured(r.largest_error(), motor); }},
       {"largest_force", "largest force or torque", [&](const auto& r) { return measured(r.largest_force(), effort); }},
       {"outcome", "outcome", [](const auto& r) {
          return r.report.lost ? Cell(fmt::format("lost at {:.3g} s", r.report.lost_at), Tone::bad) : Cell("follows");
        }}});
  if (error == Measure::number) table.note = "Errors in rad, or m of motors that slide.";
  Plot plot;
  plot.title = "Tracking error";
  PlotPanel panel;
  panel.up = {output_travels(robot) ? "error of the output" : "largest error of a motor",
              error_is_length(robot) ? "mm" : motor_units(robot, "mm", "mrad"),
              {},
              {}};
  for (const ContenderRun& r : races) {
    PlotSeries series{r.name, r.record.time, r.error, PlotStyle::line, -1};
    for (double& y : series.y) y *= 1000;
    panel.series.push_back(std::move(series));
  }
  plot.panels.push_back(std::move(panel));
  section.add(std::move(table));
  section.add(Picture{"errors", "", std::move(plot), "motion"});
}

}  // namespace

StepResult study_controllers(StudyRun& run, Answer& section) {
  if (!run.motion) throw LeftOut{"there is no motion to follow"};
  const Robot& robot = run.robot;
  // The machine: the one that was measured, what was identified from a log, or the model itself.
  const Robot plant(with_real_drives((run.truth ? *run.truth : run.identified ? *run.identified : robot).mechanism()));
  const std::string machine = fmt::format(
      "{}; its drives lag by 1 ms and its encoders have steps (2^-17 of a turn, 1 micrometre) where the model does not "
      "say otherwise",
      run.truth        ? "the measured machine, which no law knows exactly"
      : run.identified ? "a machine with the identified parameters"
                       : "a machine that is equal to the model");
  std::vector<Contender> contenders{{"the drives alone (cascade)", Law::cascade, &robot},
                                    {"feedforward, model", Law::feedforward, &robot}};
  if (run.identified) contenders.push_back({"feedforward, identified", Law::feedforward, &*run.identified});
  contenders.push_back({run.identified ? "computed torque, identified" : "computed torque, model", Law::computed_torque,
                        run.identified ? &*run.identified : &robot});
  const Motion& motion = *run.motion;
  std::vector<ContenderRun> races;
  std::string refused;
  for (const Contender& contender : contenders) {
    try {
      races.push_back(race(contender, plant, motion));
    } catch (const Error& error) {
      refused += fmt::format("\n- {}: {}", contender.name, error.what());
    }
  }
  if (races.empty()) throw LeftOut{"no law can be made for this robot:" + refused};

  add_text(
      section, "what",
      fmt::format("The motion `{}` on {}; sampled every millisecond, rates from differences, friction that sticks. "
                  "One rule gives every law its gains, the largest that sampling and lag allow: laws that see "
                  "single joints stay slower where motors move a lighter robot together than each alone, computed "
                  "torque need not. The drives alone are what servo drives do: position P around speed PI, the "
                  "rotor's inertia in advance, the weight at the start in the integral.",
                  run.motion_name, machine));
  if (!refused.empty()) add_text(section, "left_out", "Left out:\n" + refused, Tone::caution);
  add_tracking(robot, races, section);
  const ContenderRun* best = nullptr;
  for (const ContenderRun& r : races) {
    if (!r.report.lost && (!best || rms_of(r.error) < rms_of(best->error))) best = &r;
  }
  if (!best) return {Tone::bad, "Every control law loses the robot.", {}};
  const std::string unit = output_travels(robot) ? "mm" : motor_units(robot, "mm", "mrad");
  const bool lost = std::any_of(races.begin(), races.end(), [](const ContenderRun& r) { return r.report.lost; });
  const auto result = [&](const ContenderRun& r) {
    return fmt::format("{:.2g} {} with {} (loop {:.3g} rad/s)", 1000 * rms_of(r.error), unit, r.name, r.frequency);
  };
  const std::string first = best == &races.front() ? std::string() : result(races.front()) + ", ";
  return {lost ? Tone::caution : Tone::good,
          fmt::format("Control: RMS error {}{}{}.", first, result(*best), lost ? "; some laws lose the robot" : ""),
          {}};
}

}  // namespace jourdain
