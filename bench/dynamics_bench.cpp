// Times of the dynamics of hexapods with 19 bodies and friction, and of MuJoCo and Simbody with the same robot at the
// same states. All of them must agree before anything is timed; the table of ratios at the end is what counts.
#include "peers.hpp"

#include "oracles/mechanism_bridge.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/spatial/rotation.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace jourdain {
namespace {

constexpr std::size_t count = 256;  // states that are visited in turn, so that no branch is learned by heart

// Workspaces are kept for one state in so many: all of them would be read from memory, not from the cache.
constexpr std::size_t stride = 32;

// Exact methods agree to rounding. MuJoCo's forward dynamics has soft loops, and its constraints leave out the
// accelerations that come from rates alone: it is checked at rest only.
constexpr double same = 1e-9;
constexpr double nearly_same = 1e-4;

// A robot at states on a closed curve around home, with rates and accelerations, and its rivals.
struct Arena {
  explicit Arena(const std::string& name) : robot(Robot::from_file(name)), workspace(robot) {
    // Those at rest stand behind the others and are not timed.
    for (std::size_t i = 0; i < 2 * count; ++i) add_state(2 * M_PI * static_cast<double>(i % count) / count, i < count);
    const oracle::Mechanism mechanism = oracle::to_mechanism(robot);
    const int platform = robot.mechanism().output->body;
    mujoco = peer::make_mujoco(mechanism, platform, states);
    simbody = peer::make_simbody(mechanism, platform, states);
    check(*mujoco, "MuJoCo", unlimited, nearly_same);
    check(*simbody, "Simbody", same, same);
  }

  void add_state(double t, bool moving) {
    const Vector3 a(std::sin(t), std::sin(2 * t + 1), std::cos(t));
    Motion m;
    m.pose.p = robot.home_pose().p + 0.05 * robot.size() * a;
    m.pose.R = rotation_from_vector(0.05 * Vector3(a[2], a[0], a[1])) * robot.home_pose().R;
    if (moving) m.twist = {robot.size() * Vector3(0.3, -0.2, 0.5), Vector3(0.4, 0.1, -0.3)};
    m.acceleration = {robot.size() * Vector3(1, 2, -1), Vector3(-1, 0.5, 2)};
    VectorX f(6), a_motors(6);
    if (inverse_dynamics(robot, m, workspace, f) != Status::ok) throw std::runtime_error(workspace.explain());
    for (int i = 0; i < 6; ++i) a_motors[i] = workspace.actuator_acceleration(i);
    motions.push_back(m);
    if (there.size() * stride == motions.size() - 1) there.push_back(workspace);
    forces.push_back(f);
    changes.push_back(a_motors);
    states.push_back(to_state(m));
  }

  peer::State to_state(const Motion& m) const {
    peer::State state;
    for (std::size_t i = 0; i < robot.mechanism().bodies.size(); ++i)
      state.poses.push_back(oracle::to_frame(workspace.body_pose(static_cast<int>(i))));
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      state.rates.push_back(workspace.joint(static_cast<int>(j)).rate[0]);
      state.changes.push_back(workspace.joint(static_cast<int>(j)).change[0]);
    }
    state.platform.pose = oracle::to_frame(m.pose);
    for (int i = 0; i < 3; ++i) {
      state.platform.v[i] = m.twist.v[i], state.platform.w[i] = m.twist.w[i];
      state.platform.a[i] = m.acceleration.a[i], state.platform.dw[i] = m.acceleration.dw[i];
    }
    return state;
  }

  // A state whose workspace was kept, and that workspace.
  static std::size_t kept(std::size_t i) { return i % (count / stride) * stride; }
  Workspace& at(std::size_t i) { return there[kept(i) / stride]; }

  // Forces against ours, and the accelerations that our forces give against the prescribed ones.
  void check(peer::Engine& engine, const char* name, double in_motion, double at_rest) {
    double of_forces = 0, of_changes[2] = {};
    for (std::size_t i = 0; i < 2 * count; ++i) {
      VectorX f(6), a(6);
      engine.inverse(i, f.data());
      engine.forward(i, forces[i].data(), a.data());
      of_forces = std::max(of_forces, (f - forces[i]).norm() / forces[i].norm());
      of_changes[i / count] = std::max(of_changes[i / count], (a - changes[i]).norm() / changes[i].norm());
    }
    const std::string text = fmt::format(
        "{}: {} and jourdain differ by {:.0e} of the forces, {:.0e} of the accelerations, at rest {:.0e} of them",
        robot.mechanism().name, name, of_forces, of_changes[0], of_changes[1]);
    if (!(of_forces <= same && of_changes[0] <= in_motion && of_changes[1] <= at_rest)) throw std::runtime_error(text);
    fmt::print("{}\n", text);
  }

  Robot robot;
  Workspace workspace;
  std::vector<Motion> motions;
  std::vector<Workspace> there;
  std::vector<VectorX> forces, changes;
  std::vector<peer::State> states;
  std::unique_ptr<peer::Engine> mujoco, simbody;
};

// Calls `work` with the number of a state, a call per iteration; it returns whether it succeeded.
template <typename Work>
void visit(benchmark::State& state, Work&& work) {
  std::size_t i = 0, failed = 0;
  for (auto _ : state) {
    failed += !work(i);
    i = (i + 1) % count;
  }
  if (failed > 0) state.SkipWithError("a state was refused");
}

