#include "jourdain/simulation/simulate.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jourdain {
namespace {

void prepare_record(const Robot& robot, const Controller& controller, LoopRecord& record) {
  for (auto* columns : {&record.positions, &record.wanted, &record.measured, &record.commands, &record.forces})
    columns->resize(robot.motor_joints().size());
  record.parameter_names = controller.parameter_names();
  record.first_parameters.assign(controller.parameters().begin(), controller.parameters().end());
  record.parameters.resize(record.parameter_names.size());
}

void add_period(const LoopSample& sample, bool has_output, LoopRecord& record) {
  record.time.push_back(sample.time);
  for (std::size_t k = 0; k < record.positions.size(); ++k) {
    const int motor = static_cast<int>(k);
    record.positions[k].push_back(sample.plant.motor_position(motor));
    record.wanted[k].push_back(sample.wanted.positions[motor]);
    record.measured[k].push_back(sample.positions[motor]);
    record.commands[k].push_back(sample.commands[motor]);
    record.forces[k].push_back(sample.forces[motor]);
  }
  for (std::size_t k = 0; k < record.parameters.size(); ++k)
    record.parameters[k].push_back(sample.controller.parameters()[static_cast<int>(k)]);
  if (!has_output) return;
  record.output.push_back(sample.plant.output_pose());
  record.wanted_output.push_back(sample.wanted.output.pose);
}

double largest_of_motors(const LoopReport& report, double (*value)(const MotorTracking&)) {
  double result = 0;
  for (const MotorTracking& motor : report.motors) result = std::max(result, std::abs(value(motor)));
  return result;
}

}  // namespace

SimulatedLoop::SimulatedLoop(const Robot& robot) : plant(robot), believed(robot) {
  loop.timing.lag = largest_lag(robot.mechanism());
}

std::vector<double> LoopRecord::errors(std::size_t motor) const {
  std::vector<double> result(time.size());
  std::ranges::transform(positions[motor], wanted[motor], result.begin(), std::minus());
  return result;
}

std::vector<double> LoopRecord::largest_errors(const std::vector<std::size_t>& motors) const {
  std::vector<double> result(time.size(), 0);
  for (const std::size_t motor : motors)
    for (std::size_t row = 0; row < result.size(); ++row)
      result[row] = std::max(result[row], std::abs(positions[motor][row] - wanted[motor][row]));
  return result;
}

std::vector<double> LoopRecord::largest_errors() const {
  std::vector<std::size_t> all(positions.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return largest_errors(all);
}

std::vector<double> LoopRecord::output_errors() const {
  std::vector<double> result(output.size());
  std::ranges::transform(output, wanted_output, result.begin(),
                         [](const Placement& is, const Placement& shall) { return (is.p - shall.p).norm(); });
  return result;
}

double SimulatedRun::largest_error() const {
  return largest_of_motors(report, [](const MotorTracking& motor) { return motor.error.value; });
}
double SimulatedRun::largest_error_rms() const {
  return largest_of_motors(report, [](const MotorTracking& motor) { return motor.error_rms; });
}
double SimulatedRun::largest_force() const {
  return largest_of_motors(report, [](const MotorTracking& motor) { return motor.force.value; });
}
double SimulatedRun::largest_saturated() const {
  return largest_of_motors(report, [](const MotorTracking& motor) { return motor.saturated; });
}

Workspace start_of(const Robot& robot, const Motion& motion) {
  Workspace start(robot);
  Follower follow(motion);
  if (follow(0, start, Order::position) != Status::ok)
    throw Error(ErrorKind::numerical, "the motion cannot begin: " + start.explain());
  return start;
}

SimulatedRun simulate(const SimulatedLoop& loop, Controller& controller, const Motion& motion, long record_every,
                      const Job& job) {
  const Motion wanted = motion.on(loop.believed);
  SimulatedRun run;
  run.law = controller.name();
  prepare_record(loop.plant, controller, run.record);
  std::function<void(const LoopSample&)> record;
  if (record_every > 0)
    record = [&, period = 0L](const LoopSample& sample) mutable {
      if (period++ % record_every == 0) add_period(sample, loop.plant.mechanism().output.has_value(), run.record);
    };
  run.report = run_closed_loop(loop.plant, controller, wanted, loop.loop, record, job);
  return run;
}

SimulatedRun simulate(const SimulatedLoop& loop, Law law, const Motion& motion, long record_every, const Job& job) {
  Workspace start = start_of(loop.believed, motion.on(loop.believed));
  LawOptions options = loop.laws;
  options.timing = loop.loop.timing;
  std::unique_ptr<Controller> controller = make_controller(law, loop.believed, start, options);
  if (loop.wrap) controller = loop.wrap(std::move(controller));
  SimulatedRun run = simulate(loop, *controller, motion, record_every, job);
  run.law = to_string(law);
  run.gains = place_poles(loop.believed, start, options, has_integral(law));
  run.frequency = loop_frequency(law, loop.believed, start, options);
  return run;
}

}  // namespace jourdain
