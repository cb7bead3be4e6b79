#include "expression/nary.hpp"

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t longest_row = 12;  // to which rows that others use too are spliced

// How often each node is used, seen through negations.
std::vector<int> use_counts(const Program& program) {
  std::vector<int> uses(program.nodes.size(), 0);
  const auto use = [&](NodeId id) {
    const GraphNode& node = program.nodes[id];
    ++uses[node.op == Op::negate ? node.a : id];
  };
  for (const GraphNode& node : program.nodes) {
    if (node.op == Op::negate) continue;
    if (arity(node.op) > 0) use(node.a);
    if (arity(node.op) > 1) use(node.b);
  }
  for (const GuardNode& guard : program.guards) use(guard.node);
  for (const NodeId id : program.outputs) use(id);
  return uses;
}

}  // namespace

Nary::Nary(const Program& program, const Splicing& splicing) {
  const std::vector<int> uses = use_counts(program);
  items.reserve(2 * program.nodes.size());
  of_node_.reserve(program.nodes.size());
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    const Part part = part_of(program, i);
    switch (node.op) {
      case Op::add:
      case Op::subtract: add_sum(node, part, splicing.all_sums); break;
      case Op::multiply:
      case Op::divide: add_product(node, part, splicing.all_products); break;
      case Op::negate: {
        const Literal literal = of_node_[node.a];
        of_node_.push_back({literal.item, !literal.flipped});
        continue;
      }
      default: {
        std::vector<Literal> operands;
        if (arity(node.op) > 0) operands.push_back(of_node_[node.a]);
        if (arity(node.op) > 1) operands.push_back(of_node_[node.b]);
        const NodeId id = append(node.op, operands, part);
        item(id).value = node.value;
        item(id).leaf = arity(node.op) == 0 ? node.a : -1;
        if (node.op == Op::parameter) item(id).phase = Phase::load;
        if (node.op == Op::input) item(id).phase = Phase::call;
        of_node_.push_back({id, false});
      }
    }
    item(of_node_.back().item).uses += uses[i];
  }
  for (const GuardNode& guard : program.guards) guards.push_back(of_node_[guard.node]);
  for (const NodeId id : program.outputs) outputs.push_back(of_node_[id]);
  count_uses();
}

void Nary::count_uses() {
  for (Item& each : items) each.uses = 0;
  for (const NodeId id : order())
    for (const Literal& literal : item(id).operands) ++item(literal.item).uses;
  for (const Literal& literal : guards) ++item(literal.item).uses;
  for (const Literal& literal : outputs) ++item(literal.item).uses;
}

NodeId Nary::append(Op op, std::vector<Literal> operands, Part part) {
  Item result{.op = op, .operands = std::move(operands), .part = part};
  for (const Literal& literal : result.operands) result.phase = std::max(result.phase, item(literal.item).phase);
  items.push_back(std::move(result));
  return static_cast<NodeId>(items.size() - 1);
}

Part Nary::begin_row(std::vector<Literal>& operands) {
  Part joined = std::exchange(operands[0].joined, Part::none);
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const JoinedParts joint(joined, operands[i].joined);
    operands[i].joined = joint.inner;
    joined = joint.outer;
  }
  return joined;
}

// Puts an operand into a row, or its own operands if it is such a row itself.
void Nary::splice(Op op, std::vector<Literal>& row, const Literal& literal, bool splice_all) const {
  const Item& operand = item(literal.item);
  const bool wanted = operand.uses == 1 || (splice_all && row.size() + operand.operands.size() <= longest_row);
  if (operand.op != op || !wanted) {
    row.push_back(literal);
    return;
  }
  for (const Literal& inner : operand.operands) {
    const Part joined = inner.joined == Part::none ? literal.joined : inner.joined;
    row.push_back({inner.item, inner.flipped != literal.flipped, joined});
  }
}

