#include "jourdain/identification/log.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

namespace jourdain {
namespace {

constexpr double turning_step = 2 * std::numbers::pi / 131072, sliding_step = 1e-6;

bool motor_slides_along(const Robot& robot, int motor) {
  const int joint = robot.actuators()[static_cast<std::size_t>(motor)];
  return is_length(robot.mechanism().joints[static_cast<std::size_t>(joint)].type, 0);
}

// Calls `use` with time, positions and forces of the motors along the motion.
template <typename Use>
void for_each_instant(const Trajectory& trajectory, double rate, const Use& use) {
  const Robot& robot = trajectory.robot();
  const int motors = static_cast<int>(robot.actuators().size());
  Follower follow(trajectory);
  Workspace workspace(robot);
  VectorX q(motors), forces(motors);
  for (const double t : sample_times(trajectory, rate)) {
    if (follow(t, workspace) != Status::ok || inverse_dynamics(robot, workspace, forces) != Status::ok)
      throw Error(ErrorKind::numerical,
                  fmt::format("t = {:.6g} s: the robot cannot follow the motion: {}", t, workspace.explain()));
    for (int i = 0; i < motors; ++i) q[i] = workspace.actuator_position(i);
    use(t, q, forces);
  }
}

}  // namespace

SimulatedLog write_simulated_log(const Trajectory& trajectory, const SimulatedLogOptions& options,
                                 const std::string& path) {
  const Robot& robot = trajectory.robot();
  const int motors = static_cast<int>(robot.actuators().size());
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
    for_each_instant(trajectory, options.rate, [&](double, const VectorX&, const VectorX& forces) {
      result.noise = result.noise.cwiseMax(0.01 * forces.cwiseAbs());
    });
  }
  AtomicFile file(path);
  std::string line = "t";
  const auto name = [&](int i) {
    return column_name(robot.mechanism(), robot.actuators()[static_cast<std::size_t>(i)]);
  };
  for (int i = 0; i < motors; ++i) line += "," + name(i);
  for (int i = 0; i < motors; ++i) line += "," + name(i) + "_force";
  file.write(line + "\n");
  std::mt19937_64 random(options.seed);
  std::normal_distribution<double> normal;
  VectorX wander = VectorX::Zero(motors);
  const double rho = options.correlation, fresh = std::sqrt(1 - rho * rho);
  for_each_instant(trajectory, options.rate, [&](double t, const VectorX& q, const VectorX& forces) {
    line = fmt::format("{}", t);
    for (int i = 0; i < motors; ++i) {
      const double step = result.resolution[i];
      line += fmt::format(",{}", step > 0 ? std::round(q[i] / step) * step : q[i]);
    }
    for (int i = 0; i < motors; ++i) {
      wander[i] = rho * wander[i] + fresh * normal(random);
      line += fmt::format(",{}", forces[i] + result.noise[i] * wander[i]);
    }
    file.write(line + "\n");
    ++result.samples;
  });
  file.commit();
  return result;
}

}  // namespace jourdain
