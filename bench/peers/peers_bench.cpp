// Closed-chain dynamics of the hexapod with 19 bodies, side by side in one run: generated code, the library, and
// foreign engines that are given as plug-ins. All must agree before anything is timed.
#include "arena.hpp"
#include "generated_code.hpp"

#include "oracles/mechanism_bridge.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace jourdain {
namespace {

constexpr int rounds = 60;
constexpr double slice = 0.5e-3;  // seconds of processor time that one measurement takes at least

double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// One thing to time: a pass visits all states once and says whether it succeeded.
struct Contender {
  std::string name;
  std::function<bool()> pass;
  double best = std::numeric_limits<double>::infinity();  // seconds per state
};

// All contenders in turn, round after round, so that a busy moment of the machine meets all of them.
void measure(std::vector<Contender>& all) {
  for (int round = 0; round < rounds; ++round) {
    for (Contender& contender : all) {
      const double start = processor_time();
      double now = start;
      int passes = 0;
      for (; now - start < slice || passes == 0; ++passes, now = processor_time())
        if (!contender.pass()) throw std::runtime_error(contender.name + " refused a state");
      contender.best = std::min(contender.best, (now - start) / (passes * static_cast<double>(Arena::count)));
    }
  }
}

// Values of batches begin with a line of the cache: vectors of 8 lanes would lie across two lines otherwise.
template <typename T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <typename U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, line); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};
using Values = std::vector<double, LineAllocator<double>>;

// Values of one function at all states: inputs and expected outputs, state by state.
struct Cases {
  std::size_t inputs = 0, outputs = 0;
  Values x, expected;
};

Cases make_cases(Arena& arena, const GeneratedFunction& function) {
  Cases cases{function.program.inputs.size(), function.program.outputs.size(), {}, {}};
  VectorX f(6);
  for (std::size_t i = 0; i < Arena::count; ++i) {
    if (inverse_dynamics(arena.robot, arena.motions[i], arena.workspace, f) != Status::ok)
      throw std::runtime_error(arena.workspace.explain());
    std::vector<double> x = input_values(function.program, arena.workspace);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const ProgramInput& input = function.program.inputs[k];
      if (input.kind == InputKind::force) x[k] = f[input.item];
    }
    cases.x.insert(cases.x.end(), x.begin(), x.end());
    const double* from = function.name == "inverse_dynamics" ? arena.forces[i].data() : arena.accelerations[i].data();
    cases.expected.insert(cases.expected.end(), from, from + cases.outputs);
  }
  return cases;
}

// One value of all states after the other, as batches want it.
Values transposed(const Values& values, std::size_t width) {
  Values result(values.size());
  const std::size_t states = values.size() / width;
  for (std::size_t i = 0; i < states; ++i)
    for (std::size_t k = 0; k < width; ++k) result[k * states + i] = values[i * width + k];
  return result;
}

void compare(const std::string& name, const Values& values, const Cases& cases) {
  double worst = 0;
  for (std::size_t i = 0; i < Arena::count; ++i) {
    const auto size = static_cast<Eigen::Index>(cases.outputs);
    const Eigen::Map<const VectorX> ours(values.data() + i * cases.outputs, size);
    const Eigen::Map<const VectorX> expected(cases.expected.data() + i * cases.outputs, size);
    const double difference = (ours - expected).norm() / expected.norm();
    if (!(difference <= worst)) worst = difference;
  }
  if (!(worst <= Arena::same)) throw std::runtime_error(fmt::format("{} differs by {:.0e}", name, worst));
}

std::function<bool()> one_by_one(const GeneratedEntry& entry, const Cases& cases, Values& y) {
  return [entry, &cases, &y] {
    int failed = 0;
    for (std::size_t i = 0; i < Arena::count; ++i)
      failed |= entry.call(entry.prepared.data(), cases.x.data() + i * cases.inputs, y.data() + i * cases.outputs);
    return failed == 0;
  };
}

std::function<bool()> in_batches(const GeneratedEntry& entry, GeneratedEntry::Batch batch, const Cases& cases,
                                 Values& y) {
  return [entry, batch, x = transposed(cases.x, cases.inputs), &y] {
    int status[Arena::count];
    batch(entry.prepared.data(), Arena::count, x.data(), y.data(), status);
    return std::all_of(std::begin(status), std::end(status), [](int s) { return s == 0; });
  };
}

// What is generated: one row of the table for each function and way of calling it.
struct Variant {
  std::string title;
  RobotCodeOptions options;
  CodeTarget target = CodeTarget::c99;
};

std::vector<Variant> variants() {
  const auto make = [](const char* title, RobotFunction what, PoseInput pose, CostModel cost) {
    Variant variant{title, {}, what == RobotFunction::inverse_dynamics ? CodeTarget::batch : CodeTarget::c99};
    variant.options.functions = {what};
    variant.options.trace.pose = pose;
    variant.options.cost = cost;
    return variant;
  };
  return {
      make("inverse, angles, operations", RobotFunction::inverse_dynamics, PoseInput::cardan, CostModel::operations),
      make("inverse, angles, time", RobotFunction::inverse_dynamics, PoseInput::cardan, CostModel::time),
      make("inverse, matrix, time", RobotFunction::inverse_dynamics, PoseInput::rotation, CostModel::time),
      make("forward, matrix, time", RobotFunction::forward_dynamics, PoseInput::rotation, CostModel::time)};
}

