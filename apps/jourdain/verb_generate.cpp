// jourdain generate.
#include "analyses/arguments.hpp"
#include "code_arguments.hpp"
#include "robot_text.hpp"

#include "codegen/generate.hpp"
#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "trace/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain::cli {
namespace {

LegCode parse_legs(const std::string& text) {
  if (text == "unrolled") return LegCode::unrolled;
  if (text == "functions") return LegCode::functions;
  return text == "lanes" ? LegCode::lanes : LegCode::automatic;
}

RobotCodeOptions code_options(const Robot& robot, const GenerateOptions& options) {
  RobotCodeOptions code;
  code.functions = parse_functions(options.what);
  code.derivatives = parse_groups(options.derivatives);
  code.mode = parse_mode(options.mode);
  code.cost = parse_cost(options.cost);
  code.trace.pose = parse_pose(robot, options.pose);
  code.trace.friction = !options.no_friction;
  code.trace.parameters = !options.constants;
  if (options.parameters == "full") {
    if (options.constants)
      throw Error(ErrorKind::usage, "--parameters full and --constants: code without parameters cannot have them all");
    code.parameters = CodeParameters::full;
  }
  if (options.scalar == "float") {
    code.smallest_divisor = smallest_divisor_float;
    code.trace.single_precision = true;
  }
  return code;
}

// What the same functions count with --parameters trimmed.
std::vector<ProgramCount> trimmed_counts(RobotTracer& tracer, RobotCodeOptions code, LegCode legs) {
  Progress progress("counting with trimmed parameters");
  code.parameters = CodeParameters::trimmed;
  code.samples = 0;
  code.progress = {};
  std::vector<ProgramCount> counts;
  for (const GeneratedFunction& f : robot_library(tracer, code).functions) counts.push_back(generated_count(f, legs));
  return counts;
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

}  // namespace

int run_generate(const GenerateOptions& options) {
  const Robot robot = robot_of(options);
  warn_of_idle_spins(robot);
  RobotCodeOptions code = code_options(robot, options);
  CodeOptions target;
  target.target = options.target == "cpp"     ? CodeTarget::cpp
                  : options.target == "batch" ? CodeTarget::batch
                                              : CodeTarget::c99;
  target.scalar = options.scalar == "float" ? CodeScalar::single_precision : CodeScalar::double_precision;
  target.legs = parse_legs(options.legs);
  std::vector<GeneratedFile> files;
  GeneratedLibrary library;
  RobotTracer tracer(robot);
  {
    Progress progress("generating");
    code.progress = [&](std::string_view step) { progress.tell(std::string(step)); };
    library = robot_library(tracer, code);
    progress.tell("writing");
    files = generate(library, target);
    write_files(files, options.out, options.force ? Replace::any : Replace::generated);
  }
  std::vector<ProgramCount> trimmed;
  if (code.parameters == CodeParameters::full) trimmed = trimmed_counts(tracer, code, target.legs);
  Json json = answer("generate", robot);
  json["ok"] = true;
  json["out"] = options.out;
  json["library"] = library.name;
  Table table(count_columns({"function"}));
  for (const GeneratedFunction& f : library.functions) {
    const ProgramCount c = generated_count(f, target.legs);
    json["functions"].push_back({{"name", f.name}, {"call", count_json(c.call)}, {"load", count_json(c.load)}});
    table.add(count_cells({f.name}, c));
  }
  // The price of parameters that can have any value.
  for (std::size_t i = 0; i < trimmed.size(); ++i) {
    json["functions"][i]["trimmed"] = {{"call", count_json(trimmed[i].call)}, {"load", count_json(trimmed[i].load)}};
    table.add(count_cells({fmt::format("{}, trimmed", library.functions[i].name)}, trimmed[i]));
  }
  for (const GeneratedFile& file : files) json["files"].push_back(file.name);
  const std::vector<std::string> others = other_sources(options.out, files);
  json["other_sources"] = others;
  if (options.json) {
    print_json(json);
    return exit_ok;
  }
  print_text("{}\n\n", marked_name(robot.mechanism()));
  table.print();
  print_text("\nwritten: {} files in {}; try it: cd {} && ", files.size(), options.out, options.out);
  print_text("{}\n", options.target == "cpp" ? "c++ -std=c++17 *.cpp && ./a.out" : "cc *.c -lm && ./a.out");
  if (!library.name_note.empty()) print_text("{}\n", library.name_note);
  if (!others.empty()) {
    warn(fmt::format("the folder has sources that are no part of this code: {}; the line above builds them, too",
                     joined(others)));
  }
  return exit_ok;
}

}  // namespace jourdain::cli
