#include "expression/graph.hpp"

#include "core/guard.hpp"
#include "expression/expression.hpp"
#include "jourdain/core/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace jourdain {
namespace {

// Mixes a word into a hash (the finaliser of splitmix64).
std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  std::uint64_t z = hash * 0x9e3779b97f4a7c15u + word + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

bool commutes(Op op) { return op == Op::add || op == Op::multiply || op == Op::max; }

}  // namespace

int arity(Op op) {
  switch (op) {
    case Op::constant:
    case Op::parameter:
    case Op::input: return 0;
    case Op::negate:
    case Op::sqrt:
    case Op::sin:
    case Op::cos:
    case Op::abs: return 1;
    default: return 2;
  }
}

template <typename T>
T operate(Op op, T a, T b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::negate: return -a;
    case Op::sqrt: return std::sqrt(a);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::atan2: return std::atan2(a + T(0), b + T(0));  // + 0 takes the sign from a zero
    case Op::abs: return std::abs(a);
    case Op::max: return a > b ? a : b;
    case Op::sign: return sign(a, b);
    case Op::clamp: return clamp(a, b);
    default: return T(0);
  }
}

template double operate(Op, double, double);
template float operate(Op, float, float);

std::size_t Graph::slot_of(const GraphNode& node) const {
  const std::uint64_t operands =
      std::uint64_t{static_cast<std::uint32_t>(node.a)} << 32 | static_cast<std::uint32_t>(node.b);
  const std::uint64_t hash =
      mix(operands, std::bit_cast<std::uint64_t>(node.value) + static_cast<std::uint64_t>(node.op));
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (slots_[slot] >= 0 && !(at(slots_[slot]) == node)) slot = (slot + 1) & mask;
  return slot;
}

NodeId Graph::intern(const GraphNode& node) {
  if (2 * (known_ + 1) > slots_.size()) {
    const std::vector<NodeId> before =
        std::exchange(slots_, std::vector<NodeId>(std::max<std::size_t>(1024, 4 * known_), -1));
    slots_.resize(std::bit_ceil(slots_.size()), -1);
    for (const NodeId id : before)
      if (id >= 0) slots_[slot_of(at(id))] = id;
  }
  const std::size_t slot = slot_of(node);
  if (slots_[slot] >= 0) return slots_[slot];
  slots_[slot] = static_cast<NodeId>(nodes_.size());
  ++known_;
  nodes_.push_back(node);

  // The structure is made of those of the operands, not of their numbers.
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.op), std::bit_cast<std::uint64_t>(node.value));
  const int operands = arity(node.op);
  if (operands == 0) hash = mix(hash, static_cast<std::uint32_t>(node.a));
  if (operands > 0) hash = mix(hash, structure(node.a));
  if (operands > 1) hash = mix(hash, structure(node.b));
  structure_.push_back(hash);
  parts_.push_back(current_part());
  return slots_[slot];
}

void Graph::claim_name(const std::string& name) {
  if (name.empty()) throw Error(ErrorKind::usage, "a variable of an expression graph needs a name");
  if (!names_.insert(name).second)
    throw Error(ErrorKind::usage, "the expression graph has a variable '" + name + "' already");
}

Expression Graph::input(const std::string& name) { return input(ProgramInput{.name = name}); }

Expression Graph::input(const ProgramInput& input) {
  claim_name(input.name);
  inputs_.push_back(input);
  return expression(intern({Op::input, static_cast<NodeId>(inputs_.size() - 1)}));
}

Expression Graph::parameter(const std::string& name, double value) {
  claim_name(name);
  parameters_.push_back(name);
  parameter_values_.push_back(value);
  return expression(intern({Op::parameter, static_cast<NodeId>(parameters_.size() - 1)}));
}

void Graph::require_above(const Expression& x, double bound, Status failure) {
  const GuardNode guard{node(x), failure, bound};
  if (is_constant(guard.node) && at(guard.node).value > bound) return;
  if (tape_) {
    tape_->guards.push_back(guard);
    return;
  }
  if (std::ranges::find(guards_, guard) == guards_.end()) guards_.push_back(guard);
}

NodeId Graph::node(const Expression& x) {
  if (!x.graph_) return constant(x.value_);
  if (x.graph_ != this) throw Error(ErrorKind::usage, "expressions of two graphs cannot be mixed");
  return x.node_;
}

Expression Graph::expression(NodeId id) {
  Expression x;
  x.graph_ = this;
  x.node_ = id;
  return x;
}

NodeId Graph::constant(double value) {
  return intern({Op::constant, -1, -1, value == 0 ? 0.0 : value});  // one zero, without a sign
}

std::vector<NodeId> Graph::order(const std::vector<NodeId>& roots) const {
  std::vector<NodeId> result;
  std::vector<char> done(nodes_.size(), false);
  const auto is_done = [&](NodeId id) { return done[id]; };
  std::vector<NodeId> open;
  for (const NodeId root : roots) {
    open.push_back(root);
    while (!open.empty()) {
      const NodeId id = open.back();
      const int operands = arity(at(id).op);
      if (!is_done(id) && operands > 0 && !is_done(at(id).a)) {
        open.push_back(at(id).a);
      } else if (!is_done(id) && operands > 1 && !is_done(at(id).b)) {
        open.push_back(at(id).b);
      } else {
        open.pop_back();
        if (!is_done(id)) result.push_back(id);
        done[id] = true;
      }
    }
  }
  return result;
}

