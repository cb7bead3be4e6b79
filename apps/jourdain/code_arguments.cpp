#include "code_arguments.hpp"

#include "analyses/arguments.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

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
      near.empty() ? fmt::format("choose of {}", joined(words)) : fmt::format("did you mean '{}'?", near);
  throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no {}: {}", option, text, kind, hint));
}

// A list of such words, each once.
template <typename Value, std::size_t N>
std::vector<Value> parse_words(const std::string& option, const char* kind, const std::string& text,
                               const Value (&values)[N]) {
  std::vector<Value> result;
  for (const ListEntry& entry : split_list(option, text)) {
    const Value value = parse_word(option, kind, entry.text, values);
    if (std::ranges::find(result, value) != result.end())
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is given twice", option, entry.text));
    result.push_back(value);
  }
  return result;
}

}  // namespace

std::vector<RobotFunction> parse_functions(const std::string& list) {
  return parse_words("--what", "function", list, robot_functions);
}

std::vector<VariableGroup> parse_groups(const std::string& list) {
  if (list.empty()) return {};
  return parse_words("--derivatives", "group of variables", list, variable_groups);
}

std::optional<DerivativeMode> parse_mode(const std::string& text) {
  if (text.empty()) return {};
  return text == "forward" ? DerivativeMode::forward : DerivativeMode::reverse;
}

CostModel parse_cost(const std::string& text) { return text == "time" ? CostModel::time : CostModel::operations; }

PoseInput parse_pose(const Robot& robot, const std::string& text) {
  if (text != "rotation") return PoseInput::cardan;
  if (takes_rotation(robot)) return PoseInput::rotation;
  throw Error(ErrorKind::usage,
              fmt::format("--pose rotation: code for '{}' has no orientation with three angles among its inputs: leave "
                          "the option out",
                          robot.mechanism().name));
}

Json count_json(const OperationCount& c) {
  return {{"additions", c.additions}, {"multiplications", c.multiplications}, {"divisions", c.divisions},
          {"total", c.total()},       {"square_roots", c.square_roots},       {"trigonometric", c.trigonometric}};
}

std::vector<std::string> count_columns(std::vector<std::string> names) {
  names.insert(names.end(), {">+ -", ">*", ">/", ">total", ">roots", ">trigonometric", ">at loading"});
  return names;
}

std::vector<std::string> count_cells(std::vector<std::string> names, const ProgramCount& count) {
  const OperationCount& c = count.call;
  for (int number :
       {c.additions, c.multiplications, c.divisions, c.total(), c.square_roots, c.trigonometric, count.load.total()})
    names.push_back(std::to_string(number));
  return names;
}

}  // namespace jourdain::cli
