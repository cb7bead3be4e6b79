#include "trace/robot_derivatives.hpp"

#include "trace/input_groups.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// A mode that costs this much more before simplification is not tried.
constexpr double hopeless = 1.1;

constexpr const char* axes[] = {"x", "y", "z"};

// The output's rotation matrix under a small rotation about axis k: dR = s(e_k) R.
DerivativeColumn matrix_turn(int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  DerivativeColumn column{fmt::format("turn_{}", axes[k]), {}};
  for (int c = 1; c <= 3; ++c) {
    const std::string row_i = fmt::format("R{}{}", i + 1, c), row_j = fmt::format("R{}{}", j + 1, c);
    column.rates.push_back({row_i, -1, row_j});
    column.rates.push_back({row_j, 1, row_i});
  }
  return column;
}

// A quaternion under a small rotation about axis k: dq = (0, e_k) q / 2.
DerivativeColumn quaternion_turn(const std::string& name, int k) {
  const auto entry = [&](int i) { return fmt::format("{}.q{}", name, axes[i]); };
  const std::string w = name + ".qw";
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return {fmt::format("{}.turn_{}", name, axes[k]),
          {{w, -0.5, entry(k)}, {entry(k), 0.5, w}, {entry(i), -0.5, entry(j)}, {entry(j), 0.5, entry(i)}}};
}

bool is_quaternion_entry(const std::string& name) {
  return name.size() > 3 && name[name.size() - 3] == '.' && name[name.size() - 2] == 'q';
}

// The columns of one input: none for those of a rotation's entries that come after the first.
void add_columns(const std::string& name, std::vector<DerivativeColumn>& columns) {
  if (is_rotation_entry(name)) {
    for (int k = 0; k < 3 && name == "R11"; ++k) columns.push_back(matrix_turn(k));
  } else if (is_quaternion_entry(name)) {
    for (int k = 0; k < 3 && name.ends_with(".qw"); ++k)
      columns.push_back(quaternion_turn(name.substr(0, name.size() - 3), k));
  } else {
    columns.push_back({name, {{name}}});
  }
}

std::vector<DerivativeColumn> input_columns(const Program& program, InputGroup group) {
  std::vector<DerivativeColumn> columns;
  for (const std::string& name : program.inputs) {
    if (input_group(name) == group) add_columns(name, columns);
  }
  return columns;
}

}  // namespace

std::string_view to_string(VariableGroup group) {
  switch (group) {
    case VariableGroup::pose: return "pose";
    case VariableGroup::twist: return "twist";
    case VariableGroup::acceleration: return "acceleration";
    case VariableGroup::joints: return "joints";
    case VariableGroup::forces: return "forces";
    case VariableGroup::parameters: return "parameters";
  }
  return "";
}

std::vector<DerivativeColumn> derivative_columns(const Program& program, VariableGroup group) {
  std::vector<DerivativeColumn> columns;
  switch (group) {
    case VariableGroup::pose:
      columns = input_columns(program, InputGroup::pose);
      return columns.empty() ? input_columns(program, InputGroup::joints) : columns;
    case VariableGroup::twist: return input_columns(program, InputGroup::rates);
    case VariableGroup::acceleration: return input_columns(program, InputGroup::accelerations);
    case VariableGroup::joints: return input_columns(program, InputGroup::joints);
    case VariableGroup::forces: return input_columns(program, InputGroup::forces);
    case VariableGroup::parameters: break;
  }
  for (const std::string& name : program.parameters) columns.push_back({name, {{name}}});
  return columns;
}

Program differentiate(const Program& program, VariableGroup group, CostModel model,
                      std::optional<DerivativeMode> mode) {
  const std::vector<DerivativeColumn> columns = derivative_columns(program, group);
  if (columns.empty())
    throw Error(ErrorKind::usage,
                fmt::format("there is no derivative by {}: the function does not depend on any", to_string(group)));
  if (mode) return simplify(differentiate(program, columns, *mode), model);
  Program forward = differentiate(program, columns, DerivativeMode::forward);
  Program reverse = differentiate(program, columns, DerivativeMode::reverse);
  const double of_forward = cost(forward, model), of_reverse = cost(reverse, model);
  if (of_reverse > hopeless * of_forward) return simplify(forward, model);
  if (of_forward > hopeless * of_reverse) return simplify(reverse, model);
  forward = simplify(forward, model);
  reverse = simplify(reverse, model);
  return cost(reverse, model) < cost(forward, model) ? reverse : forward;
}

}  // namespace jourdain
