#include "analyses/papers/recorded_log.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {

LogSource record_log(const SimulatedLoop& trial, Law law, const Motion& motion, const std::string& name) {
  constexpr double step = 2e-3, noise = 0.01;
  const auto every = std::max(1L, std::lround(step / trial.loop.timing.period));
  const SimulatedRun run = simulate(trial, law, motion, every);
  if (run.report.lost)
    throw Error(ErrorKind::numerical, "the robot was lost while it recorded a log: " + run.report.reason);
  const LoopRecord& record = run.record;
  std::vector<double> largest;
  for (const std::vector<double>& forces : record.forces)
    largest.push_back(std::abs(*std::ranges::max_element(forces, {}, [](double f) { return std::abs(f); })));
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  LogTable log{{"t"}, {}};
  for (const char* what : {"", "_force"})
    for (const int joint : trial.plant.motor_joints())
      log.names.push_back(trial.plant.mechanism().joints[joint].name + what);
  log.columns.push_back(record.time);
  log.columns.insert(log.columns.end(), record.measured.begin(), record.measured.end());
  log.columns.insert(log.columns.end(), record.forces.begin(), record.forces.end());
  for (std::size_t row = 0; row < record.time.size(); ++row)
    for (std::size_t i = 0; i < largest.size(); ++i)
      log.columns[1 + largest.size() + i][row] += noise * largest[i] * normal(random);
  return {name, std::move(log)};
}

VectorX base_values_of(const Robot& robot, const Identification& identified) {
  return identified.base.mapping * LinearForm(robot, identified.base.full.options()).values();
}

}  // namespace jourdain
