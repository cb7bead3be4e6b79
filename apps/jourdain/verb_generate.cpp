// jourdain generate, jourdain count.
#include "arguments.hpp"
#include "robot_text.hpp"

#include "jourdain/codegen/generate.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/core/suggest.hpp"
#include "jourdain/expression/simplify.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace jourdain::cli {
namespace {

// The value whose word the text is.
template <typename Value, std::size_t N>
Value parse_word(const std::string& option, const char* kind, const std::string& text, const Value (&values)[N]) {
  std::vector<std::string> words;
  for (Value value : values) {
    words.emplace_back(to_string(value));
    if (words.back() == text) return value;
  }
  const std::string near = suggest(text, words);
  const std::string hint =
      near.empty() ? fmt::format("choose of {}", fmt::join(words, ", ")) : fmt::format("did you mean '{}'?", near);
  throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no {}: {}", option, text, kind, hint));
}

// A list of such words, each once.
template <typename Value, std::size_t N>
std::vector<Value> parse_words(const std::string& option, const char* kind, const std::string& text,
                               const Value (&values)[N]) {
  std::vector<Value> result;
  for (const Entry& entry : split_list(option, text)) {
    const Value value = parse_word(option, kind, entry.text, values);
    if (std::ranges::find(result, value) != result.end())
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is given twice", option, entry.text));
    result.push_back(value);
  }
  return result;
}

std::vector<VariableGroup> parse_groups(const std::string& text) {
  if (text.empty()) return {};
  return parse_words("--derivatives", "group of variables", text, variable_groups);
}

std::optional<DerivativeMode> parse_mode(const std::string& text) {
  if (text.empty()) return {};
  return text == "forward" ? DerivativeMode::forward : DerivativeMode::reverse;
}

CostModel parse_cost(const std::string& text) { return text == "time" ? CostModel::time : CostModel::operations; }

RobotCodeOptions code_options(const GenerateOptions& options) {
  RobotCodeOptions code;
  code.functions = parse_words("--what", "function", options.what, robot_functions);
  code.derivatives = parse_groups(options.derivatives);
  code.mode = parse_mode(options.mode);
  code.cost = parse_cost(options.cost);
  code.trace.pose = options.pose == "rotation" ? PoseInput::rotation : PoseInput::cardan;
  code.trace.friction = !options.no_friction;
  code.trace.parameters = !options.constants;
  if (options.scalar == "float") code.smallest_divisor = smallest_divisor_float;
  return code;
}

Json count_json(const OperationCount& c) {
  return {{"additions", c.additions}, {"multiplications", c.multiplications}, {"divisions", c.divisions},
          {"total", c.total()},       {"square_roots", c.square_roots},       {"trigonometric", c.trigonometric}};
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

// One row of the table of counts.
struct CountedForm {
  std::string function, form;
  ProgramCount counted;
};

// The program of a function, or nothing where the robot has none.
std::optional<Program> traced(const Robot& robot, RobotFunction function, const TraceOptions& options) {
  try {
    return trace(robot, function, options);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// Counts of a function's derivatives.
void count_derivatives(const Program& program, const std::string& function, const char* form,
                       const CountOptions& options, std::vector<CountedForm>& rows) {
  for (VariableGroup group : parse_groups(options.derivatives)) {
    if (derivative_columns(program, group).empty()) continue;
    const Program d = differentiate(program, group, parse_cost(options.cost), parse_mode(options.mode));
    rows.push_back(
        {fmt::format("{} by {}", function, to_string(group)), fmt::format("{}, simplified", form), count(d)});
  }
}

std::vector<CountedForm> count_forms(const Robot& robot, const CountOptions& options) {
  const Progress progress("counting");
  std::vector<CountedForm> rows;
  for (RobotFunction function : robot_functions) {
    TraceOptions trace_options;
    trace_options.pose = options.pose == "rotation" ? PoseInput::rotation : PoseInput::cardan;
    trace_options.friction = !options.no_friction;
    std::optional<Program> general;
    for (TraceForm form : {TraceForm::general, TraceForm::best}) {
      trace_options.form = form;
      const std::optional<Program> program = traced(robot, function, trace_options);
      if (!program || (form == TraceForm::best && program == general)) continue;
      general = program;
      const std::string name(to_string(function));
      const char* word = form == TraceForm::general ? "general" : "by legs";
      rows.push_back({name, fmt::format("{}, as traced", word), count(*program)});
      const Program simplified = simplify(*program, parse_cost(options.cost));
      rows.push_back({name, fmt::format("{}, simplified", word), count(simplified)});
      count_derivatives(simplified, name, word, options, rows);
    }
  }
  return rows;
}

}  // namespace

int run_generate(const GenerateOptions& options) {
  const Robot robot = Robot::from_file(options.model);
  const RobotCodeOptions code = code_options(options);
  CodeOptions target;
  target.target = options.target == "cpp"     ? CodeTarget::cpp
                  : options.target == "batch" ? CodeTarget::batch
                                              : CodeTarget::c99;
  target.scalar = options.scalar == "float" ? CodeScalar::single_precision : CodeScalar::double_precision;
  std::vector<GeneratedFile> files;
  GeneratedLibrary library;
  {
    const Progress progress("generating");
    library = robot_library(robot, code);
    files = generate(library, target);
    write_files(files, options.out);
  }
  Json json = answer("generate", robot);
  json["ok"] = true;
  json["out"] = options.out;
  Table table({"function", ">+ -", ">* /", ">total", ">roots", ">trigonometric", ">at loading"});
  for (const GeneratedFunction& f : library.functions) {
    const ProgramCount c = count(f.program);
    json["functions"].push_back({{"name", f.name}, {"call", count_json(c.call)}, {"load", count_json(c.load)}});
    table.add({f.name, std::to_string(c.call.additions), std::to_string(c.call.multiplications + c.call.divisions),
               std::to_string(c.call.total()), std::to_string(c.call.square_roots),
               std::to_string(c.call.trigonometric), std::to_string(c.load.total())});
  }
  for (const GeneratedFile& file : files) json["files"].push_back(file.name);
  const std::vector<std::string> others = other_sources(options.out, files);
  json["other_sources"] = others;
  if (options.json) {
    print_json(json);
    return exit_ok;
  }
  fmt::print("{}\n\n", robot.mechanism().name);
  table.print();
  fmt::print("\nwritten: {} files in {}; try it: cd {} && ", files.size(), options.out, options.out);
  fmt::print("{}\n", options.target == "cpp" ? "c++ -std=c++17 *.cpp && ./a.out" : "cc *.c -lm && ./a.out");
  if (!others.empty()) {
    warn(fmt::format("the folder has sources that are no part of this code: {}; the line above builds them, too",
                     fmt::join(others, ", ")));
  }
  return exit_ok;
}

int run_count(const CountOptions& options) {
  const Robot robot = Robot::from_file(options.model);
  const std::vector<CountedForm> rows = count_forms(robot, options);
  if (options.json) {
    Json json = answer("count", robot);
    json["ok"] = !rows.empty();
    json["rule"] = counting_rule;
    for (const CountedForm& row : rows) {
      json["counts"].push_back({{"function", row.function},
                                {"form", row.form},
                                {"call", count_json(row.counted.call)},
                                {"load", count_json(row.counted.load)}});
    }
    print_json(json);
    return rows.empty() ? exit_bad_result : exit_ok;
  }
  fmt::print("{}\n\n", robot.mechanism().name);
  Table table({"function", "form", ">+ -", ">* /", ">total", ">roots", ">trigonometric", ">at loading"});
  for (const CountedForm& row : rows) {
    const OperationCount& c = row.counted.call;
    table.add({row.function, row.form, std::to_string(c.additions), std::to_string(c.multiplications + c.divisions),
               std::to_string(c.total()), std::to_string(c.square_roots), std::to_string(c.trigonometric),
               std::to_string(row.counted.load.total())});
  }
  table.print();
  fmt::print("\n{}\n", counting_rule);
  return rows.empty() ? exit_bad_result : exit_ok;
}

}  // namespace jourdain::cli