// Compilers that are there, with the flags of the table's columns.
std::vector<Compiler> compilers() {
  std::vector<Compiler> result;
  for (const char* name : {"gcc", "clang", "clang-14"}) {
    if (std::system(fmt::format("{} --version >/dev/null 2>&1", name).c_str()) != 0) continue;
    const std::string safe = " -fno-math-errno -fno-trapping-math";
    result.push_back({fmt::format("{} -O3", name), {name, "-std=c99", "-O3"}});
    result.push_back({fmt::format("{} native", name), {name, "-std=c99", "-O3", "-march=native" + safe}});
    result.push_back(
        {fmt::format("{} fused", name), {name, "-std=c99", "-O3", "-march=native" + safe + " -ffp-contract=fast"}});
    if (std::string(name) == "clang") break;
  }
  return result;
}

// The generated code of all variants by all compilers.
class GeneratedRows {
 public:
  GeneratedRows(Arena& arena, const std::string& folder) : compilers_(compilers()) {
    if (compilers_.empty()) fmt::print("generated code: skipped, there is neither gcc nor clang\n");
    for (const Variant& variant : variants()) {
      const GeneratedLibrary library = robot_library(arena.robot, variant.options);
      const GeneratedFunction& function = library.functions.front();
      fmt::print("{}: {}\n", variant.title, describe(count(function.program).call));
      cases_.push_back(std::make_unique<Cases>(make_cases(arena, function)));
      for (std::size_t c = 0; c < compilers_.size(); ++c)
        add(variant, library, c, fmt::format("{}/{}-{}", folder, cases_.size(), c));
    }
  }

  std::vector<Contender> contenders;
  std::vector<std::string> rows;  // of the table, in order

  void print(const std::map<std::string, double>& best) const {
    fmt::print("\n{:36}", "generated code, ns per state");
    for (const Compiler& compiler : compilers_) fmt::print("{:>18}", compiler.title);
    for (const std::string& row : rows) {
      fmt::print("\n{:36}", row);
      for (const Compiler& compiler : compilers_) fmt::print("{:18.1f}", 1e9 * best.at(row + "|" + compiler.title));
    }
    fmt::print("\n");
  }

 private:
  static std::string describe(const OperationCount& c) {
    return fmt::format("{} + -, {} *, {} /, {} roots, {} sines and cosines", c.additions, c.multiplications,
                       c.divisions, c.square_roots, c.trigonometric);
  }

  void add(const Variant& variant, const GeneratedLibrary& library, std::size_t c, const std::string& folder) {
    const auto code = GeneratedCode::build(library, variant.target, compilers_[c], folder);
    if (!code) throw std::runtime_error("the compiler failed: " + compilers_[c].title);
    code_.push_back(*code);
    const Cases& cases = *cases_.back();
    const GeneratedEntry entry = code->entry(library.functions.front().name);
    const auto enter = [&](const std::string& way, std::function<bool()> pass, bool batched) {
      const std::string row = variant.title + way;
      if (c == 0) rows.push_back(row);
      if (!pass()) throw std::runtime_error(row + ": a state was refused");
      Values& y = *results_.back();
      compare(row + ", " + compilers_[c].title, batched ? transposed(y, Arena::count) : y, cases);
      contenders.push_back({row + "|" + compilers_[c].title, std::move(pass)});
    };
    const auto fresh = [&]() -> Values& {
      results_.push_back(std::make_unique<Values>(cases.expected.size()));
      return *results_.back();
    };
    enter("", one_by_one(entry, cases, fresh()), false);
    if (entry.batch4) enter(", 4 lanes", in_batches(entry, entry.batch4, cases, fresh()), true);
    if (entry.batch8) enter(", 8 lanes", in_batches(entry, entry.batch8, cases, fresh()), true);
  }

  std::vector<Compiler> compilers_;
  std::vector<std::unique_ptr<Cases>> cases_;
  std::vector<std::unique_ptr<Values>> results_;
  std::vector<GeneratedCode> code_;
};

// A pass over all states by a function of the number of a state.
template <typename Work>
std::function<bool()> over_states(Work work) {
  return [work]() mutable {
    bool ok = true;
    for (std::size_t i = 0; i < Arena::count; ++i) ok = work(i) && ok;
    return ok;
  };
}

