#include "expression/bound_divisors.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// What is known about a value wherever all guards hold.
struct Known {
  double least = 0;      // lower bound of its magnitude
  bool negative = true;  // it may be
};

// The same from what is known about the operands.
Known follows(const GraphNode& node, const Known& a, const Known& b) {
  switch (node.op) {
    case Op::constant: return {std::abs(node.value), node.value < 0};
    case Op::add: return a.negative || b.negative ? Known{} : Known{a.least + b.least, false};
    case Op::multiply: return {a.least * b.least, node.a != node.b && (a.negative || b.negative)};
    case Op::divide: return {0, a.negative || b.negative};
    case Op::negate: return {a.least, true};
    case Op::sqrt: return {a.negative ? 0 : std::sqrt(a.least), false};
    case Op::abs: return {a.least, false};
    case Op::max: return {std::max(a.negative ? 0 : a.least, b.negative ? 0 : b.least), a.negative && b.negative};
    default: return {};
  }
}

// Nodes by which a call divides.
std::vector<char> divisors(const Program& program) {
  const std::vector<Phase> phase = phases(program);
  std::vector<char> result(program.nodes.size(), false);
  for (const GraphNode& node : program.nodes) {
    if (node.op != Op::divide) continue;
    const auto by = static_cast<std::size_t>(node.b);
    if (phase[by] == Phase::call) result[by] = true;
  }
  return result;
}

// The median of each divisor's magnitude over the samples, 0 where it is never finite.
std::vector<double> usual_sizes(const Program& program, const std::vector<char>& is_divisor,
                                const std::vector<ProgramValues>& samples) {
  std::vector<std::vector<double>> seen(program.nodes.size());
  for (const ProgramValues& sample : samples) {
    const std::vector<double> values = node_values<double>(program, sample.inputs, sample.parameters);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_divisor[i] && std::isfinite(values[i])) seen[i].push_back(std::abs(values[i]));
    }
  }
  std::vector<double> result;
  for (std::vector<double>& sizes : seen) {
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    if (!sizes.empty()) std::ranges::nth_element(sizes, middle);
    result.push_back(sizes.empty() ? 0.0 : *middle);
  }
  return result;
}

// Two digits: enough for a bound, and the same text from every libm.
double rounded(double x) {
  if (!(x > 0)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::round(x / unit) * unit;
}

// The program's own guards, as knowledge about nodes.
std::vector<Known> guarded(const Program& program) {
  std::vector<Known> result(program.nodes.size());
  for (const GuardNode& guard : program.guards) {
    if (guard.bound < 0) continue;
    const GraphNode& node = program.nodes[guard.node];
    Known& value = result[guard.node];
    value = {std::max(value.least, guard.bound), false};
    if (node.op == Op::abs) {
      Known& inside = result[node.a];
      inside.least = std::max(inside.least, guard.bound);
    }
  }
  return result;
}

Program bound_at(Program program, const std::vector<ProgramValues>& samples, double share, Status failure) {
  const std::vector<char> is_divisor = divisors(program);
  const std::vector<double> usual = usual_sizes(program, is_divisor, samples);
  std::vector<Known> known = guarded(program);
  const Known nothing;
  const auto of = [&](NodeId id) -> const Known& { return id < 0 ? nothing : known[id]; };
  const std::size_t size = program.nodes.size();
  for (std::size_t i = 0; i < size; ++i) {
    const GraphNode node = program.nodes[i];
    const bool operands = arity(node.op) > 0;
    const Known by_operands = follows(node, operands ? of(node.a) : nothing, operands ? of(node.b) : nothing);
    known[i].least = std::max(known[i].least, by_operands.least);
    known[i].negative = known[i].negative && by_operands.negative;
    if (!is_divisor[i] || (known[i].least > 0 && known[i].least >= share * share * share * usual[i])) continue;
    // A new condition; operands stand before results, so that it tells about all values that follow.
    NodeId magnitude = static_cast<NodeId>(i);
    if (known[i].negative) {
      program.parts.resize(program.nodes.size(), Part::none);
      program.parts.push_back(program.parts[i]);
      program.nodes.push_back({Op::abs, magnitude});
      magnitude = static_cast<NodeId>(program.nodes.size() - 1);
    }
    const double bound = rounded(share * usual[i]);
    program.guards.push_back({magnitude, failure, bound});
    known[i].least = std::max(known[i].least, bound);
  }
  return program;
}

}  // namespace

Program bound_divisors(Program program, std::span<const std::vector<double>> samples, double share, Status failure) {
  std::vector<ProgramValues> values;
  for (const std::vector<double>& sample : samples) values.push_back({sample, program.parameter_values});
  return bound_at(std::move(program), values, share, failure);
}

StagedProgram bound_divisors(StagedProgram staged, std::span<const std::vector<double>> samples, double share,
                             Status failure) {
  std::vector<ProgramValues> main;
  std::vector<std::vector<ProgramValues>> parts(staged.parts.size());
  for (const std::vector<double>& sample : samples) {
    StagedValues values = stage_values(staged, sample);
    main.push_back(std::move(values.main));
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (ProgramValues& row : values.parts[p]) parts[p].push_back(std::move(row));
  }
  staged.main = bound_at(std::move(staged.main), main, share, failure);
  for (std::size_t p = 0; p < parts.size(); ++p)
    staged.parts[p].program = bound_at(std::move(staged.parts[p].program), parts[p], share, failure);
  return staged;
}

}  // namespace jourdain
