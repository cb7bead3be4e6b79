#include "analyses/code_arguments.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "model/text_list.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// A list of words of these values, each once; none for an empty text.
template <typename Value, std::size_t N>
std::vector<Value> parse_words(const std::string& option, const char* kind, const std::string& text,
                               const Value (&values)[N]) {
  std::vector<std::string> all;
  for (const Value value : values) all.emplace_back(to_string(value));
  std::vector<Value> result;
  if (text.empty()) return result;
  for (const ListEntry& entry : split_list(option, text)) {
    const auto found = std::ranges::find(all, entry.text);
    if (found == all.end()) {
      const std::string near = suggest(entry.text, all);
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no {}: {}", option, entry.text, kind,
                                                near.empty() ? fmt::format("choose of {}", joined(all))
                                                             : fmt::format("did you mean '{}'?", near)));
    }
    const Value value = values[found - all.begin()];
    if (std::ranges::find(result, value) != result.end())
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is given twice", option, entry.text));
    result.push_back(value);
  }
  return result;
}

}  // namespace

std::span<const std::string_view> words(CostModel) {
  static constexpr std::string_view all[] = {"operations", "time"};
  return all;
}
std::span<const std::string_view> words(PoseInput) {
  static constexpr std::string_view all[] = {"cardan", "rotation"};
  return all;
}
std::span<const std::string_view> words(CodeParameters) {
  static constexpr std::string_view all[] = {"trimmed", "full"};
  return all;
}
std::span<const std::string_view> words(CodeTarget) {
  static constexpr std::string_view all[] = {"c99", "cpp", "batch"};
  return all;
}
std::span<const std::string_view> words(CodeScalar) {
  static constexpr std::string_view all[] = {"double", "float"};
  return all;
}
std::span<const std::string_view> words(LegCode) {
  static constexpr std::string_view all[] = {"auto", "unrolled", "functions", "lanes"};
  return all;
}

void show_fields(OptionVisitor& visitor, CodeArguments& arguments) {
  static const std::string functions = [] {
    std::vector<std::string_view> all;
    for (const RobotFunction function : robot_functions) all.push_back(to_string(function));
    return fmt::format("Functions: {}", joined(all));
  }();
  static const std::string of_robot = functions + "; default: all that the robot has";
  static const std::string groups = [] {
    std::vector<std::string_view> all;
    for (const VariableGroup group : variable_groups) all.push_back(to_string(group));
    return fmt::format("Derivatives of each function, too, by: {}", joined(all));
  }();
  visitor.text({.name = "what", .help = arguments.what.empty() ? of_robot : functions, .type = "LIST"}, arguments.what);
  visitor.one_of({.name = "cost", .help = "What is made small"}, arguments.cost);
  visitor.one_of({.name = "pose", .help = "Orientation as Cardan angles or as a rotation matrix"}, arguments.pose);
  visitor.text({.name = "derivatives", .help = groups, .type = "LIST"}, arguments.derivatives);
  static constexpr std::string_view modes[] = {"cheaper", "forward", "reverse"};
  visitor.choice({.name = "mode", .help = "How derivatives are formed", .goes_with = "derivatives"}, modes,
                 arguments.mode);
  visitor.flag({.name = "no-friction", .help = "Leave friction out"}, arguments.no_friction);
}

FunctionCountOptions function_options(const Robot& robot, const CodeArguments& arguments) {
  FunctionCountOptions options;
  options.functions = parse_words("--what", "function", arguments.what, robot_functions);
  options.derivatives = parse_words("--derivatives", "group of variables", arguments.derivatives, variable_groups);
  if (arguments.mode > 0) options.mode = static_cast<DerivativeMode>(arguments.mode - 1);
  options.cost = arguments.cost;
  options.pose = arguments.pose;
  options.friction = !arguments.no_friction;
  if (options.pose == PoseInput::rotation && !takes_rotation(robot))
    throw Error(ErrorKind::usage,
                fmt::format("--pose rotation: code for '{}' has no orientation with three angles among its inputs: "
                            "leave the option out",
                            robot.mechanism().name));
  return options;
}

Table counts_table(const std::string& key, const std::string& title, std::vector<Column> names,
                   const std::vector<CountRow>& rows, bool at_loading) {
  Table table{key, title, std::move(names)};
  for (const auto& [name, words] :
       {std::pair("additions", "+ -"), std::pair("multiplications", "*"), std::pair("divisions", "/"),
        std::pair("total", "total"), std::pair("square_roots", "roots"), std::pair("trigonometric", "trigonometric")})
    table.columns.push_back({name, words});
  if (!at_loading) table.columns.push_back({"at_loading", "at loading"});
  for (const CountRow& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back(row.names.begin(), row.names.end());
    const OperationCount& c = at_loading ? row.count.load : row.count.call;
    for (const int value : {c.additions, c.multiplications, c.divisions, c.total(), c.square_roots, c.trigonometric})
      cells.push_back(count_of(value));
    if (!at_loading) cells.push_back(count_of(row.count.load.total()));
  }
  return table;
}

}  // namespace jourdain
