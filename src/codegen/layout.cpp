#include "codegen/layout.hpp"

#include <algorithm>
#include <cstdint>

namespace jourdain {
namespace {

constexpr std::size_t longest_search = 20000;  // operations; the search takes their square at worst

// Operations of one program in an order in which they can be computed, stage after stage: the operand that needs more
// registers first.
std::vector<std::vector<NodeId>> schedule(const Program& program, const std::vector<std::vector<NodeId>>& stages) {
  const auto node = [&](NodeId id) -> const GraphNode& { return program.nodes[id]; };

  // Registers that each value needs if nothing is shared [Sethi and Ullman 1970].
  std::vector<int> need(program.nodes.size(), 0);
  for (std::size_t i = 0; i < need.size(); ++i) {
    const GraphNode& at = program.nodes[i];
    const int a = arity(at.op) > 0 ? need[at.a] : 0;
    const int b = arity(at.op) > 1 ? need[at.b] : 0;
    need[i] = arity(at.op) == 0 ? 0 : std::max({a, b, a == b ? a + 1 : 0, 1});
  }

  std::vector<std::vector<NodeId>> result(stages.size());
  std::vector<NodeId> open;
  std::vector<char> done(program.nodes.size(), false);
  const auto is_open = [&](NodeId id) { return !done[id]; };
  const auto compute = [&](NodeId root, std::vector<NodeId>& order) {
    open.push_back(root);
    while (!open.empty()) {
      const NodeId id = open.back();
      NodeId first = arity(node(id).op) > 0 ? node(id).a : -1;
      NodeId second = arity(node(id).op) > 1 ? node(id).b : -1;
      if (second >= 0 && need[second] > need[first]) std::swap(first, second);
      if (is_open(id) && first >= 0 && is_open(first)) {
        open.push_back(first);
      } else if (is_open(id) && second >= 0 && is_open(second)) {
        open.push_back(second);
      } else {
        open.pop_back();
        if (is_open(id) && arity(node(id).op) > 0) order.push_back(id);
        done[id] = true;
      }
    }
  };
  for (std::size_t s = 0; s < stages.size(); ++s)
    for (const NodeId root : stages[s]) compute(root, result[s]);
  return result;
}

// The same operations, at each step one that ends most waits: of those that can be computed, the one after which fewest
// values wait; among equals the first of the given order.
std::vector<NodeId> shorten_waits(const Program& program, const std::vector<NodeId>& given,
                                  const std::vector<NodeId>& roots) {
  const std::size_t size = program.nodes.size();
  const auto value_of = [&](NodeId id) {
    const GraphNode& node = program.nodes[id];
    return static_cast<std::size_t>(node.op == Op::negate ? node.a : id);
  };
  // Operands among the given operations, each once, and who uses them.
  std::vector<std::vector<std::size_t>> operands(size), users(size);
  std::vector<char> is_given(size, false);
  std::vector<int> open_uses(size, 0), missing(size, 0);
  for (const NodeId id : given) is_given[id] = true;
  for (const NodeId id : given) {
    const auto at = static_cast<std::size_t>(id);
    const GraphNode& node = program.nodes[at];
    for (const NodeId operand : {node.a, arity(node.op) > 1 ? node.b : node.a}) {
      const std::size_t value = value_of(operand);
      if (!is_given[value] || std::ranges::find(operands[at], value) != operands[at].end()) continue;
      operands[at].push_back(value);
      users[value].push_back(at);
      ++open_uses[value];
      ++missing[at];
    }
  }
  for (const NodeId id : roots) ++open_uses[value_of(id)];  // never ends

  std::vector<std::size_t> place(size, 0);
  for (std::size_t i = 0; i < given.size(); ++i) place[given[i]] = i;
  const auto waits_ended = [&](std::size_t at) {
    return std::ranges::count_if(operands[at], [&](std::size_t value) { return open_uses[value] == 1; });
  };
  std::vector<std::size_t> ready;
  for (const NodeId id : given)
    if (missing[id] == 0) ready.push_back(static_cast<std::size_t>(id));
  std::vector<NodeId> result;
  while (!ready.empty()) {
    const auto next = std::ranges::max_element(
        ready, {}, [&](std::size_t at) { return std::pair(waits_ended(at), -static_cast<std::int64_t>(place[at])); });
    const std::size_t at = *next;
    ready.erase(next);
    result.push_back(static_cast<NodeId>(at));
    for (const std::size_t value : operands[at]) --open_uses[value];
    for (const std::size_t user : users[at])
      if (--missing[user] == 0) ready.push_back(user);
  }
  return result;
}

// The most values that are computed and still to be used, over all steps.
int most_alive(const Program& program, const std::vector<NodeId>& order, const std::vector<NodeId>& roots) {
  const auto value_of = [&](NodeId id) {
    const GraphNode& node = program.nodes[id];
    return static_cast<std::size_t>(node.op == Op::negate ? node.a : id);
  };
  std::vector<std::size_t> last(program.nodes.size(), 0);
  for (std::size_t step = 0; step < order.size(); ++step) {
    const GraphNode& node = program.nodes[order[step]];
    last[value_of(node.a)] = step;
    if (arity(node.op) > 1) last[value_of(node.b)] = step;
  }
  for (const NodeId id : roots) last[value_of(id)] = order.size();  // outputs and guards wait for the end

  std::vector<int> ends(order.size() + 1, 0);
  int alive = 0, most = 0;
  for (std::size_t step = 0; step < order.size(); ++step) {
    alive -= ends[step];
    const auto id = static_cast<std::size_t>(order[step]);
    ++alive;
    ++ends[std::max(last[id], step)];
    most = std::max(most, alive);
  }
  return most;
}

// The inputs that parts get from a call, part by part.
std::vector<std::vector<NodeId>> arguments_of_parts(const StagedProgram& staged) {
  std::vector<std::vector<NodeId>> stages;
  for (std::size_t p = 0; p < staged.parts.size(); ++p) {
    const RepeatedPart& part = staged.parts[p];
    const auto arguments = staged.main.outputs.begin() + staged.first_argument(p);
    const int shared = part.shared_inputs + part.shared_parameters, own = part.row_inputs() + part.row_parameters();
    stages.emplace_back(arguments, arguments + part.shared_inputs);
    for (int k = 0; k < part.rows; ++k)
      stages.back().insert(stages.back().end(), arguments + shared + k * own,
                           arguments + shared + k * own + part.row_inputs());
  }
  return stages;
}

}  // namespace

Layout::Layout(const StagedProgram& staged)
    : phase(phases(staged.main)), slot(staged.main.nodes.size(), -1), count(jourdain::count(staged.main)) {
  const Program& program = staged.main;
  const auto is_call = [&](NodeId id) { return phase[id] == Phase::call; };

  // Results in the order of their need: arguments of parts that a call computes, conditions, outputs.
  std::vector<std::vector<NodeId>> stages = arguments_of_parts(staged);
  std::vector<NodeId> roots;
  for (std::size_t i = 0; i < program.guards.size(); ++i) {
    const GuardNode& guard = program.guards[i];
    for (std::size_t p = guards_before.size(); p < staged.parts.size(); ++p)
      if (staged.parts[p].guards_before <= static_cast<int>(i)) guards_before.push_back(call_guards.size());
    (is_call(guard.node) ? call_guards : load_guards).push_back(guard);
    roots.push_back(guard.node);
  }
  guards_before.resize(staged.parts.size(), call_guards.size());
  roots.insert(roots.end(), program.outputs.begin(), program.outputs.begin() + staged.outputs);
  stages.push_back(std::move(roots));

  // Everything is scheduled from the results of a call; load-time work comes out of it in its own order.
  const auto prepare = [&](NodeId id) {
    if (program.nodes[id].op == Op::negate) id = program.nodes[id].a;
    int& place = slot[id];
    if (phase[id] != Phase::load || place >= 0) return;
    place = static_cast<int>(prepared.size());
    prepared.push_back(id);
  };
  for (const std::vector<NodeId>& order : schedule(program, stages)) {
    for (const NodeId id : order) {
      const GraphNode& node = program.nodes[id];
      if (node.op == Op::negate) continue;  // written where it is used
      if (!is_call(id)) {
        if (phase[id] == Phase::load) load.push_back(id);
        continue;
      }
      call.push_back(id);
      prepare(node.a);
      if (arity(node.op) > 1) prepare(node.b);
    }
    stage_end.push_back(call.size());
  }
  for (std::size_t p = 0; p + 1 < stages.size(); ++p)
    for (const NodeId id : stages[p]) prepare(id);
  for (int i = 0; i < staged.outputs; ++i) prepare(program.outputs[i]);

  // The order of operations that leaves fewer waits; across parts it stays as it is.
  std::vector<NodeId> call_roots;
  for (const std::vector<NodeId>& stage : stages) std::ranges::copy_if(stage, std::back_inserter(call_roots), is_call);
  alive = most_alive(program, call, call_roots);
  if (call.size() > longest_search || stages.size() > 1) return;
  const std::vector<NodeId> other = shorten_waits(program, call, call_roots);
  if (const int less = most_alive(program, other, call_roots); less < alive) {
    call = other;
    alive = less;
  }
}

}  // namespace jourdain
