#include "experiments/papers/recorded_log.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {

LogSource record_log(const LoopTrial& trial, Law law, const Trajectory& motion, const std::string& name) {
  constexpr double step = 2e-3, noise = 0.01;
  const auto every = std::max(1L, std::lround(step / trial.loop.timing.period));
  std::vector<std::vector<double>> rows;
  const int motors = static_cast<int>(trial.plant.actuators().size());
  VectorX largest = VectorX::Zero(motors);
  const Trajectory wanted = motion.on(trial.believed);
  Workspace start = start_of(trial.believed, wanted);
  const std::unique_ptr<Controller> controller = make_controller(law, trial.believed, start, trial.laws);
  long period = 0;
  const LoopReport report =
      run_closed_loop(trial.plant, *controller, wanted, trial.loop, [&](const LoopSample& sample) {
        if (period++ % every != 0) return;
        std::vector<double>& row = rows.emplace_back(1, sample.time);
        row.insert(row.end(), sample.positions.data(), sample.positions.data() + motors);
        row.insert(row.end(), sample.forces.data(), sample.forces.data() + motors);
        largest = largest.cwiseMax(sample.forces.cwiseAbs());
      });
  if (report.lost) throw Error(ErrorKind::numerical, "the robot was lost while it recorded a log: " + report.reason);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  LogTable log{{"t"}, std::vector<std::vector<double>>(static_cast<std::size_t>(1 + 2 * motors))};
  for (const char* what : {"", "_force"})
    for (const int joint : trial.plant.actuators())
      log.names.push_back(trial.plant.mechanism().joints[static_cast<std::size_t>(joint)].name + what);
  for (std::vector<double>& row : rows) {
    for (int i = 0; i < motors; ++i)
      row[static_cast<std::size_t>(1 + motors + i)] += noise * largest[i] * normal(random);
    for (std::size_t c = 0; c < row.size(); ++c) log.columns[c].push_back(row[c]);
  }
  return {name, std::move(log)};
}

VectorX base_values_of(const Robot& robot, const Identification& identified) {
  return identified.base.mapping * LinearForm(robot, identified.base.full.options()).values();
}

}  // namespace jourdain
