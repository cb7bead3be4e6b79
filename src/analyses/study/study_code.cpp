#include "analyses/study/study_run.hpp"

#include "codegen/generate.hpp"
#include "codegen/run_program.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

namespace jourdain {
namespace {

struct SelfTestResult {
  bool ran = false;
  bool passed = false;
  std::string text;  // what the test printed; why it could not run if it did not
};

std::string whole_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// Builds the C sources among the files in a scratch folder, with the compiler that the environment variable CC names,
// else cc, and runs the program.
SelfTestResult run_self_test(const std::vector<GeneratedFile>& files) {
  const TemporaryPath scratch = make_scratch_folder();
  const std::filesystem::path folder = scratch.path();
  write_files(files, folder.string());
  const char* named = std::getenv("CC");
  const std::string compiler = named && *named ? named : "cc";
  const std::filesystem::path program = folder / "self_test", messages = folder / "messages.txt";
  std::vector<std::string> command{compiler, "-O1", "-o", program.string()};
  for (const GeneratedFile& file : files) {
    if (file.name.ends_with(".c")) command.push_back((folder / file.name).string());
  }
  command.emplace_back("-lm");
  SelfTestResult result;
  if (const int code = run_program(command, messages); code != 0) {
    result.text = code < 0 ? fmt::format("the compiler '{}' cannot be started", compiler)
                           : fmt::format("the compiler '{}' failed: {}", compiler, whole_text(messages).substr(0, 400));
    return result;
  }
  result.ran = true;
  result.passed = run_program({program.string()}, messages) == 0;
  result.text = whole_text(messages);
  return result;
}

// Generated code against the engine along the motion.
struct CodeRace {
  double difference = 0;                             // largest, of the largest force
  double engine = unlimited, generated = unlimited;  // microseconds per call, at the fastest state
  int states = 0;
};

CodeRace compare_code(const Motion& motion, CompiledDynamics& compiled) {
  const Robot& robot = motion.robot();
  const int motors = static_cast<int>(robot.motor_joints().size());
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

StepResult study_code(StudyRun& run, Answer& section) {
  const Robot& robot = run.identified ? *run.identified : run.robot;
  if (robot.motor_joints().empty()) throw LeftOut{"the robot has no motors"};
  GeneratedLibrary library;
  try {
    library = robot_library(robot);
  } catch (const Error& error) {
    throw LeftOut{error.what()};
  }
  const std::vector<GeneratedFile> files = generate(library, CodeOptions{});
  for (const GeneratedFile& file : files) run.files.push_back({"c/" + file.name, file.text});
  const SelfTestResult test = run_self_test(files);
  const ProgramCount count = generated_count(library.functions.front(), LegCode::automatic);
  add_text(
      section, "what",
      fmt::format("Inverse dynamics{} as plain C99 in the folder `c`: no heap, no globals, nothing but math.h, with "
                  "a self-test.",
                  run.identified ? " with the identified parameters" : ""));
  Facts facts{"code",
              "",
              {{"operations", "operations", count_of(count.call.total()),
                fmt::format("and {} roots, {} sines and cosines", count.call.square_roots, count.call.trigonometric)},
               {"self_test",
                "self-test",
                {test.ran ? (test.passed ? "passed" : "failed") : "not run", test.passed ? Tone::good
                                                                             : test.ran  ? Tone::bad
                                                                                         : Tone::caution},
                test.text.substr(0, test.text.find('\n'))}}};
  std::string agreement;
  if (run.motion && test.ran) {
    CompiledDynamics compiled(robot);
    if (compiled.is_compiled()) {
      const CodeRace race = compare_code(run.motion->on(robot), compiled);
      const double second = 1e-6;
      facts.facts.push_back({"time", "time per call", Number{second * race.generated, Measure::time},
                             fmt::format("this machine; general engine {:.2f} µs", race.engine)});
      facts.facts.push_back({"difference",
                             "difference to the engine",
                             {Number{race.difference}, race.difference < 1e-9 ? Tone::good : Tone::caution},
                             fmt::format("of the largest force, {} states", race.states)});
      agreement = fmt::format(", {:.2f} µs per call", race.generated);
    }
  }
  section.add(std::move(facts));
  section.add(table_of<GeneratedFile>("files", "Files", files,
                                      {{"file", "file", [](const auto& file) { return Cell("c/" + file.name); }},
                                       {"bytes", "size", [](const auto& file) {
                                          return measured(static_cast<double>(file.text.size()), Measure::bytes);
                                        }}}));
  section.add(Code{"build", "", "cd c && cc *.c -lm && ./a.out", "sh"});
  // A machine without a compiler says nothing about the robot.
  if (!test.ran) return {Tone::plain, "C was generated, but not tested: " + test.text, {}};
  if (!test.passed) return {Tone::bad, "The generated C fails its self-test: " + test.text, {}};
  return {
      Tone::good, fmt::format("Generated C: {} operations{}, self-test passed.", count.call.total(), agreement), {}};
}

}  // namespace jourdain
