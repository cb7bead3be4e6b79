#include "jourdain/expression/derivative.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <array>

namespace jourdain {
namespace {

// The partial derivatives of a node by its operands.
std::array<Expression, 2> partials(Graph& graph, NodeId id) {
  const Node node = graph.nodes()[static_cast<std::size_t>(id)];
  const Expression value = graph.expression(id);
  const Expression a = arity(node.op) > 0 ? graph.expression(node.a) : Expression();
  const Expression b = arity(node.op) > 1 ? graph.expression(node.b) : Expression();
  switch (node.op) {
    case Op::add: return {1, 1};
    case Op::subtract: return {1, -1};
    case Op::multiply: return {b, a};
    case Op::divide: return {1 / b, -value / b};
    case Op::negate: return {-1, 0};
    case Op::sqrt: return {0.5 / value, 0};
    case Op::sin: return {cos(a), 0};
    case Op::cos: return {-sin(a), 0};
    case Op::atan2: {
      const Expression squares = a * a + b * b;
      return {b / squares, -a / squares};
    }
    case Op::abs: return {sign(a, 0), 0};
    case Op::max: {
      const Expression side = 0.5 * sign(a - b, 0);
      return {0.5 + side, 0.5 - side};
    }
    default: return {0, 0};
  }
}

std::vector<NodeId> nodes_of(Graph& graph, std::span<const Expression> expressions) {
  std::vector<NodeId> ids;
  for (const Expression& x : expressions) ids.push_back(graph.node(x));
  return ids;
}

void require_sizes(std::size_t one, std::size_t other) {
  if (one != other)
    throw Error(ErrorKind::usage, "a derivative needs one direction per variable or one weight per output");
}

// One place for each node up to the last one that is needed.
std::vector<Expression> table(const std::vector<NodeId>& outputs, const std::vector<NodeId>& variables) {
  NodeId last = -1;
  for (const NodeId id : outputs) last = std::max(last, id);
  for (const NodeId id : variables) last = std::max(last, id);
  return std::vector<Expression>(static_cast<std::size_t>(last + 1));
}

// Which nodes of the table lead from the variables to the outputs; the derivatives of all others are not wanted.
std::vector<char> between(const Graph& graph, const std::vector<NodeId>& outputs, const std::vector<NodeId>& variables,
                          std::size_t size) {
  std::vector<char> depends(size, false), needed(size, false);
  for (const NodeId id : variables) depends[static_cast<std::size_t>(id)] = true;
  for (std::size_t i = 0; i < size; ++i) {
    const Node& node = graph.nodes()[i];
    if (arity(node.op) > 0 && depends[static_cast<std::size_t>(node.a)]) depends[i] = true;
    if (arity(node.op) > 1 && depends[static_cast<std::size_t>(node.b)]) depends[i] = true;
  }
  for (const NodeId id : outputs) needed[static_cast<std::size_t>(id)] = true;
  for (std::size_t i = size; i-- > 0;) {
    const Node& node = graph.nodes()[i];
    if (needed[i] && arity(node.op) > 0) needed[static_cast<std::size_t>(node.a)] = true;
    if (needed[i] && arity(node.op) > 1) needed[static_cast<std::size_t>(node.b)] = true;
    depends[i] = depends[i] && needed[i];
  }
  return depends;
}

}  // namespace

std::vector<Expression> derivative(Graph& graph, std::span<const Expression> outputs,
                                   std::span<const Expression> variables, std::span<const Expression> direction) {
  require_sizes(variables.size(), direction.size());
  const std::vector<NodeId> to = nodes_of(graph, outputs), from = nodes_of(graph, variables);
  std::vector<Expression> rate = table(to, from);
  const std::vector<char> wanted = between(graph, to, from, rate.size());
  std::vector<char> fixed(rate.size(), false);
  for (std::size_t i = 0; i < from.size(); ++i) {
    rate[static_cast<std::size_t>(from[i])] += direction[i];
    fixed[static_cast<std::size_t>(from[i])] = true;
  }

  // Operands come before results.
  for (std::size_t i = 0; i < rate.size(); ++i) {
    const Node node = graph.nodes()[i];
    if (!wanted[i] || fixed[i] || arity(node.op) == 0) continue;
    const std::array<Expression, 2> by = partials(graph, static_cast<NodeId>(i));
    rate[i] = by[0] * rate[static_cast<std::size_t>(node.a)];
    if (arity(node.op) > 1) rate[i] += by[1] * rate[static_cast<std::size_t>(node.b)];
  }
  std::vector<Expression> result;
  for (const NodeId id : to) result.push_back(rate[static_cast<std::size_t>(id)]);
  return result;
}

std::vector<Expression> gradient(Graph& graph, std::span<const Expression> outputs, std::span<const Expression> weights,
                                 std::span<const Expression> variables) {
  require_sizes(outputs.size(), weights.size());
  const std::vector<NodeId> to = nodes_of(graph, outputs), from = nodes_of(graph, variables);
  std::vector<Expression> adjoint = table(to, from);
  const std::vector<char> wanted = between(graph, to, from, adjoint.size());
  std::vector<char> fixed(adjoint.size(), false);
  for (const NodeId id : from) fixed[static_cast<std::size_t>(id)] = true;
  for (std::size_t i = 0; i < to.size(); ++i) adjoint[static_cast<std::size_t>(to[i])] += weights[i];

  // Results come before operands.
  for (std::size_t i = adjoint.size(); i-- > 0;) {
    const Node node = graph.nodes()[i];
    if (!wanted[i] || fixed[i] || arity(node.op) == 0) continue;
    const std::array<Expression, 2> by = partials(graph, static_cast<NodeId>(i));
    const auto pass = [&](NodeId operand, const Expression& partial) {
      if (wanted[static_cast<std::size_t>(operand)]) adjoint[static_cast<std::size_t>(operand)] += adjoint[i] * partial;
    };
    pass(node.a, by[0]);
    if (arity(node.op) > 1) pass(node.b, by[1]);
  }
  std::vector<Expression> result;
  for (const NodeId id : from) result.push_back(adjoint[static_cast<std::size_t>(id)]);
  return result;
}

std::vector<Expression> jacobian(Graph& graph, std::span<const Expression> outputs,
                                 std::span<const Expression> variables, DerivativeMode mode) {
  const std::size_t rows = outputs.size(), columns = variables.size();
  std::vector<Expression> result(rows * columns);
  const bool forward = mode == DerivativeMode::forward;
  for (std::size_t i = 0; i < (forward ? columns : rows); ++i) {
    std::vector<Expression> unit(forward ? columns : rows);
    unit[i] = 1;
    const std::vector<Expression> line =
        forward ? derivative(graph, outputs, variables, unit) : gradient(graph, outputs, unit, variables);
    for (std::size_t k = 0; k < line.size(); ++k) result[forward ? k * columns + i : i * columns + k] = line[k];
  }
  return result;
}

}  // namespace jourdain