// The library's own functions, which take the motion of the platform, and the generated code that it runs.
void add_library(Arena& arena, CompiledDynamics& compiled, std::vector<Contender>& all) {
  if (compiled.is_compiled()) {
    all.push_back({"inverse|library, CompiledDynamics", over_states([&, f = VectorX(6)](std::size_t i) mutable {
                     return compiled(arena.motions[i], arena.workspace, f) == Status::ok;
                   })});
  } else {
    fmt::print("CompiledDynamics: skipped, {}\n", compiled.note());
  }
  all.push_back({"inverse|library", over_states([&arena, f = VectorX(6)](std::size_t i) mutable {
                   return inverse_dynamics(arena.robot, arena.motions[i], arena.workspace, f) == Status::ok;
                 })});
  all.push_back({"forward|library", over_states([&arena, a = VectorX(6)](std::size_t i) mutable {
                   return forward_dynamics(arena.robot, arena.motions[i], arena.forces[i], arena.workspace, a) ==
                          Status::ok;
                 })});
}

// A plug-in of bench/peers; it stays loaded to the end.
std::unique_ptr<peer::Engine> load(const std::string& file, const Arena& arena) {
  using Make = peer::Engine* (*)(const oracle::Mechanism&, int, const std::vector<peer::State>&);
  void* opened = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto make = opened ? reinterpret_cast<Make>(dlsym(opened, "make_peer")) : nullptr;
  if (!make) throw std::runtime_error(fmt::format("{} is no rival: {}", file, dlerror()));
  return std::unique_ptr<peer::Engine>(
      make(oracle::to_mechanism(arena.robot), arena.robot.mechanism().output->body, arena.states));
}

void add_peer(Arena& arena, peer::Engine& engine, std::vector<Contender>& all) {
  all.push_back({"inverse|" + engine.name(), over_states([&engine, f = VectorX(6)](std::size_t i) mutable {
                   engine.inverse(i, f.data());
                   return f.allFinite();
                 })});
  all.push_back({"forward|" + engine.name(), over_states([&engine, &arena, a = VectorX(6)](std::size_t i) mutable {
                   engine.forward(i, arena.forces[i].data(), a.data());
                   return a.allFinite();
                 })});
}

// The fastest rival, and how much faster each of ours is; of the generated code the best column.
void print_ratios(const std::string& robot, const std::string& what, const std::map<std::string, double>& best,
                  const std::vector<std::string>& peers) {
  double rival = std::numeric_limits<double>::infinity();
  for (const std::string& name : peers) rival = std::min(rival, best.at(what + "|" + name));
  std::map<std::string, double> ours;
  for (const auto& [name, time] : best) {
    const std::string row = name.substr(0, name.find('|'));
    if (!row.starts_with(what) || row == what) continue;
    const auto at = ours.try_emplace("generated: " + row, time).first;
    at->second = std::min(at->second, time);
  }
  for (const char* name : {"library", "library, CompiledDynamics"}) {
    if (const auto found = best.find(what + "|" + name); found != best.end()) ours[name] = found->second;
  }
  for (const std::string& name : peers) ours[name] = best.at(what + "|" + name);
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [name, time] : ours) sorted.emplace_back(time, name);
  std::sort(sorted.begin(), sorted.end());
  fmt::print("\n{:48}{:>14}{:>26}\n", robot + ", " + what + " dynamics, best of run", "us per state",
             "best rival / this");
  for (const auto& [time, name] : sorted) {
    fmt::print("{:48}{:14.3f}", name, 1e6 * time);
    if (peers.empty())
      fmt::print("{:>26}\n", "no rival");
    else
      fmt::print("{:26.1f}\n", rival / time);
  }
}

void run(const std::string& robot, const std::vector<std::string>& plugins, const std::string& folder) {
  Arena arena(robot);
  GeneratedRows generated(arena, folder);
  std::vector<Contender> all = std::move(generated.contenders);
  CompiledDynamics compiled(arena.robot);
  add_library(arena, compiled, all);
  std::vector<std::unique_ptr<peer::Engine>> engines;
  std::vector<std::string> peers;
  for (const std::string& plugin : plugins) {
    engines.push_back(load(plugin, arena));
    fmt::print("{}\n", arena.check(*engines.back()));
    add_peer(arena, *engines.back(), all);
    peers.push_back(engines.back()->name());
  }
  fmt::print("all agree; timing\n");
  measure(all);
  std::map<std::string, double> best;
  for (const Contender& contender : all) best[contender.name] = contender.best;
  generated.print(best);
  print_ratios(robot, "inverse", best, peers);
  print_ratios(robot, "forward", best, peers);
}

}  // namespace
}  // namespace jourdain

int main(int argc, char** argv) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  std::string folder = (std::filesystem::temp_directory_path() / "jourdain-peers-XXXXXX").string();
  int result = 1;
  if (!mkdtemp(folder.data())) return result;
  try {
    // Anchors in no plane, and the hexapod of the paper with coplanar, mirrored ones.
    for (const char* robot : {"hexapod", "palida"}) {
      fmt::print("{}{}\n", result == 1 ? "" : "\n", robot);
      jourdain::run(robot, {argv + 1, argv + argc}, folder + "/" + robot);
      result = 0;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    result = 1;
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return result;
}
