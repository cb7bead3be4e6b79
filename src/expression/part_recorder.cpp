// Numbers in brackets are equations of docs/theory.md, section 16.
#include "expression/part_recorder.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace jourdain {
namespace {

// When each node of a graph is known: always, at load time, or in a call.
std::vector<Phase> graph_phases(const Graph& graph) {
  Program all;
  all.nodes = graph.nodes();
  return phases(all);
}

// The nodes that depend on one of these leaves: operands come before results, so that one pass tells.
std::vector<char> dependent(const Graph& graph, const std::vector<NodeId>& leaves) {
  const std::vector<GraphNode>& nodes = graph.nodes();
  std::vector<char> result(nodes.size(), false);
  for (const NodeId id : leaves) result[id] = true;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int operands = arity(nodes[i].op);
    if (operands > 0) result[i] = result[i] || result[nodes[i].a];
    if (operands > 1) result[i] = result[i] || result[nodes[i].b];
  }
  return result;
}

// What the roots need, operands before results, without looking into leaves. Depth first with a stack of its own:
// graphs are deeper than the processor's stack is long.
template <typename IsLeaf>
std::vector<NodeId> ordered(const Graph& graph, const std::vector<NodeId>& roots, const IsLeaf& is_leaf) {
  std::vector<NodeId> result, open;
  std::vector<char> done(graph.nodes().size(), false);
  const auto is_open = [&](NodeId id) { return !done[id]; };
  for (const NodeId root : roots) {
    open.push_back(root);
    while (!open.empty()) {
      const NodeId id = open.back();
      const GraphNode& node = graph.nodes()[id];
      const int operands = is_leaf(id) ? 0 : arity(node.op);
      // First an operand that is still open; then the node itself.
      if (is_open(id) && operands > 0 && is_open(node.a)) {
        open.push_back(node.a);
      } else if (is_open(id) && operands > 1 && is_open(node.b)) {
        open.push_back(node.b);
      } else {
        open.pop_back();
        if (is_open(id)) result.push_back(id);
        done[id] = true;
      }
    }
  }
  return result;
}

// Nodes that are inputs and parameters of a program, and their places there.
struct Leaves {
  std::map<NodeId, NodeId> inputs, parameters;
};

// A program of these nodes. Operations are counted for the parts of the computation that they were made in.
Program program_of(const Graph& graph, const std::vector<NodeId>& order, const Leaves& leaves,
                   const std::vector<NodeId>& outputs, const std::vector<GuardNode>& guards) {
  Program program;
  std::vector<NodeId> number(graph.nodes().size(), -1);
  // In this order operands have their numbers before they are used.
  for (const NodeId id : order) {
    GraphNode node = graph.nodes()[id];
    // Leaves lose what they were computed from.
    if (const auto input = leaves.inputs.find(id); input != leaves.inputs.end()) {
      node = {Op::input, input->second};
    } else if (const auto parameter = leaves.parameters.find(id); parameter != leaves.parameters.end()) {
      node = {Op::parameter, parameter->second};
    } else {
      if (arity(node.op) > 0) node.a = number[node.a];
      if (arity(node.op) > 1) node.b = number[node.b];
    }
    number[id] = static_cast<NodeId>(program.nodes.size());
    program.nodes.push_back(node);
    program.parts.push_back(graph.part(id));
  }
  for (const NodeId id : outputs) program.outputs.push_back(number[id]);
  for (const GuardNode& guard : guards) program.guards.push_back({number[guard.node], guard.status, guard.bound});
  return program;
}

// Leaves of a part: what all rows share and what is a row's own, known in a call or at load time.
struct LeafKinds {
  std::vector<NodeId> shared_inputs, shared_parameters, row_inputs, row_parameters;
};

