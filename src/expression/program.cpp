#include "expression/program.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

template <typename T>
bool all_finite(std::span<const T> values) {
  return std::ranges::all_of(values, [](T x) { return std::isfinite(x); });
}

}  // namespace

bool operator==(const Program& a, const Program& b) {
  return a.nodes == b.nodes && a.inputs == b.inputs && a.parameters == b.parameters &&
         a.parameter_values == b.parameter_values && a.outputs == b.outputs && a.guards == b.guards;
}

Program make_program(Graph& graph, std::span<const Expression> outputs) {
  std::vector<NodeId> roots;
  for (const GuardNode& guard : graph.guards()) roots.push_back(guard.node);
  for (const Expression& output : outputs) roots.push_back(graph.node(output));

  // Copy what the roots need, renumbered.
  Program program{{}, graph.inputs(), graph.parameters(), graph.parameter_values(), {}, {}, {}};
  std::vector<NodeId> number(graph.nodes().size(), -1);
  for (const NodeId id : graph.order(roots)) {
    GraphNode node = graph.nodes()[id];
    if (arity(node.op) > 0) node.a = number[node.a];
    if (arity(node.op) > 1) node.b = number[node.b];
    number[id] = static_cast<NodeId>(program.nodes.size());
    program.nodes.push_back(node);
    program.parts.push_back(graph.part(id));
  }
  for (NodeId& root : roots) root = number[root];
  for (std::size_t i = 0; i < graph.guards().size(); ++i)
    program.guards.push_back({roots[i], graph.guards()[i].status, graph.guards()[i].bound});
  program.outputs.assign(roots.begin() + static_cast<std::ptrdiff_t>(program.guards.size()), roots.end());
  return program;
}

std::vector<std::string> names_of(std::span<const ProgramInput> inputs) {
  std::vector<std::string> names;
  for (const ProgramInput& input : inputs) names.push_back(input.name);
  return names;
}

int find_input(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.inputs, name, &ProgramInput::name);
  return found == program.inputs.end() ? -1 : static_cast<int>(found - program.inputs.begin());
}

ReplayedProgram replay(const Program& program, Graph& graph) {
  ReplayedProgram result;
  for (const ProgramInput& input : program.inputs) result.inputs.push_back(graph.input(input));
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    result.parameters.push_back(graph.parameter(program.parameters[i], program.parameter_values[i]));
  std::vector<NodeId> number;
  number.reserve(program.nodes.size());
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    const PartScope<Expression> part(part_of(program, i));
    const auto operand = [&](NodeId id) { return number[id]; };
    switch (node.op) {
      case Op::constant: number.push_back(graph.constant(node.value)); break;
      case Op::parameter: number.push_back(graph.node(result.parameters[node.a])); break;
      case Op::input: number.push_back(graph.node(result.inputs[node.a])); break;
      default: number.push_back(graph.apply(node.op, operand(node.a), arity(node.op) > 1 ? operand(node.b) : -1));
    }
  }
  for (const GuardNode& guard : program.guards)
    graph.require_above(graph.expression(number[guard.node]), guard.bound, guard.status);
  for (const NodeId id : program.outputs) result.outputs.push_back(graph.expression(number[id]));
  return result;
}

template <typename T>
std::vector<T> node_values(const Program& program, std::span<const T> inputs, std::span<const T> parameters) {
  if (inputs.size() != program.inputs.size() || parameters.size() != program.parameters.size())
    throw Error(ErrorKind::usage, "the number of values is not that of the program's variables");
  std::vector<T> values(program.nodes.size());
  const auto value = [&](NodeId id) { return id < 0 ? T(0) : values[id]; };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    switch (node.op) {
      case Op::constant: values[i] = static_cast<T>(node.value); break;
      case Op::parameter: values[i] = parameters[node.a]; break;
      case Op::input: values[i] = inputs[node.a]; break;
      default: values[i] = operate(node.op, value(node.a), value(node.b));
    }
  }
  return values;
}

template <typename T>
Status evaluate(const Program& program, std::span<const T> inputs, std::span<const T> parameters,
                std::span<T> outputs) {
  if (outputs.size() != program.outputs.size())
    throw Error(ErrorKind::usage, "the number of values is not that of the program's outputs");
  const std::vector<T> values = node_values(program, inputs, parameters);
  const auto value = [&](NodeId id) { return values[id]; };
  Status status = all_finite(inputs) && all_finite(parameters) ? Status::ok : Status::not_finite;
  for (const GuardNode& guard : program.guards)
    if (status == Status::ok && !(value(guard.node) > static_cast<T>(guard.bound))) status = guard.status;
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i] = value(program.outputs[i]);
  if (status == Status::ok && !all_finite(std::span<const T>(outputs))) status = Status::not_finite;
  if (status != Status::ok) std::ranges::fill(outputs, T(0));
  return status;
}

template std::vector<double> node_values(const Program&, std::span<const double>, std::span<const double>);
template std::vector<float> node_values(const Program&, std::span<const float>, std::span<const float>);
template Status evaluate(const Program&, std::span<const double>, std::span<const double>, std::span<double>);
template Status evaluate(const Program&, std::span<const float>, std::span<const float>, std::span<float>);

std::vector<Phase> phases(const Program& program) {
  std::vector<Phase> result;
  result.reserve(program.nodes.size());
  for (const GraphNode& node : program.nodes) {
    Phase phase = Phase::constant;
    if (node.op == Op::parameter) phase = Phase::load;
    if (node.op == Op::input) phase = Phase::call;
    const int operands = arity(node.op);
    if (operands > 0) phase = std::max(phase, result[node.a]);
    if (operands > 1) phase = std::max(phase, result[node.b]);
    result.push_back(phase);
  }
  return result;
}

}  // namespace jourdain
