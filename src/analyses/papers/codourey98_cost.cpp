// [Codourey98] table 1: what the DELTA's computations cost.
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "codegen/compiled.hpp"
#include "codegen/generate.hpp"
#include "codegen/run_program.hpp"
#include "expression/count.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "trace/code/robot_library.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>

namespace jourdain {
namespace {

// Lines "  1f:	mulsd  %xmm0,%xmm1" of a listing.
int listed_instructions(const std::filesystem::path& listing) {
  std::ifstream stream(listing);
  int count = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find_first_not_of(' '), colon = line.find(":\t");
    if (first == std::string::npos || colon == std::string::npos) continue;
    if (line.find_first_not_of("0123456789abcdef", first) == colon) ++count;
  }
  return count;
}

// Instructions of each function of a library as the system's compiler makes them with -O2 for its plain target, counted
// in the listing of objdump: generated functions are straight on but for their guards, so that this is what one call
// executes, calls of sin, cos and the like being one instruction each. Nothing where there is no compiler or no
// objdump; the note says why.
std::optional<std::vector<int>> instruction_counts(const GeneratedLibrary& library, std::string& note) {
  const TemporaryPath scratch = make_scratch_folder();
  const std::filesystem::path folder = scratch.path();
  CodeOptions options;
  options.legs = LegCode::unrolled;
  std::vector<GeneratedFile> files = generate(library, options);
  std::erase_if(files, [](const GeneratedFile& file) { return file.name.ends_with("_test.c"); });
  write_files(files, folder.string());
  const std::string object = (folder / "all.so").string(), listing = (folder / "listing").string();
  std::vector<std::string> command{"cc", "-std=c99", "-O2", "-fno-math-errno", "-shared", "-fPIC", "-o", object};
  for (const GeneratedFile& file : files) {
    if (file.name.ends_with(".c")) command.push_back((folder / file.name).string());
  }
  command.push_back("-lm");
  if (run_program(command, folder / "messages") != 0) {
    note = "there is no compiler 'cc' that takes the generated code";
    return std::nullopt;
  }
  std::vector<int> counts;
  for (const GeneratedFunction& function : library.functions) {
    const std::string symbol = library.name + "_" + function.name;
    const int result = run_program({"objdump", "-d", "--no-show-raw-insn", "--disassemble=" + symbol, object}, listing);
    counts.push_back(result == 0 ? listed_instructions(listing) : 0);
    if (counts.back() == 0) {
      note = "there is no 'objdump' that lists the generated code";
      return std::nullopt;
    }
  }
  return counts;
}

// Microseconds of one call: the best of some rounds.
double microseconds(bool brief, const std::function<void(int)>& call) {
  const int calls = brief ? 200 : 4000;
  double best = unlimited;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) call(k);
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
    best = std::min(best, taken.count() / calls);
  }
  return best;
}

struct Task {
  const char* name;
  double paper;                        // microseconds
  std::optional<double> engine, code;  // microseconds
  std::optional<int> operations;       // of generated code
  std::optional<int> instructions;     // likewise
};

// Times of generated code at states along the motion.
void time_code(const Robot& robot, const std::vector<Workspace>& states, bool brief, std::vector<Task>& tasks,
               std::vector<std::string>& remarks) {
  RobotCodeOptions code;
  code.functions = {RobotFunction::inverse_kinematics, RobotFunction::inverse_dynamics, RobotFunction::mass_matrix};
  code.trace.parameters = false;
  const GeneratedLibrary library = robot_library(robot, code);
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (!compiled) remarks.push_back("No times of generated code: " + note);
  const std::optional<std::vector<int>> instructions = instruction_counts(library, note);
  if (!instructions) remarks.push_back("No instructions of generated code: " + note);
  for (std::size_t f = 0; f < library.functions.size(); ++f) {
    const GeneratedFunction& function = library.functions[f];
    Task& task = tasks[f + 1];
    task.operations = count(function.program).call.total();
    if (instructions) task.instructions = (*instructions)[f];
    if (!compiled) continue;
    const CompiledFunction call = compiled->function(function.name);
    std::vector<std::vector<double>> inputs;
    for (const Workspace& ws : states) inputs.push_back(input_values(function.program, ws));
    std::vector<double> outputs(function.program.outputs.size());
    task.code =
        microseconds(brief, [&](int k) { (void)call(inputs[static_cast<std::size_t>(k) % inputs.size()], outputs); });
  }
}