// A part's program: places and names of its leaves, shared ones first, as RepeatedPart has them.
Program part_program(const Graph& graph, const std::vector<NodeId>& order, const LeafKinds& kinds,
                     const std::vector<NodeId>& outputs, const std::vector<GuardNode>& guards) {
  Leaves leaves;
  std::vector<ProgramInput> inputs;
  std::vector<std::string> parameters;
  // Names are those of the recorder: values from around have none of their own.
  const auto place = [&](const std::vector<NodeId>& ids, const char* name, std::map<NodeId, NodeId>& places,
                         auto& names) {
    for (const NodeId id : ids) {
      places[id] = static_cast<NodeId>(names.size());
      names.push_back({fmt::format("{}{}", name, names.size())});
    }
  };
  place(kinds.shared_inputs, "shared", leaves.inputs, inputs);
  place(kinds.row_inputs, "own", leaves.inputs, inputs);
  place(kinds.shared_parameters, "shared_parameter", leaves.parameters, parameters);
  place(kinds.row_parameters, "own_parameter", leaves.parameters, parameters);
  Program program = program_of(graph, order, leaves, outputs, guards);
  program.inputs = std::move(inputs);
  // The caller's parameters have values; a part's come with each row.
  program.parameter_values.assign(parameters.size(), 0.0);
  program.parameters = std::move(parameters);
  return program;
}

// Conditions are computed before outputs, as in a graph of its own.
std::vector<NodeId> roots_of(const std::vector<GuardNode>& guards, const std::vector<NodeId>& outputs) {
  std::vector<NodeId> roots;
  for (const GuardNode& guard : guards) roots.push_back(guard.node);
  roots.insert(roots.end(), outputs.begin(), outputs.end());
  return roots;
}

// Marks what the roots need, through everything.
void reach(const Graph& graph, const std::vector<NodeId>& roots, std::vector<char>& reached) {
  for (const NodeId id : graph.order(roots)) reached[id] = true;
}

}  // namespace

PartRecorder::Run PartRecorder::tape(const std::function<std::vector<Expression>(std::size_t)>& function,
                                     std::size_t leg) {
  // While it tapes, the graph makes a new node of every operation, unfolded: runs compare whatever their values are.
  Run run;
  graph_.begin_tape();
  const std::vector<Expression> results = function(leg);
  run.tape = graph_.end_tape();
  // Places on the tape instead of nodes, which differ from run to run; -1 for a value from around.
  std::map<NodeId, int> place;
  for (const NodeId id : run.tape.nodes) place.emplace(id, static_cast<int>(place.size()));
  const auto place_of = [&](NodeId id) {
    const auto found = place.find(id);
    return found == place.end() ? -1 : found->second;
  };
  for (const NodeId id : run.tape.nodes) {
    const GraphNode& node = graph_.nodes()[id];
    run.operands.emplace_back(place_of(node.a), place_of(node.b));
  }
  // Conditions and results likewise.
  for (const GuardNode& guard : run.tape.guards) run.guards.push_back(place_of(guard.node));
  for (const Expression& result : results) {
    run.results.push_back(graph_.node(result));
    run.places.push_back(place_of(run.results.back()));
  }
  return run;
}

// The same operations on results of the same ones, and the same conditions and places of results (16.1).
bool PartRecorder::same_shape(const Run& a, const Run& b) const {
  const auto op = [&](NodeId id) { return graph_.nodes()[id].op; };
  const auto same_guard = [](const GuardNode& x, const GuardNode& y) {
    return x.status == y.status && x.bound == y.bound;
  };
  return a.operands == b.operands && a.guards == b.guards && a.places == b.places &&
         std::ranges::equal(a.tape.nodes, b.tape.nodes, {}, op, op) &&
         std::ranges::equal(a.tape.guards, b.tape.guards, same_guard);
}

std::vector<std::vector<Expression>> PartRecorder::run(
    const std::string& name, std::size_t count, const std::function<std::vector<Expression>(std::size_t)>& function) {
  std::vector<Run> runs;
  // All runs first: what differs between them is known only then.
  for (std::size_t k = 0; k < count; ++k) runs.push_back(tape(function, k));
  // Each run that is not done yet, with all later ones of its shape.
  std::vector<std::vector<Expression>> results(count);
  std::vector<char> done(count, false);
  for (std::size_t first = 0; first < count; ++first) {
    std::vector<std::size_t> legs;
    std::vector<Run> alike;
    for (std::size_t k = first; k < count && !done[first]; ++k) {
      if (!same_shape(runs[first], runs[k])) continue;
      legs.push_back(k);
      alike.push_back(runs[k]);
    }
    if (legs.empty()) continue;
    // Results go back to the legs they are of.
    const std::vector<std::vector<Expression>> found = record(name, alike);
    for (std::size_t i = 0; i < legs.size(); ++i) {
      results[legs[i]] = found[i];
      done[legs[i]] = true;
    }
  }
  return results;
}

