#include "expression/count.hpp"

namespace jourdain {
namespace {

constexpr double load_time_weight = 1e-3;

// True for a product with sign(x): it changes a sign or gives 0.
bool transfers_sign(const Program& program, const GraphNode& node) {
  const auto is_sign = [&](NodeId id) { return program.nodes[id].op == Op::sign; };
  return node.op == Op::multiply && (is_sign(node.a) || is_sign(node.b));
}

}  // namespace

OperationCount& OperationCount::operator+=(const OperationCount& other) {
  additions += other.additions;
  multiplications += other.multiplications;
  divisions += other.divisions;
  square_roots += other.square_roots;
  trigonometric += other.trigonometric;
  selections += other.selections;
  return *this;
}

ProgramCount count(const Program& program) {
  ProgramCount result;
  for (const ProgramCount& part : count_by_part(program)) {
    result.call += part.call;
    result.load += part.load;
  }
  return result;
}

PartCounts count_by_part(const Program& program) {
  PartCounts result;
  const std::vector<Phase> phase = phases(program);
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    ProgramCount& part = result[static_cast<std::size_t>(part_of(program, i))];
    OperationCount& of = phase[i] == Phase::call ? part.call : part.load;
    switch (node.op) {
      case Op::add:
      case Op::subtract: ++of.additions; break;
      case Op::multiply: ++(transfers_sign(program, node) ? of.selections : of.multiplications); break;
      case Op::divide: ++of.divisions; break;
      case Op::sqrt: ++of.square_roots; break;
      case Op::sin:
      case Op::cos:
      case Op::atan2: ++of.trigonometric; break;
      case Op::abs:
      case Op::max:
      case Op::sign:
      case Op::clamp: ++of.selections; break;
      default: break;
    }
  }
  return result;
}

int cost(Op op, CostModel model) {
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply: return 10;
    case Op::divide: return model == CostModel::operations ? 11 : 60;  // a product where it is the same number
    case Op::sqrt: return model == CostModel::operations ? 1 : 80;
    case Op::sin:
    case Op::cos: return model == CostModel::operations ? 1 : 200;
    case Op::atan2: return model == CostModel::operations ? 1 : 400;
    case Op::abs:
    case Op::max:
    case Op::sign:
    case Op::clamp: return 1;
    default: return 0;
  }
}

double cost(const Program& program, CostModel model) {
  double sum = 0;
  const std::vector<Phase> phase = phases(program);
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const GraphNode& node = program.nodes[i];
    const double weight = phase[i] == Phase::call ? 1 : load_time_weight;
    sum += weight * (transfers_sign(program, node) ? 1 : cost(node.op, model));
  }
  return sum / 10;
}

}  // namespace jourdain
