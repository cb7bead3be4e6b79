#include "expression/reciprocal_roots.hpp"

namespace jourdain {

Program reciprocal_roots(const Program& program) {
  const std::size_t size = program.nodes.size();
  const auto node = [&](NodeId id) -> const GraphNode& { return program.nodes[id]; };
  const auto is_one = [&](NodeId id) { return node(id).op == Op::constant && node(id).value == 1; };
  std::vector<NodeId> reciprocal(size, -1);  // of each node, where the program has it
  for (std::size_t i = 0; i < size; ++i)
    if (program.nodes[i].op == Op::divide && is_one(program.nodes[i].a))
      reciprocal[program.nodes[i].b] = static_cast<NodeId>(i);

  Program result{{}, program.inputs, program.parameters, program.parameter_values, {}, program.guards, {}};
  std::vector<NodeId> number(size, -1);
  const auto append = [&](const GraphNode& added, std::size_t from) {
    result.nodes.push_back(added);
    result.parts.push_back(part_of(program, from));
    return static_cast<NodeId>(result.nodes.size() - 1);
  };
  const auto place = [&](std::size_t i) {
    GraphNode copy = program.nodes[i];
    if (number[i] >= 0) return;
    if (arity(copy.op) > 0) copy.a = number[copy.a];
    if (arity(copy.op) > 1) copy.b = number[copy.b];
    number[i] = append(copy, i);
  };
  for (std::size_t i = 0; i < size; ++i) {
    const GraphNode& at = program.nodes[i];
    const bool by_root = at.op == Op::divide && node(at.b).op == Op::sqrt;
    const NodeId other = by_root ? reciprocal[node(at.b).a] : -1;
    if (other < 0) {
      place(i);
      continue;
    }
    // The radicand stands before its root; its reciprocal may not yet.
    place(static_cast<std::size_t>(node(other).a));
    place(static_cast<std::size_t>(other));
    NodeId product = number[at.b];
    if (!is_one(at.a)) product = append({Op::multiply, number[at.a], product}, i);
    number[i] = append({Op::multiply, product, number[other]}, i);
  }
  for (GuardNode& guard : result.guards) guard.node = number[guard.node];
  for (const NodeId id : program.outputs) result.outputs.push_back(number[id]);
  return result;
}

}  // namespace jourdain
