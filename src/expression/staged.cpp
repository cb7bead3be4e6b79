#include "expression/staged.hpp"

#include "expression/inlined_parts.hpp"
#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"

#include <algorithm>

namespace jourdain {
namespace {

constexpr NodeId not_yet = -1;  // not in the graph yet

// Nodes of a program, as far as their operands are known.
void lower(const Program& program, Graph& graph, std::vector<NodeId>& lowered) {
  const auto known = [&](NodeId id) { return id < 0 ? not_yet : lowered[id]; };
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    const int operands = arity(node.op);
    if (lowered[i] != not_yet) continue;
    if (node.op == Op::constant) lowered[i] = graph.constant(node.value);
    if (operands == 0 || known(node.a) == not_yet || (operands == 2 && known(node.b) == not_yet)) continue;
    lowered[i] = graph.apply(node.op, known(node.a), operands == 2 ? known(node.b) : not_yet);
  }
}

// Gives the leaves of one kind their nodes.
void set_leaves(const Program& program, Op op, const std::vector<NodeId>& values, std::vector<NodeId>& lowered) {
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    if (node.op == op && static_cast<std::size_t>(node.a) < values.size()) lowered[i] = values[node.a];
  }
}

OperationCount& add(OperationCount& sum, const OperationCount& more, int times) {
  sum.additions += times * more.additions;
  sum.multiplications += times * more.multiplications;
  sum.divisions += times * more.divisions;
  sum.square_roots += times * more.square_roots;
  sum.trigonometric += times * more.trigonometric;
  sum.selections += times * more.selections;
  return sum;
}

}  // namespace

int StagedProgram::first_argument(std::size_t part) const {
  int place = outputs;
  for (std::size_t p = 0; p < part; ++p) place += parts[p].arguments();
  return place;
}

StagedProgram without_parts(const Program& program) {
  return {program, static_cast<int>(program.inputs.size()), static_cast<int>(program.outputs.size()), {}};
}

InlinedParts::InlinedParts(const StagedProgram& staged) : main(staged.main.nodes.size(), not_yet) {
  std::vector<NodeId> inputs, parameters;
  for (int i = 0; i < staged.inputs; ++i) inputs.push_back(graph.node(graph.input(staged.main.inputs[i])));
  for (std::size_t i = 0; i < staged.main.parameters.size(); ++i)
    parameters.push_back(graph.node(graph.parameter(staged.main.parameters[i], staged.main.parameter_values[i])));
  set_leaves(staged.main, Op::input, inputs, main);
  set_leaves(staged.main, Op::parameter, parameters, main);
  lower(staged.main, graph, main);

  for (std::size_t p = 0; p < staged.parts.size(); ++p) {
    const RepeatedPart& part = staged.parts[p];
    // Arguments in the order in which the main program gives them.
    auto next = staged.main.outputs.begin() + staged.first_argument(p);
    const auto take = [&](int count, std::vector<NodeId>& values) {
      for (int i = 0; i < count; ++i) values.push_back(main[*next++]);
    };
    std::vector<NodeId> shared_inputs, shared_parameters;
    take(part.shared_inputs, shared_inputs);
    take(part.shared_parameters, shared_parameters);
    parts.emplace_back();
    for (int k = 0; k < part.rows; ++k) {
      std::vector<NodeId> row_inputs = shared_inputs, row_parameters = shared_parameters;
      take(part.row_inputs(), row_inputs);
      take(part.row_parameters(), row_parameters);
      std::vector<NodeId> row(part.program.nodes.size(), not_yet);
      set_leaves(part.program, Op::input, row_inputs, row);
      set_leaves(part.program, Op::parameter, row_parameters, row);
      lower(part.program, graph, row);
      for (const NodeId id : part.program.outputs) inputs.push_back(row[id]);
      parts.back().push_back(std::move(row));
    }
    set_leaves(staged.main, Op::input, inputs, main);
    lower(staged.main, graph, main);
  }
  if (std::ranges::find(main, not_yet) != main.end())
    throw Error(ErrorKind::usage, "a staged program needs results of a part before they are there");
}

Program inline_parts(const StagedProgram& staged) {
  InlinedParts inlined(staged);
  Graph& graph = inlined.graph;
  // Conditions in the order in which they were met.
  std::size_t main_guard = 0;
  const auto add_main_guards = [&](std::size_t end) {
    for (; main_guard < end; ++main_guard) {
      const GuardNode& guard = staged.main.guards[main_guard];
      graph.require_above(graph.expression(inlined.main[guard.node]), guard.bound, guard.status);
    }
  };
  for (std::size_t p = 0; p < staged.parts.size(); ++p) {
    add_main_guards(static_cast<std::size_t>(staged.parts[p].guards_before));
    for (const std::vector<NodeId>& row : inlined.parts[p])
      for (const GuardNode& guard : staged.parts[p].program.guards)
        graph.require_above(graph.expression(row[guard.node]), guard.bound, guard.status);
  }
  add_main_guards(staged.main.guards.size());
  std::vector<Expression> outputs;
  for (int i = 0; i < staged.outputs; ++i) {
    const NodeId id = staged.main.outputs[i];
    outputs.push_back(graph.expression(inlined.main[id]));
  }
  return make_program(graph, outputs);
}

StagedValues stage_values(const StagedProgram& staged, const std::vector<double>& inputs) {
  StagedValues result;
  result.main = {inputs, staged.main.parameter_values};
  result.main.inputs.resize(staged.main.inputs.size(), 0.0);
  if (inputs.size() != static_cast<std::size_t>(staged.inputs))
    throw Error(ErrorKind::usage, "the number of values is not that of the program's inputs");
  auto next_result = result.main.inputs.begin() + staged.inputs;
  for (std::size_t p = 0; p < staged.parts.size(); ++p) {
    // Arguments do not depend on results that are still to come.
    const RepeatedPart& part = staged.parts[p];
    const std::vector<double> main = node_values<double>(staged.main, result.main.inputs, result.main.parameters);
    auto next = staged.main.outputs.begin() + staged.first_argument(p);
    const auto take = [&](int count, std::vector<double>& values) {
      for (int i = 0; i < count; ++i) values.push_back(main[*next++]);
    };
    ProgramValues shared;
    take(part.shared_inputs, shared.inputs);
    take(part.shared_parameters, shared.parameters);
    result.parts.emplace_back();
    for (int k = 0; k < part.rows; ++k) {
      ProgramValues row = shared;
      take(part.row_inputs(), row.inputs);
      take(part.row_parameters(), row.parameters);
      const std::vector<double> own = node_values<double>(part.program, row.inputs, row.parameters);
      for (const NodeId id : part.program.outputs) *next_result++ = own[id];
      result.parts.back().push_back(std::move(row));
    }
  }
  return result;
}

StagedProgram simplify(const StagedProgram& staged, CostModel model) {
  StagedProgram result = staged;
  result.main = simplify(staged.main, model);
  // Conditions that turn out to be equal become one.
  const int guards = static_cast<int>(result.main.guards.size());
  for (RepeatedPart& part : result.parts) {
    part.program = simplify(part.program, model);
    part.guards_before = std::min(part.guards_before, guards);
  }
  return result;
}

ProgramCount count(const StagedProgram& staged) {
  ProgramCount result = count(staged.main);
  for (const RepeatedPart& part : staged.parts) {
    const ProgramCount own = count(part.program);
    add(result.call, own.call, part.rows);
    add(result.load, own.load, part.rows);
  }
  return result;
}

}  // namespace jourdain
