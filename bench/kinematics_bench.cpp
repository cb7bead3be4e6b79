// Times of the kinematics, to be read as ratios against the baseline of the same run: one 6x6 solve by Eigen.
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace jourdain {
namespace {

constexpr int count = 256;  // states that are visited in turn, so that no branch is learned by heart

// Motions on a smooth closed curve around home, with rates and accelerations.
std::vector<PlatformState> motions(const Robot& robot, double reach) {
  std::vector<PlatformState> all(count);
  for (int i = 0; i < count; ++i) {
    const double t = 2 * M_PI * i / count;
    const Vector3 a(std::sin(t), std::sin(2 * t + 1), std::cos(t));
    PlatformState& m = all[i];
    m.pose.p = robot.home_pose().p + reach * robot.size() * a;
    m.pose.R = rotation_from_vector(reach * Vector3(a[2], a[0], a[1])) * robot.home_pose().R;
    m.twist = {robot.size() * Vector3(0.3, -0.2, 0.5), Vector3(0.4, 0.1, -0.3)};
    m.acceleration = {robot.size() * Vector3(1, 2, -1), Vector3(-1, 0.5, 2)};
  }
  return all;
}

struct MotorState {
  VectorX q, rates, accelerations;
};

// Actuated coordinates of the same motions.
std::vector<MotorState> motor_states(const Robot& robot, double reach) {
  Workspace workspace(robot);
  std::vector<MotorState> all;
  const int n = static_cast<int>(robot.motor_joints().size());
  for (const PlatformState& motion : motions(robot, reach)) {
    if (inverse_kinematics(robot, motion, workspace) != Status::ok) throw std::runtime_error(workspace.explain());
    MotorState s{VectorX(n), VectorX(n), VectorX(n)};
    for (int i = 0; i < n; ++i) {
      s.q[i] = workspace.motor_position(i);
      s.rates[i] = workspace.motor_velocity(i);
      s.accelerations[i] = workspace.motor_acceleration(i);
    }
    all.push_back(s);
  }
  return all;
}

// Baseline: what any 6-freedom robot needs at least once.
void Baseline6x6Solve(benchmark::State& state) {
  std::vector<Matrix6> matrices(count);
  for (int i = 0; i < count; ++i) {
    matrices[i] = Matrix6::NullaryExpr([&](int r, int c) { return std::sin(1.0 + i + 7 * r + 3 * c) + 2 * (r == c); });
  }
  const Vector6 b = Vector6::LinSpaced(1, 2);
  std::size_t i = 0;
  for (auto _ : state) {
    Vector6 x = matrices[i++ % count].partialPivLu().solve(b);
    benchmark::DoNotOptimize(x);
  }
}
BENCHMARK(Baseline6x6Solve);

void inverse(benchmark::State& state, const char* name, Order order) {
  const Robot robot = Robot::from_file(name);
  Workspace workspace(robot);
  const std::vector<PlatformState> all = motions(robot, 0.05);
  std::size_t i = 0, failed = 0;
  for (auto _ : state) failed += inverse_kinematics(robot, all[i++ % count], workspace, order) != Status::ok;
  if (failed > 0) state.SkipWithError("a pose was refused");
}

// Steps of about 1e-4 of the robot's size, as at 1 kHz: each answer is the next guess.
void forward(benchmark::State& state, const char* name, Order order) {
  const Robot robot = Robot::from_file(name);
  Workspace workspace(robot);
  const std::vector<MotorState> all = motor_states(robot, 1e-4 * count / (2 * M_PI));
  std::size_t i = 0, failed = 0;
  for (auto _ : state) {
    const MotorState& s = all[i++ % count];
    failed += forward_kinematics(robot, s.q, s.rates, s.accelerations, workspace, order) != Status::ok;
  }
  if (failed > 0) state.SkipWithError("motor coordinates were refused");
}

void jacobian(benchmark::State& state, const char* name) {
  const Robot robot = Robot::from_file(name);
  Workspace workspace(robot);
  MatrixX J(6, static_cast<int>(driving_motors(robot).size()));
  std::size_t failed = 0;
  for (auto _ : state) failed += output_jacobian(robot, workspace, J) != Status::ok;
  if (failed > 0) state.SkipWithError("home is singular");
}

// Rates and accelerations of every body: 19 moving bodies for hexapod and palida.
BENCHMARK_CAPTURE(inverse, hexapod, "hexapod", Order::acceleration);
BENCHMARK_CAPTURE(inverse, palida, "palida", Order::acceleration);
BENCHMARK_CAPTURE(inverse, stewart_tsai, "stewart-tsai", Order::acceleration);
BENCHMARK_CAPTURE(inverse, delta, "delta", Order::acceleration);
BENCHMARK_CAPTURE(inverse, delta_rods, "delta-rods", Order::acceleration);
BENCHMARK_CAPTURE(inverse, quattro_dense, "quattro", Order::acceleration);
BENCHMARK_CAPTURE(inverse, hexapod_positions, "hexapod", Order::position);
BENCHMARK_CAPTURE(inverse, delta_positions, "delta", Order::position);

BENCHMARK_CAPTURE(forward, hexapod, "hexapod", Order::acceleration);
BENCHMARK_CAPTURE(forward, palida, "palida", Order::acceleration);
BENCHMARK_CAPTURE(forward, delta, "delta", Order::acceleration);
BENCHMARK_CAPTURE(forward, quattro_dense, "quattro", Order::acceleration);
BENCHMARK_CAPTURE(forward, hexapod_positions, "hexapod", Order::position);
BENCHMARK_CAPTURE(forward, delta_positions, "delta", Order::position);

BENCHMARK_CAPTURE(jacobian, hexapod, "hexapod");
BENCHMARK_CAPTURE(jacobian, delta, "delta");

}  // namespace
}  // namespace jourdain
