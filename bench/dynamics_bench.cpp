// Times of the dynamics of hexapods with 19 bodies and friction, and of MuJoCo and Simbody with the same robot at the
// same states. All of them must agree before anything is timed; the table of ratios at the end is what counts.
#include "arena.hpp"

#include "oracles/mechanism_bridge.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jourdain {
namespace {

// The robot and its rivals.
struct Contest : Arena {
  explicit Contest(const std::string& name) : Arena(name) {
    const oracle::Mechanism mechanism = oracle::to_mechanism(robot);
    const int platform = robot.mechanism().output->body;
    mujoco = peer::make_mujoco(mechanism, platform, states);
    simbody = peer::make_simbody(mechanism, platform, states);
    fmt::print("{}\n", check(*mujoco));
    fmt::print("{}\n", check(*simbody));
  }

  std::unique_ptr<peer::Engine> mujoco, simbody;
};

// Calls `work` with the number of a state, a call per iteration; it returns whether it succeeded.
template <typename Work>
void visit(benchmark::State& state, Work&& work) {
  std::size_t i = 0, failed = 0;
  for (auto _ : state) {
    failed += !work(i);
    i = (i + 1) % Arena::count;
  }
  if (failed > 0) state.SkipWithError("a state was refused");
}

using Timed = void (*)(benchmark::State&, Contest&);

void inverse(benchmark::State& state, Contest& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) {
    return inverse_dynamics(arena.robot, arena.motions[i], arena.workspace, f) == Status::ok;
  });
}

void inverse_of_known_motion(benchmark::State& state, Contest& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) { return inverse_dynamics(arena.robot, arena.at(i), f) == Status::ok; });
}

void forward(benchmark::State& state, Contest& arena) {
  VectorX a(6);
  visit(state, [&](std::size_t i) {
    return forward_dynamics(arena.robot, arena.motions[i], arena.forces[i], arena.workspace, a) == Status::ok;
  });
}

void forward_of_known_motion(benchmark::State& state, Contest& arena) {
  VectorX a(6);
  visit(state, [&](std::size_t i) {
    return forward_dynamics(arena.robot, arena.forces[Arena::kept(i)], arena.at(i), a) == Status::ok;
  });
}

void mass_matrix_of_motors(benchmark::State& state, Contest& arena) {
  MatrixX M(6, 6);
  visit(state, [&](std::size_t i) { return mass_matrix(arena.robot, arena.at(i), M) == Status::ok; });
}

template <std::unique_ptr<peer::Engine> Contest::*Rival>
void rival_inverse(benchmark::State& state, Contest& arena) {
  VectorX f(6);
  visit(state, [&](std::size_t i) {
    (arena.*Rival)->inverse(i, f.data());
    return f.allFinite();
  });
}

template <std::unique_ptr<peer::Engine> Contest::*Rival>
void rival_forward(benchmark::State& state, Contest& arena) {
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

void register_all(const std::string& name, Contest& arena) {
  const std::vector<std::pair<const char*, Timed>> all = {{"inverse", inverse},
                                                          {"inverse_of_known_motion", inverse_of_known_motion},
                                                          {"forward", forward},
                                                          {"forward_of_known_motion", forward_of_known_motion},
                                                          {"mass_matrix", mass_matrix_of_motors},
                                                          {"mujoco_inverse", rival_inverse<&Contest::mujoco>},
                                                          {"mujoco_forward", rival_forward<&Contest::mujoco>},
                                                          {"simbody_inverse", rival_inverse<&Contest::simbody>},
                                                          {"simbody_forward", rival_forward<&Contest::simbody>}};
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
    const std::vector<std::string> names{"hexapod-full", "palida"};
    std::vector<std::unique_ptr<jourdain::Contest>> arenas;
    for (const std::string& name : names) {
      arenas.push_back(std::make_unique<jourdain::Contest>(name));
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
