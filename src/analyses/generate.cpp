// Code for a controller.
#include "codegen/generate.hpp"
#include "analyses/analysis.hpp"
#include "analyses/code_arguments.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain {
namespace {

struct GenerateOptions {
  CodeArguments code{.what = "inverse-dynamics"};
  CodeOptions target;
  CodeParameters parameters = CodeParameters::trimmed;
  std::string simplify, out;
  bool constants = false, force = false;
};

void show_fields(OptionVisitor& visitor, GenerateOptions& options) {
  show_fields(visitor, options.code);
  visitor.one_of({.name = "target", .help = "Language (cpp: a C++ header, batch: C for batches of states)"},
                 options.target.target);
  visitor.one_of({.name = "scalar", .help = "Numbers of the code"}, options.target.scalar);
  visitor.one_of({.name = "legs",
                  .help = "Legs in straight lines (unrolled), as functions called for each, or at once in the lanes of "
                          "a vector"},
                 options.target.legs);
  visitor.one_of({.name = "parameters",
                  .help = "What is zero in the model is none and what is tied stays so (trimmed), or any value and a "
                          "payload (full)"},
                 options.parameters);
  visitor.flag({.name = "constants", .help = "Masses and friction as constants, not as parameters"}, options.constants);
  show_simplify(visitor, simpler_bodies, options.simplify);
  visitor.file({.name = "out", .help = "Folder to write", .type = "DIR", .required = true}, FileRole::output_folder,
               options.out);
  visitor.flag({.name = "force", .help = "Replace files of the folder that no generator wrote, too"}, options.force);
}

RobotCodeOptions code_options(const Robot& robot, const GenerateOptions& options, const Job& job) {
  FunctionCountOptions asked = function_options(robot, options.code);
  RobotCodeOptions code;
  code.functions = std::move(asked.functions);
  code.derivatives = std::move(asked.derivatives);
  code.mode = asked.mode;
  code.cost = asked.cost;
  code.trace.pose = asked.pose;
  code.trace.friction = asked.friction;
  code.trace.parameters = !options.constants;
  if (options.parameters == CodeParameters::full && options.constants)
    throw Error(ErrorKind::usage, "--parameters full and --constants: code without parameters cannot have them all");
  code.parameters = options.parameters;
  if (options.target.scalar == CodeScalar::single_precision) {
    code.smallest_divisor = smallest_divisor_float;
    code.trace.single_precision = true;
  }
  code.progress = [&job](std::string_view step) {
    stop_if_cancelled(job);
    job.tell(step);
  };
  return code;
}

std::vector<CountRow> function_rows(const GeneratedLibrary& library, LegCode legs) {
  std::vector<CountRow> rows;
  for (const GeneratedFunction& f : library.functions) rows.push_back({{f.name}, generated_count(f, legs)});
  return rows;
}

void add_counts(const std::string& suffix, const std::string& title, const std::vector<CountRow>& rows,
                Answer& answer) {
  const std::vector<Column> names{{"function", "function"}};
  answer.add(counts_table("functions" + suffix, title, names, rows));
  Answer load{"load" + suffix, "When parameters are loaded"};
  load.folded = true;
  load.add(counts_table("functions", title, names, rows, true));
  answer.sections.push_back(std::move(load));
}

// Sources of the folder that are not among the files: "cc *.c" would build them, too.
std::vector<std::string> other_sources(const std::string& folder, const std::vector<GeneratedFile>& files) {
  std::vector<std::string> others;
  std::error_code none;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    const bool source = entry.path().extension() == ".c" || entry.path().extension() == ".cpp";
    if (source && std::ranges::find(files, name, &GeneratedFile::name) == files.end()) others.push_back(name);
  }
  std::ranges::sort(others);
  return others;
}

Answer generated_code(const Subject& subject, const GenerateOptions& options, const Job& job) {
  Answer answer;
  const Robot robot = changed_robot(subject, "", options.simplify, answer.warnings);
  warn_of_idle_spins(robot, answer.warnings);
  RobotCodeOptions code = code_options(robot, options, job);
  RobotTracer tracer(robot);
  const GeneratedLibrary library = robot_library(tracer, code);
  const std::vector<GeneratedFile> files = generate(library, options.target);
  // What the same functions count without the price of parameters that can have any value.
  std::vector<CountRow> trimmed;
  if (code.parameters == CodeParameters::full) {
    code.parameters = CodeParameters::trimmed;
    code.samples = 0;
    trimmed = function_rows(robot_library(tracer, code), options.target.legs);
  }
  const Replace replace = options.force ? Replace::any : Replace::generated;
  answer.folder = AnswerFolder{options.out, open_code_folder(files, options.out, replace)};
  for (const GeneratedFile& file : files) answer.folder->files.push_back({file.name, "", false, file.text});

  answer.title = marked_name(robot.mechanism());
  answer.model = robot.mechanism().name;
  add_counts("", "", function_rows(library, options.target.legs), answer);
  if (!trimmed.empty()) add_counts("_trimmed", "The same with --parameters trimmed", trimmed, answer);
  const char* build = options.target.target == CodeTarget::cpp ? "c++ -std=c++17 *.cpp" : "cc *.c -lm";
  Facts facts{"code", ""};
  facts.facts = {{"library", "library", library.name, library.name_note},
                 {"folder", "folder", options.out},
                 {"files", "files", count_of(files.size())},
                 {"try", "try it", fmt::format("cd {} && {} && ./a.out", options.out, build)}};
  const std::vector<std::string> others = other_sources(options.out, files);
  if (!others.empty()) {
    facts.facts.push_back({"other_sources", "other sources there", joined(others)});
    answer.warnings.push_back(fmt::format(
        "the folder has sources that are no part of this code: {}; the line above builds them, too", joined(others)));
  }
  answer.add(std::move(facts));
  return answer;
}

}  // namespace

extern constinit const Analysis generate_analysis{
    .name = "generate",
    .what =
        "Code for a controller: a folder with sources, header, README and a self-test that builds by itself. No heap, "
        "no globals; masses and friction are parameters that can be changed later.",
    .examples = "jourdain generate palida --what inverse-dynamics,mass-matrix --out palida-c",
    .ask = QuestionOf<GenerateOptions, generated_code>::ask};

}  // namespace jourdain