// One function for runs of one shape. A run unlike all others gets no symbols and no
// columns: it stays where it is.
std::vector<std::vector<Expression>> PartRecorder::record(const std::string& name, const std::vector<Run>& runs) {
  Record part;
  part.name = name;
  part.rows = static_cast<int>(runs.size());
  // Names of symbols and stand-ins must not meet those of other parts.
  const std::string own = fmt::format("{}#{}", name, parts_.size());
  const std::vector<NodeId> made = retrace(part, own, runs);
  std::vector<std::vector<Expression>> results = make_stand_ins(part, own, runs, made);
  parts_.push_back(std::move(part));
  return results;
}

// Symbols for what differs between the runs, and the operations on them: f of (16.1).
std::vector<NodeId> PartRecorder::retrace(Record& part, const std::string& own, const std::vector<Run>& runs) {
  const Run& first = runs[0];
  // Values from around: what all runs have, or a symbol for what differs. A list of values that has a symbol keeps it.
  const std::vector<Phase> phase = graph_phases(graph_);
  std::map<std::vector<NodeId>, NodeId> symbols;
  const auto around = [&](const auto& value_in) {
    std::vector<NodeId> values;
    for (const Run& run : runs) values.push_back(value_in(run));
    if (std::ranges::all_of(values, [&](NodeId id) { return id == values[0]; })) return values[0];
    const auto known = symbols.find(values);
    if (known != symbols.end()) return known->second;
    // A parameter of the part if all rows know it at load time: its operations need no call.
    const bool loaded = std::ranges::all_of(values, [&](NodeId id) { return phase[id] != Phase::call; });
    const std::string text = fmt::format("{}.argument{}", own, symbols.size());
    const NodeId symbol = graph_.node(loaded ? graph_.parameter(text, 0) : graph_.input(text));
    part.symbols.push_back(symbol);
    part.arguments.push_back(values);
    symbols.emplace(std::move(values), symbol);
    return symbol;
  };

  // The tape again, with these and with normal form: the part's own operations, with the parts they count for.
  part.first_guard = graph_.guards().size();
  std::vector<NodeId> made;
  for (std::size_t i = 0; i < first.tape.nodes.size(); ++i) {
    const GraphNode node = graph_.nodes()[first.tape.nodes[i]];
    const PartScope<Expression> scope(graph_.part(first.tape.nodes[i]));
    // An operand from the tape is the node that was made of its place.
    const auto operand = [&](int place, NodeId GraphNode::*which) {
      if (place >= 0) return made[place];
      return around([&](const Run& run) { return graph_.nodes()[run.tape.nodes[i]].*which; });
    };
    const NodeId a = operand(first.operands[i].first, &GraphNode::a);
    made.push_back(
        graph_.apply(node.op, a, arity(node.op) > 1 ? operand(first.operands[i].second, &GraphNode::b) : -1));
  }
  // Its conditions, one for all rows.
  for (std::size_t i = 0; i < first.guards.size(); ++i) {
    const int place = first.guards[i];
    const NodeId id = place >= 0 ? made[place] : around([&](const Run& run) { return run.tape.guards[i].node; });
    graph_.require_above(graph_.expression(id), first.tape.guards[i].bound, first.tape.guards[i].status);
  }
  part.end_guard = graph_.guards().size();  // between first_guard and here are the part's conditions
  return made;
}

// Results of each run as the caller sees them: inputs of its own program, one for each column of the part and each row.
std::vector<std::vector<Expression>> PartRecorder::make_stand_ins(Record& part, const std::string& own,
                                                                  const std::vector<Run>& runs,
                                                                  const std::vector<NodeId>& made) {
  // What does not depend on a symbol stands for itself.
  const Run& first = runs[0];
  std::vector<std::vector<Expression>> results(runs.size());
  const std::vector<char> varies = dependent(graph_, part.symbols);
  for (std::size_t i = 0; i < first.results.size(); ++i) {
    // A result that was there before: each row's own.
    if (first.places[i] < 0) {
      for (std::size_t k = 0; k < runs.size(); ++k) results[k].push_back(graph_.expression(runs[k].results[i]));
      continue;
    }
    // Signs are the caller's, so that x and -x are one column.
    NodeId id = made[first.places[i]];
    const GraphNode& node = graph_.nodes()[id];
    const bool negative = node.op == Op::negate;
    if (negative) id = node.a;
    // What no symbol reaches needs no column.
    const bool own_value = varies[id];
    const auto column = static_cast<std::size_t>(std::ranges::find(part.columns, id) - part.columns.begin());
    // A new column: an input of the main program for each row (16.2).
    if (own_value && column == part.columns.size()) {
      part.columns.push_back(id);
      part.results.emplace_back();
      for (std::size_t k = 0; k < runs.size(); ++k)
        part.results.back().push_back(graph_.node(graph_.input(fmt::format("{}[{}].result{}", own, k, column))));
    }
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const Expression value = graph_.expression(own_value ? part.results[column][k] : id);
      results[k].push_back(negative ? -value : value);
    }
  }
  return results;
}