// The engine's times at states along the way, which are returned.
std::vector<Workspace> time_engine(const Robot& thirds, const Motion& motion, bool brief, std::vector<Task>& tasks) {
  std::vector<Workspace> states;
  std::vector<PlatformState> motions;
  const Motion same = motion.on(thirds);
  Follower follow(same);
  for (int k = 1; k < 40; ++k) {
    Workspace ws(thirds);
    PlatformState m;
    if (follow(motion.duration() * k / 40, ws) != Status::ok || motion.at(motion.duration() * k / 40, m) != Status::ok)
      continue;
    states.push_back(ws);
    motions.push_back(m);
  }
  const std::size_t n = states.size();
  Workspace ws(thirds);
  VectorX forces(3);
  MatrixX M(3, 3);
  PlatformState m;
  tasks[0].engine = microseconds(brief, [&](int k) { (void)motion.at(motion.duration() * (k % 997) / 997, m); });
  tasks[1].engine = microseconds(
      brief, [&](int k) { (void)inverse_kinematics(thirds, motions[static_cast<std::size_t>(k) % n], ws); });
  tasks[2].engine = microseconds(
      brief, [&](int k) { (void)inverse_dynamics(thirds, motions[static_cast<std::size_t>(k) % n], ws, forces); });
  tasks[3].engine =
      microseconds(brief, [&](int k) { (void)mass_matrix(thirds, states[static_cast<std::size_t>(k) % n], M); });
  return states;
}

}  // namespace

PaperResult codourey98_table1(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey98-table1");
  result.setting =
      "delta, semi-ellipse as in figure 7; times of one call on this machine's processor, best of five rounds; the "
      "paper's T800 is a "
      "transputer of 1987; operations are + - * / of the generated C code, a number that does not depend on the "
      "machine; instructions are those of one call, counted in the listing of the machine code, which is straight on "
      "but for its guards (cc -O2 for the plain processor, objdump)";
  const Robot robot = catalogue_robot_named("delta");
  const Robot thirds(simplified(robot.mechanism(), Simplification::thirds));
  const Motion motion =
      load_motion(
          robot,
          "pick from={x: -125 mm, y: 0, z: -400 mm} to={x: 125 mm, y: 0, z: -400 mm} height=100mm duration=166.6667ms")
          .motion;
  std::vector<Task> tasks{{"motion", 149, {}, {}, {}, {}},
                          {"coordinate transformation", 244, {}, {}, {}, {}},
                          {"dynamics", 704, {}, {}, {}, {}},
                          {"mass matrix", 233, {}, {}, {}, {}}};
  const std::vector<Workspace> states = time_engine(thirds, motion, options.brief, tasks);
  if (options.compile) time_code(thirds, states, options.brief, tasks, result.remarks);
  ResultTable table{"times",
                    "time of one call, microseconds; robot with the masses of (50) and (58)",
                    {"task", "engine", "generated C", "operations of generated C", "instructions of generated C",
                     "paper, T800", "paper over generated C"},
                    {}};
  double slowest = 0;
  for (const Task& task : tasks) {
    const double best = task.code.value_or(*task.engine);
    slowest = std::max(slowest, best / task.paper);
    table.rows.push_back({task.name, measured_cell(*task.engine),
                          task.code ? measured_cell(*task.code) : ResultCell(""),
                          task.operations ? ResultCell(*task.operations) : ResultCell(""),
                          task.instructions ? ResultCell(*task.instructions) : ResultCell(""), task.paper,
                          measured_cell(task.paper / best)});
  }
  result.tables.push_back(std::move(table));
  result.claims.push_back(
      {"all of it fits into a sampling interval of 1 ms (149 + 244 + 704 + 233 = 1330 microseconds, on three "
       "transputers)",
       slowest < 1 ? "every task is far below the paper's time on one core"
                   : "some task is slower than on the transputer",
       slowest < 1, ""});
  result.remarks.push_back(
      "Transformation: pose, rates and accelerations of the motors from the plate's. Dynamics holds its own "
      "kinematics, so that the tasks "
      "overlap here. The paper's dynamics is (58), its mass matrix (50); gravity's halves make no difference to the "
      "work.");
  result.remarks.push_back(
      "A processor of today does some thousand times as many operations a second as a T800; the counts of operations "
      "are what compares the methods. The motion is evaluated by the engine and is not generated.");
  return result;
}

}  // namespace jourdain
