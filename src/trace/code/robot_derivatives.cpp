#include "trace/code/robot_derivatives.hpp"

#include "trace/inputs/program_inputs.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <span>

namespace jourdain {
namespace {

// A mode that costs this much more before simplification is not tried.
constexpr double hopeless = 1.1;

constexpr const char* axes[] = {"x", "y", "z"};

// The output's rotation matrix under a small rotation about axis k: dR = s(e_k) R.
DerivativeColumn matrix_turn(int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  DerivativeColumn column{fmt::format("turn_{}", axes[k]), {}};
  for (int c = 0; c < 3; ++c) {
    const std::string row_i = rotation_input(i, c).name, row_j = rotation_input(j, c).name;
    column.rates.push_back({row_i, -1, row_j});
    column.rates.push_back({row_j, 1, row_i});
  }
  return column;
}

// A quaternion, its entries w, x, y, z, under a small rotation about axis k: dq = (0, e_k) q / 2.
DerivativeColumn quaternion_turn(std::span<const ProgramInput> q, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const std::string &w = q[0].name, &of_k = q[1 + k].name, &of_i = q[1 + i].name, &of_j = q[1 + j].name;
  const std::string joint = w.substr(0, w.rfind('.'));
  return {fmt::format("{}.turn_{}", joint, axes[k]),
          {{w, -0.5, of_k}, {of_k, 0.5, w}, {of_i, -0.5, of_j}, {of_j, 0.5, of_i}}};
}

// One column for each input, but three for the entries of a rotation, which stand one after the other.
std::vector<DerivativeColumn> input_columns(const Program& program, VariableGroup group) {
  std::vector<DerivativeColumn> columns;
  const std::span<const ProgramInput> inputs = program.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ProgramInput& input = inputs[i];
    if (group_of(input.kind) != group) continue;
    const bool matrix = input.kind == InputKind::rotation;
    const bool quaternion = input.kind == InputKind::joint_quaternion || input.kind == InputKind::platform_quaternion;
    if (!matrix && !quaternion) columns.push_back({input.name, {{input.name}}});
    for (int k = 0; k < 3 && (matrix || quaternion) && input.component == 0; ++k)
      columns.push_back(matrix ? matrix_turn(k) : quaternion_turn(inputs.subspan(i, 4), k));
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
  if (group != VariableGroup::parameters) {
    const std::vector<DerivativeColumn> columns = input_columns(program, group);
    const bool of_joints = group == VariableGroup::pose && columns.empty();
    return of_joints ? input_columns(program, VariableGroup::joints) : columns;
  }
  std::vector<DerivativeColumn> columns;
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