void Nary::add_sum(const GraphNode& node, Part part, bool splice_all) {
  std::vector<Literal> row;
  splice(Op::add, row, of_node_[node.a], splice_all);
  Literal second = of_node_[node.b];
  second.flipped = second.flipped != (node.op == Op::subtract);
  second.joined = part;
  splice(Op::add, row, second, splice_all);

  // x - x within a longer sum.
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto opposite =
        std::find(row.begin() + static_cast<std::ptrdiff_t>(i) + 1, row.end(), Literal{row[i].item, !row[i].flipped});
    if (opposite == row.end()) continue;
    row.erase(opposite);
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  of_node_.push_back({append(Op::add, std::move(row), part), false});
}

void Nary::add_product(const GraphNode& node, Part part, bool splice_all) {
  // Signs go to the product, so that factors have none.
  const Literal first = of_node_[node.a];
  const Literal second = of_node_[node.b];
  bool negative = first.flipped != second.flipped;
  std::vector<Literal> row;
  splice(Op::multiply, row, {first.item, false}, splice_all);
  splice(Op::multiply, row, {second.item, node.op == Op::divide, part}, splice_all);
  square_roots(row, negative);
  of_node_.push_back({append(Op::multiply, std::move(row), part), negative});
}

// The square of a square root is its radicand.
void Nary::square_roots(std::vector<Literal>& row, bool& negative) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (item(row[i].item).op != Op::sqrt) continue;
    const auto twin = std::find(row.begin() + static_cast<std::ptrdiff_t>(i) + 1, row.end(), row[i]);
    if (twin == row.end()) continue;
    const Literal radicand = item(row[i].item).operands[0];
    negative = negative != radicand.flipped;
    row[i].item = radicand.item;
    ++item(radicand.item).uses;
    row.erase(twin);
  }
}

std::vector<NodeId> Nary::order() const {
  std::vector<NodeId> result, open;
  std::vector<char> state(items.size(), 0);  // 1: operands asked for, 2: done
  const auto visit = [&](const Literal& root) {
    open.push_back(root.item);
    while (!open.empty()) {
      const NodeId id = open.back();
      char& mark = state[id];
      if (mark == 0) {
        mark = 1;
        const std::vector<Literal>& operands = item(id).operands;
        for (std::size_t i = operands.size(); i-- > 0;)
          if (state[operands[i].item] == 0) open.push_back(operands[i].item);
        continue;
      }
      open.pop_back();
      if (mark == 1) result.push_back(id);
      mark = 2;
    }
  };
  for (const Literal& literal : guards) visit(literal);
  for (const Literal& literal : outputs) visit(literal);
  return result;
}

std::vector<NodeId> Nary::rows(Op op) const {
  std::vector<NodeId> result;
  for (const NodeId id : order())
    if (item(id).op == op && item(id).phase == Phase::call) result.push_back(id);
  return result;
}

void Nary::gather_load_time() {
  std::map<std::pair<Op, std::vector<Literal>>, NodeId> known;
  for (const NodeId id : order()) {
    const Op op = item(id).op;
    if ((op != Op::add && op != Op::multiply) || item(id).phase != Phase::call) continue;
    std::vector<Literal> load;
    for (const Literal& literal : item(id).operands)
      if (is_load(literal)) load.push_back(literal);
    // One load-time factor is enough, unless it is a divisor.
    if (load.empty() || (load.size() == 1 && (op == Op::add || !load[0].flipped))) continue;
    std::ranges::sort(load);
    const Part joined = begin_row(load);
    const auto [place, is_new] = known.try_emplace({op, load}, -1);
    if (is_new) place->second = append(op, load, item(id).part);
    std::erase_if(item(id).operands, [&](const Literal& literal) { return is_load(literal); });
    item(id).operands.insert(item(id).operands.begin(), {place->second, false, joined});
    ++item(place->second).uses;
  }
}

int Nary::product_cost(const std::vector<Literal>& factors, CostModel model, std::size_t skip) const {
  int numerators = 0, divisors = 0;
  bool load = false;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Literal& literal = factors[i];
    if (i == skip) continue;
    if (is_load(literal)) {
      load = true;
    } else if (item(literal.item).op != Op::sign) {
      ++(literal.flipped ? divisors : numerators);
    }
  }
  if (load) ++numerators;
  const int products = std::max(0, numerators - 1) + std::max(0, divisors - 1);
  return products * cost(Op::multiply, model) + (divisors > 0 ? cost(Op::divide, model) : 0);
}

