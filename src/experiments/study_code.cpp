#include "experiments/study_run.hpp"

#include "codegen/run_self_test.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"
#include "trace/robot_library.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>

namespace jourdain {
namespace {

// Generated code against the engine along the motion.
struct CodeRace {
  double difference = 0;                             // largest, of the largest force
  double engine = unlimited, generated = unlimited;  // microseconds per call, at the fastest state
  int states = 0;
};

CodeRace compare_code(const Trajectory& motion, CompiledDynamics& compiled) {
  const Robot& robot = motion.robot();
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX engine = VectorX::Zero(motors), generated = VectorX::Zero(motors);
  Workspace workspace(robot), other(robot);
  Follower follow(motion);
  CodeRace race;
  double largest = 0, difference = 0;
  constexpr int states = 200, repeats = 20;
  using Clock = std::chrono::steady_clock;
  const auto microseconds = [](Clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); };
  for (int k = 0; k < states; ++k) {
    if (follow(motion.duration() * k / (states - 1), workspace) != Status::ok) continue;
    other = workspace;
    bool ok = true;
    const auto start = Clock::now();
    for (int r = 0; r < repeats; ++r) ok = inverse_dynamics(robot, workspace, engine) == Status::ok && ok;
    const auto middle = Clock::now();
    for (int r = 0; r < repeats; ++r) ok = compiled(other, generated) == Status::ok && ok;
    const auto end = Clock::now();
    if (!ok) continue;
    ++race.states;
    race.engine = std::min(race.engine, microseconds(middle - start) / repeats);
    race.generated = std::min(race.generated, microseconds(end - middle) / repeats);
    largest = std::max(largest, engine.cwiseAbs().maxCoeff());
    difference = std::max(difference, (engine - generated).cwiseAbs().maxCoeff());
  }
  race.difference = largest > 0 ? difference / largest : 0;
  return race;
}

}  // namespace

StepResult study_code(StudyRun& run, PageSection& section) {
  const Robot& robot = run.identified ? *run.identified : run.robot;
  if (robot.actuators().empty()) throw LeftOut{"the robot has no motors"};
  GeneratedLibrary library;
  try {
    library = robot_library(robot);
  } catch (const Error& error) {
    throw LeftOut{error.what()};
  }
  const std::vector<GeneratedFile> files = generate(library, CodeOptions{});
  for (const GeneratedFile& file : files) run.files.push_back({run.path("c/" + file.name), file.text});
  const SelfTestResult test = run_self_test(files);
  const ProgramCount count = generated_count(library.functions.front(), LegCode::automatic);
  section.elements.emplace_back(PageText{fmt::format("Inverse dynamics{} as plain C99 in the folder `c`: no heap, no "
                                                     "globals, nothing but math.h, with a self-test.",
                                                     run.identified ? " with the identified parameters" : ""),
                                         Tone::plain});
  PageFigures figures;
  figures.figures.push_back(
      {"operations", fmt::format("{}", count.call.total()),
       fmt::format("and {} roots, {} sines and cosines", count.call.square_roots, count.call.trigonometric),
       Tone::plain});
  figures.figures.push_back({"self-test", test.ran ? (test.passed ? "passed" : "failed") : "not run",
                             test.text.substr(0, test.text.find('\n')),
                             test.passed ? Tone::good
                             : test.ran  ? Tone::bad
                                         : Tone::caution});
  std::string agreement;
  if (run.motion && test.ran) {
    CompiledDynamics compiled(robot);
    if (compiled.is_compiled()) {
      const CodeRace race = compare_code(run.motion->on(robot), compiled);
      figures.figures.push_back({"time per call", fmt::format("{:.2f} µs", race.generated),
                                 fmt::format("this machine; general engine {:.2f} µs", race.engine), Tone::plain});
      figures.figures.push_back({"difference to the engine", fmt::format("{:.1g}", race.difference),
                                 fmt::format("of the largest force, {} states", race.states),
                                 race.difference < 1e-9 ? Tone::good : Tone::caution});
      agreement = fmt::format(", {:.2f} µs per call", race.generated);
    }
  }
  section.elements.emplace_back(std::move(figures));
  PageTable table;
  table.title = "Files";
  table.columns = {{"file", ""}, {"bytes", ""}};
  for (const GeneratedFile& file : files) table.rows.push_back({"c/" + file.name, static_cast<int>(file.text.size())});
  section.elements.emplace_back(std::move(table));
  section.elements.emplace_back(PageCode{"cd c && cc *.c -lm && ./a.out"});
  // A machine without a compiler says nothing about the robot.
  if (!test.ran) return {Tone::plain, "C was generated, but not tested: " + test.text, {}};
  if (!test.passed) return {Tone::bad, "The generated C fails its self-test: " + test.text, {}};
  return {
      Tone::good, fmt::format("Generated C: {} operations{}, self-test passed.", count.call.total(), agreement), {}};
}

}  // namespace jourdain