using Timed = void (*)(benchmark::State&, Arena&);

void inverse(benchmark::State& state, Arena& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) {
    return inverse_dynamics(arena.robot, arena.motions[i], arena.workspace, f) == Status::ok;
  });
}

void inverse_of_known_motion(benchmark::State& state, Arena& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) { return inverse_dynamics(arena.robot, arena.at(i), f) == Status::ok; });
}

void forward(benchmark::State& state, Arena& arena) {
  VectorX a(6);
  visit(state, [&](std::size_t i) {
    return inverse_kinematics(arena.robot, arena.motions[i], arena.workspace, Order::velocity) == Status::ok &&
           forward_dynamics(arena.robot, arena.forces[i], arena.workspace, a) == Status::ok;
  });
}

void forward_of_known_motion(benchmark::State& state, Arena& arena) {
  VectorX a(6);
  visit(state, [&](std::size_t i) {
    return forward_dynamics(arena.robot, arena.forces[Arena::kept(i)], arena.at(i), a) == Status::ok;
  });
}

void mass_matrix_of_motors(benchmark::State& state, Arena& arena) {
  MatrixX M(6, 6);
  visit(state, [&](std::size_t i) { return mass_matrix(arena.robot, arena.at(i), M) == Status::ok; });
}

template <std::unique_ptr<peer::Engine> Arena::*Rival>
void rival_inverse(benchmark::State& state, Arena& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) {
    (arena.*Rival)->inverse(i, f.data());
    return f.allFinite();
  });
}

template <std::unique_ptr<peer::Engine> Arena::*Rival>
void rival_forward(benchmark::State& state, Arena& arena) {
  VectorX a(6);
  visit(state, [&](std::size_t i) {
    (arena.*Rival)->forward(i, arena.forces[i].data(), a.data());
    return a.allFinite();
  });
}

// Prints as usual and keeps the best time of each benchmark.
class Collector : public benchmark::ConsoleReporter {
 public:
  Collector() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const auto [at, first] = best_.try_emplace(run.run_name.function_name, run.GetAdjustedCPUTime());
      if (!first) at->second = std::min(at->second, run.GetAdjustedCPUTime());
    }
    // Of the repetitions only their statistics are shown.
    std::vector<Run> shown;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(shown),
                 [&](const Run& run) { return run.run_type == Run::RT_Aggregate || run.error_occurred; });
    ConsoleReporter::ReportRuns(shown.empty() ? runs : shown);
  }

  void print_ratios(const std::string& robot) const {
    const std::vector<std::pair<const char*, const char*>> rows = {{"inverse", "inverse"},
                                                                   {"inverse_of_known_motion", "inverse"},
                                                                   {"forward", "forward"},
                                                                   {"forward_of_known_motion", "forward"}};
    fmt::print("\n{}, best of run\n{:26}{:>12}{:>12}{:>12}{:>18}{:>18}\n", robot, "", "jourdain", "MuJoCo", "Simbody",
               "MuJoCo/jourdain", "Simbody/jourdain");
    for (const auto& [ours, theirs] : rows) {
      const double t = time(robot + "/" + ours), m = time(robot + "/mujoco_" + theirs),
                   s = time(robot + "/simbody_" + theirs);
      fmt::print("{:26}{:9.2f} us{:9.2f} us{:9.2f} us{:18.2f}{:18.2f}\n", ours, t / 1e3, m / 1e3, s / 1e3, m / t,
                 s / t);
    }
  }

 private:
  // Not a number for what was filtered out.
  double time(const std::string& name) const {
    const auto found = best_.find(name);
    return found == best_.end() ? std::nan("") : found->second;
  }

  std::map<std::string, double> best_;
};

void register_all(const std::string& name, Arena& arena) {
  const std::vector<std::pair<const char*, Timed>> all = {{"inverse", inverse},
                                                          {"inverse_of_known_motion", inverse_of_known_motion},
                                                          {"forward", forward},
                                                          {"forward_of_known_motion", forward_of_known_motion},
                                                          {"mass_matrix", mass_matrix_of_motors},
                                                          {"mujoco_inverse", rival_inverse<&Arena::mujoco>},
                                                          {"mujoco_forward", rival_forward<&Arena::mujoco>},
                                                          {"simbody_inverse", rival_inverse<&Arena::simbody>},
                                                          {"simbody_forward", rival_forward<&Arena::simbody>}};
  for (const auto& [what, timed] : all)
    benchmark::RegisterBenchmark((name + "/" + what).c_str(), timed, std::ref(arena))
        ->Repetitions(9)
        ->MinTime(0.05)
        ->ReportAggregatesOnly(false);
}

}  // namespace
}  // namespace jourdain

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    const std::vector<std::string> names{"hexapod", "palida"};
    std::vector<std::unique_ptr<jourdain::Arena>> arenas;
    for (const std::string& name : names) {
      arenas.push_back(std::make_unique<jourdain::Arena>(name));
      jourdain::register_all(name, *arenas.back());
    }
    jourdain::Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);
    for (const std::string& name : names) collector.print_ratios(name);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