// What no symbol reaches is the same in all rows: such conditions are the caller's.
std::vector<GuardNode> PartRecorder::own_guards(const Record& part) const {
  const std::vector<char> varies = dependent(graph_, part.symbols);
  std::vector<GuardNode> result;
  for (std::size_t i = part.first_guard; i < part.end_guard; ++i)
    if (varies[graph_.guards()[i].node]) result.push_back(graph_.guards()[i]);
  return result;
}

// The caller's conditions in their order, all of them or those before a part.
std::vector<GuardNode> PartRecorder::main_guards(const Record* before) const {
  std::vector<GuardNode> result = graph_.guards();
  if (before) result.resize(before->first_guard);
  // Conditions of the parts are on the graph's list, too.
  for (const Record& part : parts_)
    for (const GuardNode& guard : own_guards(part)) std::erase(result, guard);
  return result;
}

// A part reduced to what is reached, and the nodes around it that it takes.
PartRecorder::Extract PartRecorder::extract(const Record& part, const std::vector<char>& reached) const {
  Extract extract;
  RepeatedPart& to = extract.part;
  to.name = part.name;
  to.rows = part.rows;
  // Where its conditions stand among the caller's: the first that fails is the status.
  to.guards_before = static_cast<int>(main_guards(&part).size());
  // Inputs of the main program in the order of StagedProgram.
  extract.results.resize(part.rows);
  // Outputs: columns of which some row's result is needed.
  std::vector<NodeId> outputs;
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const std::vector<NodeId>& stand_ins = part.results[j];
    if (std::ranges::none_of(stand_ins, [&](NodeId id) { return reached[id]; })) continue;
    outputs.push_back(part.columns[j]);
    for (std::size_t k = 0; k < stand_ins.size(); ++k) extract.results[k].push_back(stand_ins[k]);
  }

  // Values from around the part, without their signs, are shared; symbols that are needed are a row's. Each of them is
  // an input or a parameter, as it is known in a call or at load time.
  const std::vector<GuardNode> guards = own_guards(part);
  const std::vector<char> varies = dependent(graph_, part.symbols);
  const std::vector<Phase> phase = graph_phases(graph_);
  const auto op = [&](NodeId id) { return graph_.nodes()[id].op; };
  // A sign stays in the part, so that x and -x are one argument.
  const auto is_leaf = [&](NodeId id) { return !varies[id] && op(id) != Op::negate; };
  const std::vector<NodeId> order = ordered(graph_, roots_of(guards, outputs), is_leaf);
  LeafKinds leaves;
  const auto is_symbol = [&](NodeId id) { return std::ranges::find(part.symbols, id) != part.symbols.end(); };
  for (const NodeId id : order) {
    if (op(id) == Op::constant || (!is_leaf(id) && !is_symbol(id))) continue;
    const bool call = phase[id] == Phase::call;
    auto& kind = is_symbol(id) ? (call ? leaves.row_inputs : leaves.row_parameters)
                               : (call ? leaves.shared_inputs : leaves.shared_parameters);
    kind.push_back(id);
  }
  to.program = part_program(graph_, order, leaves, outputs, guards);
  to.shared_inputs = static_cast<int>(leaves.shared_inputs.size());
  to.shared_parameters = static_cast<int>(leaves.shared_parameters.size());

  // The same in the order of the main program's outputs: shared once, then row by row.
  extract.arguments = leaves.shared_inputs;
  extract.arguments.insert(extract.arguments.end(), leaves.shared_parameters.begin(), leaves.shared_parameters.end());
  // A symbol's argument in row k is what stood around in that leg's run.
  for (std::size_t k = 0; k < static_cast<std::size_t>(part.rows); ++k)
    for (const auto& kind : {leaves.row_inputs, leaves.row_parameters})
      for (const NodeId id : kind) {
        const auto at = static_cast<std::size_t>(std::ranges::find(part.symbols, id) - part.symbols.begin());
        extract.arguments.push_back(part.arguments[at][k]);
      }
  return extract;
}

