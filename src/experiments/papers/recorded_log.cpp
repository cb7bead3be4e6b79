#include "experiments/papers/recorded_log.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {

void record_log(const LoopTrial& trial, Law law, const Trajectory& motion, const std::string& path) {
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
  std::string text = "t";
  for (const char* what : {"", "_force"})
    for (const int joint : trial.plant.actuators())
      text += "," + trial.plant.mechanism().joints[static_cast<std::size_t>(joint)].name + what;
  for (const std::vector<double>& row : rows) {
    text += fmt::format("\n{}", row[0]);
    for (int i = 0; i < motors; ++i) text += fmt::format(",{}", row[static_cast<std::size_t>(1 + i)]);
    for (int i = 0; i < motors; ++i)
      text += fmt::format(",{}", row[static_cast<std::size_t>(1 + motors + i)] + noise * largest[i] * normal(random));
  }
  write_atomically(path, text + "\n");
}

VectorX base_values_of(const Robot& robot, const Identification& identified) {
  return identified.base.mapping * LinearForm(robot, identified.base.full.options()).values();
}

int held_intervals(const Identification& identified, const VectorX& truth) {
  int held = 0;
  for (std::size_t j = 0; j < identified.estimate.parameters.size(); ++j) {
    const ParameterEstimate& p = identified.estimate.parameters[j];
    held += std::abs(p.value - truth[static_cast<int>(j)]) <= p.half_width;
  }
  return held;
}

}  // namespace jourdain
