#include "jourdain/identification/log.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/io/csv.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

namespace jourdain {
namespace {

constexpr double turning_step = 2 * std::numbers::pi / 131072, sliding_step = 1e-6;

bool motor_slides_along(const Robot& robot, int motor) {
  const int joint = robot.motor_joints()[motor];
  return is_length(robot.mechanism().joints[joint].type, 0);
}

// Calls `use` with time, positions and forces of the motors along the motion.
template <typename Use>
void for_each_instant(const Motion& motion, double rate, const Use& use) {
  const Robot& robot = motion.robot();
  const int motors = static_cast<int>(robot.motor_joints().size());
  Follower follow(motion);
  Workspace workspace(robot);
  VectorX q(motors), forces(motors);
  for (const double t : sample_times(motion, rate)) {
    if (follow(t, workspace) != Status::ok || inverse_dynamics(robot, workspace, forces) != Status::ok)
      throw Error(ErrorKind::numerical,
                  fmt::format("t = {:.6g} s: the robot cannot follow the motion: {}", t, workspace.explain()));
    for (int i = 0; i < motors; ++i) q[i] = workspace.motor_position(i);
    use(t, q, forces);
  }
}

// Calls `use` with every row of the log, in the order of simulated_columns().
template <typename Use>
SimulatedLog simulate_rows(const Motion& motion, const SimulatedLogOptions& options, const Use& use) {
  const Robot& robot = motion.robot();
  const int motors = static_cast<int>(robot.motor_joints().size());
  for (const VectorX* given : {&options.resolution, &options.noise}) {
    if (given->size() != 0 && (given->size() != motors || !(given->minCoeff() >= 0)))
      throw Error(ErrorKind::usage, fmt::format("expected a value of zero or more for each of {} motors", motors));
  }
  if (!(options.rate > 0) || !(options.correlation >= 0 && options.correlation < 1))
    throw Error(ErrorKind::usage, "the rate must be positive, the correlation of noise between 0 and 1");
  SimulatedLog result;
  result.resolution = options.resolution;
  if (result.resolution.size() == 0) {
    result.resolution.resize(motors);
    for (int i = 0; i < motors; ++i) result.resolution[i] = motor_slides_along(robot, i) ? sliding_step : turning_step;
  }
  result.noise = options.noise;
  if (result.noise.size() == 0) {
    result.noise = VectorX::Zero(motors);
    for_each_instant(motion, options.rate, [&](double, const VectorX&, const VectorX& forces) {
      result.noise = result.noise.cwiseMax(0.01 * forces.cwiseAbs());
    });
  }
  std::mt19937_64 random(options.seed);
  std::normal_distribution<double> normal;
  VectorX wander = VectorX::Zero(motors);
  const double rho = options.correlation, fresh = std::sqrt(1 - rho * rho);
  std::vector<double> row;
  for_each_instant(motion, options.rate, [&](double t, const VectorX& q, const VectorX& forces) {
    row = {t};
    for (int i = 0; i < motors; ++i) {
      const double step = result.resolution[i];
      row.push_back(step > 0 ? std::round(q[i] / step) * step : q[i]);
    }
    for (int i = 0; i < motors; ++i) {
      wander[i] = rho * wander[i] + fresh * normal(random);
      row.push_back(forces[i] + result.noise[i] * wander[i]);
    }
    use(row);
    ++result.samples;
  });
  return result;
}

std::vector<std::string> simulated_columns(const Robot& robot) {
  std::vector<std::string> names{"t"};
  for (const char* kind : {"", "_force"})
    for (const int joint : robot.motor_joints()) names.push_back(column_name(robot.mechanism(), joint) + kind);
  return names;
}

void add_row(const std::vector<double>& row, CsvWriter& csv) {
  for (const double value : row) std::isfinite(value) ? csv.add(value) : csv.add_blank();
  csv.end_row();
}

}  // namespace

LogTable simulated_log(const Motion& motion, const SimulatedLogOptions& options, SimulatedLog* assumed) {
  LogTable log;
  log.names = simulated_columns(motion.robot());
  log.columns.resize(log.names.size());
  const SimulatedLog made = simulate_rows(motion, options, [&](const std::vector<double>& row) {
    for (std::size_t c = 0; c < row.size(); ++c) log.columns[c].push_back(row[c]);
  });
  if (assumed) *assumed = made;
  return log;
}

std::string log_csv(const LogTable& log) {
  CsvWriter csv(log.names);
  std::vector<double> row(log.columns.size());
  for (std::size_t r = 0; !row.empty() && r < log.columns.front().size(); ++r) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = log.columns[c][r];
    add_row(row, csv);
  }
  return csv.take();
}

SimulatedLog write_simulated_log(const Motion& motion, const SimulatedLogOptions& options, const std::string& path) {
  AtomicFile file(path);
  CsvWriter csv(simulated_columns(motion.robot()));
  const SimulatedLog result = simulate_rows(motion, options, [&](const std::vector<double>& row) {
    add_row(row, csv);
    constexpr std::size_t piece = std::size_t{1} << 16;
    if (csv.text().size() > piece) file.write(csv.take());
  });
  file.write(csv.take());
  file.commit();
  return result;
}

}  // namespace jourdain