void Graph::begin_tape() {
  if (tape_) throw Error(ErrorKind::usage, "an expression graph tapes one run at a time");
  tape_.emplace();
}

Tape Graph::end_tape() {
  Tape result = std::move(tape_).value();
  tape_.reset();
  return result;
}

NodeId Graph::apply(Op op, NodeId a, NodeId b) {
  if (tape_) {
    nodes_.push_back({op, a, arity(op) > 1 ? b : -1});
    structure_.push_back(0);
    parts_.push_back(current_part());
    tape_->nodes.push_back(static_cast<NodeId>(nodes_.size() - 1));
    return tape_->nodes.back();
  }
  if (const NodeId folded = fold(op, a, b); folded >= 0) return folded;
  switch (op) {
    case Op::add: return add(a, b);
    case Op::subtract: return subtract(a, b);
    case Op::multiply: return multiply(a, b);
    case Op::divide: return divide(a, b);
    case Op::negate: return negate(a);
    default: return function(op, a, b);
  }
}

NodeId Graph::fold(Op op, NodeId a, NodeId b) {
  const int operands = arity(op);
  if (operands == 0) throw Error(ErrorKind::usage, "a leaf of an expression graph is not an operation");
  if (!is_constant(a) || (operands == 2 && !is_constant(b))) return -1;
  return constant(operate(op, at(a).value, operands == 2 ? at(b).value : 0.0));
}

bool Graph::take_sign(NodeId& id) {
  if (at(id).op == Op::negate) {
    id = at(id).a;
    return true;
  }
  if (!is_constant(id) || !(at(id).value < 0)) return false;
  id = constant(-at(id).value);
  return true;
}

// Constants first, then parameters, inputs and operations, each by structure.
bool Graph::before(NodeId a, NodeId b) const {
  const auto rank = [&](NodeId id) {
    return std::pair(arity(at(id).op) == 0 ? static_cast<int>(at(id).op) : static_cast<int>(Op::add), structure(id));
  };
  return rank(a) != rank(b) ? rank(a) < rank(b) : a < b;
}

NodeId Graph::add(NodeId a, NodeId b) {
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  const bool negative_a = take_sign(a);
  const bool negative_b = take_sign(b);
  if (negative_a != negative_b) return negative_a ? subtract(b, a) : subtract(a, b);
  if (before(b, a)) std::swap(a, b);
  const NodeId sum = intern({Op::add, a, b});
  return negative_a ? negate(sum) : sum;
}

NodeId Graph::subtract(NodeId a, NodeId b) {
  if (a == b) return constant(0);
  if (is_constant(b, 0)) return a;
  if (is_constant(a, 0)) return negate(b);
  const bool negative_a = take_sign(a);
  const bool negative_b = take_sign(b);
  if (negative_a != negative_b) {
    const NodeId sum = add(a, b);
    return negative_a ? negate(sum) : sum;
  }
  // Both differences share the one whose operands are in order.
  const bool swapped = before(b, a);
  if (swapped) std::swap(a, b);
  const NodeId difference = intern({Op::subtract, a, b});
  return swapped != negative_a ? negate(difference) : difference;
}

NodeId Graph::multiply(NodeId a, NodeId b) {
  if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
  const bool negative_a = take_sign(a);
  const bool negative = take_sign(b) != negative_a;
  if (before(b, a)) std::swap(a, b);
  const NodeId product = is_constant(a, 1) ? b : intern({Op::multiply, a, b});
  return negative ? negate(product) : product;
}

NodeId Graph::divide(NodeId a, NodeId b) {
  if (is_constant(a, 0)) return a;
  const bool negative_a = take_sign(a);
  const bool negative = take_sign(b) != negative_a;
  const NodeId quotient = is_constant(b, 1) ? a : intern({Op::divide, a, b});
  return negative ? negate(quotient) : quotient;
}

NodeId Graph::negate(NodeId a) {
  if (at(a).op == Op::negate) return at(a).a;
  if (is_constant(a)) return constant(-at(a).value);
  return intern({Op::negate, a});
}

NodeId Graph::function(Op op, NodeId a, NodeId b) {
  bool negative = false;
  switch (op) {
    case Op::sin:
    case Op::sign:
    case Op::clamp: negative = take_sign(a); break;
    case Op::cos: take_sign(a); break;
    case Op::abs:
      take_sign(a);
      if (at(a).op == Op::abs || at(a).op == Op::sqrt) return a;
      break;
    case Op::max:
      if (a == b) return a;
      break;
    default: break;
  }
  if (commutes(op) && before(b, a)) std::swap(a, b);
  const NodeId result = intern({op, a, b});
  return negative ? negate(result) : result;
}

}  // namespace jourdain