// (16.2): what is needed is found backwards, then all is put together forwards.
StagedProgram PartRecorder::finish(const std::vector<Expression>& outputs) {
  // What the whole needs, not looking through results of parts, which are inputs.
  std::vector<NodeId> wanted;
  for (const Expression& output : outputs) wanted.push_back(graph_.node(output));
  const std::vector<GuardNode> guards = main_guards(nullptr);
  std::vector<char> reached(graph_.nodes().size(), false);
  reach(graph_, roots_of(guards, wanted), reached);

  // What later parts need of earlier ones is known when these are looked at: last parts first. Parts without outputs
  // and conditions go.
  std::vector<Extract> extracts;
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    Extract found = extract(*part, reached);
    reach(graph_, found.arguments, reached);
    if (!found.part.program.outputs.empty() || !found.part.program.guards.empty())
      extracts.insert(extracts.begin(), std::move(found));
  }
  return assemble(std::move(wanted), guards, std::move(extracts));
}

StagedProgram PartRecorder::assemble(std::vector<NodeId> wanted, const std::vector<GuardNode>& guards,
                                     std::vector<Extract> extracts) const {
  StagedProgram staged;
  staged.outputs = static_cast<int>(wanted.size());
  Leaves leaves;
  std::vector<ProgramInput> inputs;
  // Symbols and stand-ins are no inputs or parameters of the whole.
  std::set<NodeId> stand_ins;
  for (const Record& part : parts_) {
    stand_ins.insert(part.symbols.begin(), part.symbols.end());
    for (const std::vector<NodeId>& column : part.results) stand_ins.insert(column.begin(), column.end());
  }
  // Inputs and parameters of the whole in their order, whether needed or not.
  const std::vector<GraphNode>& nodes = graph_.nodes();
  std::vector<NodeId> input_nodes(graph_.inputs().size()), parameter_nodes(graph_.parameters().size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].op == Op::input) input_nodes[nodes[i].a] = static_cast<NodeId>(i);
    if (nodes[i].op == Op::parameter) parameter_nodes[nodes[i].a] = static_cast<NodeId>(i);
  }
  for (std::size_t i = 0; i < input_nodes.size(); ++i) {
    if (stand_ins.contains(input_nodes[i])) continue;
    leaves.inputs[input_nodes[i]] = static_cast<NodeId>(inputs.size());
    inputs.push_back(graph_.inputs()[i]);
  }
  // What follows are results of parts.
  staged.inputs = static_cast<int>(inputs.size());
  std::vector<std::string> parameters;
  std::vector<double> values;
  for (std::size_t i = 0; i < parameter_nodes.size(); ++i) {
    if (stand_ins.contains(parameter_nodes[i])) continue;
    leaves.parameters[parameter_nodes[i]] = static_cast<NodeId>(parameters.size());
    parameters.push_back(graph_.parameters()[i]);
    values.push_back(graph_.parameter_values()[i]);
  }
  // After them the parts' results as inputs, and after the outputs the parts' arguments (16.2).
  for (Extract& found : extracts) {
    // Row by row, as StagedProgram has them.
    for (const std::vector<NodeId>& row : found.results)
      for (const NodeId id : row) {
        leaves.inputs[id] = static_cast<NodeId>(inputs.size());
        inputs.push_back(graph_.inputs()[nodes[id].a]);
      }
    wanted.insert(wanted.end(), found.arguments.begin(), found.arguments.end());
    // One name for each function in generated code.
    const auto same = std::ranges::count(staged.parts, found.part.name, &RepeatedPart::name);
    if (same > 0) found.part.name += std::to_string(same + 1);
    staged.parts.push_back(std::move(found.part));
  }
  // The main program: nodes in an order that needs no other, numbered anew.
  const std::vector<NodeId> order = ordered(graph_, roots_of(guards, wanted), [](NodeId) { return false; });
  staged.main = program_of(graph_, order, leaves, wanted, guards);
  staged.main.inputs = std::move(inputs);
  staged.main.parameters = std::move(parameters);
  staged.main.parameter_values = std::move(values);
  return staged;
}

}  // namespace jourdain