Program Nary::lower(const Program& names, bool balanced) const {
  Graph graph;
  for (const ProgramInput& input : names.inputs) graph.input(input);
  const auto first_parameter = static_cast<NodeId>(names.inputs.size());
  for (std::size_t i = 0; i < names.parameters.size(); ++i)
    graph.parameter(names.parameters[i], names.parameter_values[i]);

  std::vector<NodeId> lowered(items.size(), -1);
  const auto operand = [&](const Literal& literal) {
    const NodeId id = lowered[literal.item];
    return literal.flipped ? graph.apply(Op::negate, id) : id;
  };
  for (const NodeId id : order()) {
    const Item& from = item(id);
    NodeId& to = lowered[id];
    switch (from.op) {
      case Op::constant: to = graph.constant(from.value); break;
      case Op::input: to = from.leaf; break;
      case Op::parameter: to = first_parameter + from.leaf; break;
      case Op::add:
      case Op::multiply: to = lower_row(graph, from, lowered, balanced); break;
      default: {
        const PartScope<Expression> scope(from.part);
        const NodeId a = operand(from.operands[0]);
        to = from.operands.size() > 1 ? graph.apply(from.op, a, operand(from.operands[1])) : graph.apply(from.op, a);
      }
    }
  }
  for (std::size_t i = 0; i < guards.size(); ++i)
    graph.require_above(graph.expression(operand(guards[i])), names.guards[i].bound, names.guards[i].status);
  std::vector<Expression> results;
  for (const Literal& literal : outputs) results.push_back(graph.expression(operand(literal)));
  return make_program(graph, results);
}

// One side of a row (what is added and what is subtracted, numerators and divisors) is joined at a time.
NodeId Nary::lower_row(Graph& graph, const Item& row, const std::vector<NodeId>& lowered, bool balanced) const {
  const bool is_sum = row.op == Op::add;
  struct Joined {
    NodeId node = -1;  // -1: nothing, which is 0 in a sum and 1 in a product
    Part part = Part::none;
  };
  const auto join = [&](Op op, const Joined& a, const Joined& b) -> Joined {
    if (b.node < 0 || (a.node < 0 && op == row.op)) return b.node < 0 ? a : b;
    const JoinedParts joint(a.part, b.part);
    const PartScope<Expression> scope(joint.inner == Part::none ? row.part : joint.inner);
    return {graph.apply(op, a.node < 0 ? graph.constant(is_sum ? 0 : 1) : a.node, b.node), joint.outer};
  };
  const auto join_side = [&](bool flipped, bool load) {
    std::vector<Joined> side;
    for (const Literal& literal : row.operands)
      if (literal.flipped == flipped && is_load(literal) == load)
        side.push_back({lowered[literal.item], literal.joined});
    std::ranges::sort(side, {}, [&](const Joined& each) {
      return std::pair(graph.nodes()[each.node].op == Op::sign, graph.structure(each.node));
    });
    // Pairs of pairs, which suits powers too, or one after the other.
    while ((balanced || !is_sum) && side.size() > 1) {
      std::vector<Joined> next;
      for (std::size_t i = 0; i + 1 < side.size(); i += 2) next.push_back(join(row.op, side[i], side[i + 1]));
      if (side.size() % 2 == 1) next.push_back(side.back());
      side = std::move(next);
    }
    Joined result;
    for (const Joined& each : side) result = join(row.op, result, each);
    return result;
  };
  const Op inverse = is_sum ? Op::subtract : Op::divide;
  const Joined load = join(inverse, join_side(false, true), join_side(true, true));
  const Joined upper = join(row.op, load, join_side(false, false));
  const Joined result = join(inverse, upper, join_side(true, false));
  return result.node < 0 ? graph.constant(is_sum ? 0 : 1) : result.node;
}

}  // namespace jourdain
