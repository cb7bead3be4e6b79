#include "expression/derivative.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

namespace jourdain {
namespace {

// The partial derivatives of a node by its operands.
std::array<Expression, 2> partials(Graph& graph, NodeId id) {
  const GraphNode node = graph.nodes()[id];
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
    case Op::clamp: {
      const Expression side = sign(a, b);
      return {1 - abs(side), side};
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

// The way from the variables to the outputs: what depends on the first and is needed by the second.
struct Path {
  Path(Graph& graph, std::span<const Expression> outputs, std::span<const Expression> variables)
      : to(nodes_of(graph, outputs)), from(nodes_of(graph, variables)), on_path(graph.nodes().size(), false) {
    const std::vector<NodeId> order = graph.order(to);
    for (const NodeId id : from) at(id) = true;
    for (const NodeId id : order) {
      const GraphNode& node = graph.nodes()[id];
      if (at(id) || !((arity(node.op) > 0 && at(node.a)) || (arity(node.op) > 1 && at(node.b)))) continue;
      at(id) = true;
      inner.push_back(id);
    }
  }

  char& at(NodeId id) { return on_path[id]; }

  std::vector<NodeId> to, from;
  std::vector<NodeId> inner;  // operations on the way, operands before results
  std::vector<char> on_path;
};

}  // namespace

std::vector<Expression> derivative(Graph& graph, std::span<const Expression> outputs,
                                   std::span<const Expression> variables, std::span<const Expression> direction) {
  require_sizes(variables.size(), direction.size());
  const Path path(graph, outputs, variables);
  std::vector<Expression> rate(path.on_path.size());
  const auto rate_of = [&](NodeId id) -> Expression& { return rate[id]; };
  for (std::size_t i = 0; i < path.from.size(); ++i) rate_of(path.from[i]) += direction[i];

  // A derivative belongs to the part of what is differentiated.
  for (const NodeId id : path.inner) {
    const PartScope<Expression> scope(graph.part(id));
    const GraphNode node = graph.nodes()[id];
    const std::array<Expression, 2> by = partials(graph, id);
    rate_of(id) = by[0] * rate_of(node.a);
    if (arity(node.op) > 1) rate_of(id) += by[1] * rate_of(node.b);
  }
  std::vector<Expression> result;
  for (const NodeId id : path.to) result.push_back(rate_of(id));
  return result;
}

std::vector<Expression> gradient(Graph& graph, std::span<const Expression> outputs, std::span<const Expression> weights,
                                 std::span<const Expression> variables) {
  require_sizes(outputs.size(), weights.size());
  Path path(graph, outputs, variables);
  std::vector<Expression> adjoint(path.on_path.size());
  const auto adjoint_of = [&](NodeId id) -> Expression& { return adjoint[id]; };
  for (std::size_t i = 0; i < path.to.size(); ++i) adjoint_of(path.to[i]) += weights[i];

  for (std::size_t i = path.inner.size(); i-- > 0;) {
    const NodeId id = path.inner[i];
    const PartScope<Expression> scope(graph.part(id));
    const GraphNode node = graph.nodes()[id];
    const std::array<Expression, 2> by = partials(graph, id);
    if (path.at(node.a)) adjoint_of(node.a) += adjoint_of(id) * by[0];
    if (arity(node.op) > 1 && path.at(node.b)) adjoint_of(node.b) += adjoint_of(id) * by[1];
  }
  std::vector<Expression> result;
  for (const NodeId id : path.from) result.push_back(adjoint_of(id));
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

namespace {

// The rates of some variables along some columns.
struct ColumnRates {
  std::vector<Expression> variables;
  std::vector<std::vector<Expression>> columns;  // one rate per variable each
};

ColumnRates column_rates(const std::map<std::string, Expression>& known, std::span<const DerivativeColumn> columns) {
  const auto find = [&](const std::string& name) {
    const auto found = known.find(name);
    if (found != known.end()) return found->second;
    throw Error(ErrorKind::usage, fmt::format("the program has no variable '{}' to differentiate by", name));
  };
  ColumnRates result;
  std::map<std::string, std::size_t> places;
  for (const DerivativeColumn& column : columns) {
    for (const VariableRate& rate : column.rates) {
      if (places.emplace(rate.variable, result.variables.size()).second)
        result.variables.push_back(find(rate.variable));
    }
  }
  for (const DerivativeColumn& column : columns) {
    std::vector<Expression>& rates = result.columns.emplace_back(result.variables.size());
    for (const VariableRate& rate : column.rates) {
      const Expression factor(rate.factor);
      rates[places[rate.variable]] += rate.times.empty() ? factor : factor * find(rate.times);
    }
  }
  return result;
}

}  // namespace

Program differentiate(const Program& program, std::span<const DerivativeColumn> columns, DerivativeMode mode) {
  if (columns.empty()) throw Error(ErrorKind::usage, "a derivative needs a variable");
  Graph graph;
  const ReplayedProgram f = replay(program, graph);
  std::map<std::string, Expression> known;
  for (std::size_t i = 0; i < f.inputs.size(); ++i) known[program.inputs[i].name] = f.inputs[i];
  for (std::size_t i = 0; i < f.parameters.size(); ++i) known[program.parameters[i]] = f.parameters[i];
  const ColumnRates rates = column_rates(known, columns);
  const std::size_t rows = f.outputs.size();
  std::vector<Expression> result(rows * columns.size());
  if (mode == DerivativeMode::forward) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::vector<Expression> column = derivative(graph, f.outputs, rates.variables, rates.columns[c]);
      for (std::size_t r = 0; r < rows; ++r) result[r * columns.size() + c] = column[r];
    }
  } else {
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<Expression> weights(rows);
      weights[r] = 1;
      const std::vector<Expression> by = gradient(graph, f.outputs, weights, rates.variables);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t i = 0; i < by.size(); ++i) result[r * columns.size() + c] += by[i] * rates.columns[c][i];
      }
    }
  }
  return make_program(graph, result);
}

}  // namespace jourdain
