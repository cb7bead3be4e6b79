#include "codegen/function_plan.hpp"

#include "codegen/names.hpp"
#include "expression/inlined_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr int most_lanes = 8;

// Whether each node of a part depends on the row.
std::vector<char> row_dependence(const RepeatedPart& part) {
  std::vector<char> result;
  for (const GraphNode& node : part.program.nodes) {
    const int operands = arity(node.op);
    bool varies = (node.op == Op::input && node.a >= part.shared_inputs) ||
                  (node.op == Op::parameter && node.a >= part.shared_parameters);
    if (operands > 0) varies = varies || result[node.a];
    if (operands > 1) varies = varies || result[node.b];
    result.push_back(varies);
  }
  return result;
}

int lanes_for(const StagedProgram& staged) {
  int rows = 1, lanes = 1;
  for (const RepeatedPart& part : staged.parts) rows = std::max(rows, part.rows);
  while (lanes < rows) lanes *= 2;
  return lanes;
}

LegCode chosen(const GeneratedFunction& function, LegCode wanted) {
  if (!function.staged || function.staged->parts.empty()) return LegCode::unrolled;
  if (wanted == LegCode::automatic) return choose_leg_code(function);
  if (wanted == LegCode::lanes && lanes_for(*function.staged) > most_lanes) return LegCode::functions;
  return wanted;
}

}  // namespace

ProgramCount generated_count(const GeneratedFunction& function, LegCode legs) {
  return chosen(function, legs) == LegCode::unrolled ? count(function.program) : count(*function.staged);
}

FunctionPlan::FunctionPlan(const GeneratedLibrary& of, const GeneratedFunction& written, LegCode wanted)
    : library(&of),
      function(&written),
      name(of.name + "_" + written.name),
      legs(chosen(written, wanted)),
      staged(legs == LegCode::unrolled ? without_parts(written.program) : *written.staged),
      layout(staged),
      lanes(legs == LegCode::lanes ? lanes_for(staged) : 1),
      setup(staged.main),
      setup_layout(layout),
      prepared(layout.prepared),
      count(layout.count),
      alive(layout.alive) {
  if (!staged.parts.empty()) plan_parts();
  const std::vector<std::string> all = parameters_of(of).names;
  const std::vector<std::string> names = identifiers(all);
  for (const std::string& parameter : written.program.parameters)
    parameter_identifiers.push_back(names[std::ranges::find(all, parameter) - all.begin()]);
}

namespace {

using Rows = std::vector<std::vector<NodeId>>;

// Where a call finds the load-time values of a part, and the columns of those that differ from row to row.
Rows place_values(Graph& graph, const Rows& rows, std::vector<Expression>& entries, PartPlan& plan) {
  Rows columns;
  for (const NodeId id : plan.layout.prepared) {
    std::vector<NodeId> nodes;
    for (const std::vector<NodeId>& row : rows) nodes.push_back(row[id]);
    const bool equal = std::ranges::all_of(nodes, [&](NodeId each) { return each == nodes[0]; });
    const bool fixed = std::ranges::all_of(nodes, [&](NodeId each) { return graph.nodes()[each].op == Op::constant; });
    PartValue value;
    if (fixed)
      for (const NodeId each : nodes) value.rows.push_back(graph.nodes()[each].value);
    if (fixed && !equal) {
      value.place = PartValue::Place::table;
      value.column = plan.table_columns++;
    } else if (equal && !fixed) {
      value.place = PartValue::Place::common;
      value.entry = static_cast<int>(entries.size());
      entries.push_back(graph.expression(nodes[0]));
    } else if (!fixed) {
      value.place = PartValue::Place::row;
      value.column = plan.row_columns++;
      columns.push_back(std::move(nodes));
    }
    plan.values.push_back(std::move(value));
  }
  return columns;
}

}  // namespace

void FunctionPlan::plan_parts() {
  // Load-time values of all rows, as nodes of one graph.
  InlinedParts inlined(staged);
  Graph& graph = inlined.graph;
  std::vector<Expression> entries;
  const auto add_entry = [&](NodeId id) { entries.push_back(graph.expression(id)); };
  for (const NodeId id : layout.prepared) add_entry(inlined.main[id]);
  for (const GuardNode& guard : layout.load_guards)
    graph.require_above(graph.expression(inlined.main[guard.node]), guard.bound, guard.status);

  for (std::size_t p = 0; p < staged.parts.size(); ++p) {
    const RepeatedPart& part = staged.parts[p];
    PartPlan plan(part, Layout(part.program));
    plan.varies = row_dependence(part);
    const auto& rows = inlined.parts[p];
    const Rows columns = place_values(graph, rows, entries, plan);
    for (const GuardNode& guard : plan.layout.load_guards)
      for (const std::vector<NodeId>& row : rows)
        graph.require_above(graph.expression(row[guard.node]), guard.bound, guard.status);

    // Entries of the rows: row by row, or column by column with a place for each lane.
    plan.first_entry = static_cast<int>(entries.size());
    if (legs == LegCode::lanes) {
      plan.entry_stride = lanes;
      for (const std::vector<NodeId>& column : columns)
        for (int k = 0; k < lanes; ++k) add_entry(column[k < part.rows ? k : 0]);
    } else {
      plan.row_stride = plan.row_columns;
      for (std::size_t k = 0; k < static_cast<std::size_t>(part.rows); ++k)
        for (const std::vector<NodeId>& column : columns) add_entry(column[k]);
    }

    const int first = staged.first_argument(p), own = part.row_inputs() + part.row_parameters();
    for (int i = 0; i < part.shared_inputs; ++i) plan.shared.push_back(first + i);
    for (int k = 0; k < part.rows; ++k)
      for (int i = 0; i < part.row_inputs(); ++i)
        plan.own.push_back(first + part.shared_inputs + part.shared_parameters + k * own + i);
    alive += plan.layout.alive + static_cast<int>(plan.shared.size() + plan.own.size()) + part.results();
    parts.push_back(std::move(plan));
  }
  setup = make_program(graph, entries);
  setup_layout = Layout(setup);
  prepared = setup.outputs;
  count = jourdain::count(staged);
  count.load = setup_layout.count.load;
}

LegCode choose_leg_code(const GeneratedFunction& function) {
  // Unrolled code is faster (docs/code-generation.md has figures) as long as it fits into 32 kB of instruction cache;
  // an operation takes 15 to 18 bytes.
  constexpr int most_unrolled = 2000;
  return count(function.program).call.total() > most_unrolled ? LegCode::functions : LegCode::unrolled;
}

std::vector<std::string> tied_parameters(const FunctionPlan& function) {
  const std::vector<GraphNode>& nodes = function.setup.nodes;
  std::vector<std::string> ties;
  for (const GuardNode& guard : function.setup.guards) {
    if (guard.status != Status::inconsistent) continue;
    // Operands stand before what is made of them.
    std::vector<bool> needed(nodes.size(), false);
    needed[guard.node] = true;
    std::string names;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (!needed[i] || nodes[i].op == Op::constant || nodes[i].op == Op::input) continue;
      if (nodes[i].op == Op::parameter) {
        const std::string& name = function.parameter_identifiers[nodes[i].a];
        names = names.empty() ? name : fmt::format("{}, {}", name, names);
        continue;
      }
      for (const NodeId operand : {nodes[i].a, nodes[i].b}) {
        if (operand >= 0) needed[operand] = true;
      }
    }
    if (!names.empty() && std::ranges::find(ties, names) == ties.end()) ties.push_back(names);
  }
  return ties;
}

}  // namespace jourdain
