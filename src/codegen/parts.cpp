// Numbers in brackets are equations of docs/theory.md, section 17.
#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include "core/joined.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// How a part is called: for one row of scalars, for one row of vectors of states, or for all rows in lanes, one row in
// each lane of a vector.
struct PartDialect {
  const FunctionPlan& function;
  const PartPlan& plan;
  const Dialect& dialect;

  bool in_lanes() const { return dialect.legs_in_lanes; }
  bool vectors() const { return dialect.lanes > 1; }
  std::string scalar() const { return type_name(dialect.scalar); }
  // The type of shared values; of a row's own values and results.
  std::string shared_type() const { return vectors() && !in_lanes() ? dialect.prefix + "_vector" : scalar(); }
  std::string own_type() const { return vectors() ? dialect.prefix + "_vector" : scalar(); }
  // Of the function: the caller's name or the file's prefix with the part's, so that two callers do not meet.
  std::string name() const {
    const std::string& whole = dialect.is_cpp ? function.function->name : function.name;
    return (dialect.prefix.empty() ? whole : dialect.prefix) + "_" + plan.part.name;
  }
  // Which arguments of (17.1) there are.
  bool has_table() const { return plan.table_columns > 0; }
  bool has_rows() const { return plan.row_columns > 0; }
  bool has_common() const {
    return std::ranges::any_of(plan.values, [](const PartValue& v) { return v.place == PartValue::Place::common; });
  }
  bool has_shared() const { return !plan.shared.empty(); }
  bool has_own() const { return !plan.own.empty(); }
  // Conditions that the rows themselves decide; the others are the caller's.
  bool has_guards() const { return !plan.layout.call_guards.empty(); }
};

// Prepared values and tables are arrays of scalars without a vector's alignment.
std::string load_vector(const Dialect& dialect, const std::string& from) {
  return fmt::format("*(const {}_unaligned*)({})", dialect.prefix, from);
}

// Texts of the part's leaves in its body: inputs shared and own, and its load-time values by their places.
ValueNames part_names(const PartDialect& of) {
  const PartPlan& plan = of.plan;
  ValueNames names;
  for (int i = 0; i < plan.part.shared_inputs; ++i) names.inputs.push_back(fmt::format("s[{}]", i));
  for (int i = 0; i < plan.part.row_inputs(); ++i) names.inputs.push_back(fmt::format("x[{}]", i));
  for (const PartValue& value : plan.values) {
    // The same for all rows: a number, or an entry of the prepared structure.
    switch (value.place) {
      case PartValue::Place::constant: names.prepared.push_back(literal(value.rows[0], of.dialect.scalar)); break;
      case PartValue::Place::common: names.prepared.push_back(fmt::format("c[{}]", value.entry)); break;
      // A number of each row: a constant table.
      case PartValue::Place::table:
        // In lanes a column is one vector, read once into a local.
        names.prepared.push_back(of.in_lanes() ? fmt::format("k{}", value.column) : fmt::format("k[{}]", value.column));
        break;
      // A prepared value of each row: entries of the prepared structure.
      case PartValue::Place::row:
        // r points at the row's first entry; columns are apart by the stride.
        names.prepared.push_back(of.in_lanes() ? fmt::format("r{}", value.column)
                                               : fmt::format("r[{}]", value.column * plan.entry_stride));
        break;
    }
  }
  // In lanes a value that no row's own value reaches stays a scalar.
  if (of.in_lanes()) names.is_vector = plan.varies;
  return names;
}

// Values that differ between rows, as a table: rows of numbers, or columns with a place for each lane. Lanes beyond the
// rows repeat row 0, so that they cannot fail alone.
std::string table(const PartDialect& of) {
  const PartPlan& plan = of.plan;
  const int rows = of.in_lanes() ? of.dialect.lanes : plan.part.rows;
  std::vector<std::vector<std::string>> numbers(static_cast<std::size_t>(plan.table_columns));
  for (const PartValue& value : plan.values) {
    if (value.place != PartValue::Place::table) continue;
    for (int k = 0; k < rows; ++k)
      numbers[value.column].push_back(literal(value.rows[k < plan.part.rows ? k : 0], of.dialect.scalar));
  }
  // By columns in lanes, else by rows.
  const char* begin = of.dialect.is_cpp ? "inline constexpr" : "static const";
  if (of.in_lanes()) {
    std::string text = fmt::format("{} {} {}_table[{}][{}] = {{\n", begin, of.scalar(), of.name(), plan.table_columns,
                                   of.dialect.lanes);
    for (const std::vector<std::string>& column : numbers) text += wrap_list(joined(column), "    {", "},\n");
    return text + "};\n\n";
  }
  std::string text =
      fmt::format("{} {} {}_table[{}][{}] = {{\n", begin, of.scalar(), of.name(), plan.part.rows, plan.table_columns);
  for (std::size_t k = 0; k < static_cast<std::size_t>(rows); ++k) {
    std::vector<std::string> row;
    for (const std::vector<std::string>& column : numbers) row.push_back(column[k]);
    text += wrap_list(joined(row), "    {", "},\n");
  }
  return text + "};\n\n";
}

// The parameters of the function: what it needs, in this order (17.1). In lanes k and r are read from table and c.
std::string parameters(const PartDialect& of) {
  std::vector<std::string> list;
  const std::string constant = "const " + of.scalar() + "* ";
  if (of.has_common() || (of.in_lanes() && of.has_rows())) list.push_back(constant + "c");
  if (of.has_table() && !of.in_lanes()) list.push_back(constant + "k");
  if (of.has_rows() && !of.in_lanes()) list.push_back(constant + "r");
  if (of.has_shared()) list.push_back("const " + of.shared_type() + "* s");
  if (of.has_own()) list.push_back("const " + of.own_type() + "* x");
  // Vectors collect failures in a mask, scalars hand the status on and return it.
  if (of.has_guards())
    list.push_back(of.vectors() ? of.dialect.prefix + "_mask* failures"
                                : std::string(of.dialect.is_cpp ? "Status" : "int") + " status");
  list.push_back(of.own_type() + "* y");
  return joined(list);
}

// The same at the call, for the row of this name; c: the prepared structure.
std::string arguments(const PartDialect& of, const std::string& c, const std::string& row) {
  std::vector<std::string> list;
  const PartPlan& plan = of.plan;
  const std::string& name = plan.part.name;
  if (of.has_common() || (of.in_lanes() && of.has_rows())) list.push_back(c);
  if (of.has_table() && !of.in_lanes()) list.push_back(fmt::format("{}_table[{}]", of.name(), row));
  if (of.has_rows() && !of.in_lanes())
    list.push_back(plan.row_stride == 1 ? fmt::format("{} + {} + {}", c, plan.first_entry, row)
                                        : fmt::format("{} + {} + {} * {}", c, plan.first_entry, plan.row_stride, row));
  if (of.has_shared()) list.push_back(name + "_s");
  if (of.has_own()) list.push_back(of.in_lanes() ? name + "_x" : fmt::format("{}_x[{}]", name, row));
  if (of.has_guards()) list.push_back((of.vectors() ? "&" : "") + name + "_status");
  list.push_back(of.in_lanes() ? name + "_y" : fmt::format("{}_y[{}]", name, row));
  return joined(list);
}

}  // namespace

// Inputs of the main program: those of the whole, then results of parts (16.2).
ValueNames main_names(const FunctionPlan& function, const Dialect& dialect) {
  ValueNames names;
  for (const ArgumentArray& array : function.function->inputs)
    for (int i = 0; i < array.size; ++i)
      names.inputs.push_back(dialect.lanes > 1 ? fmt::format("x{}", names.inputs.size())
                                               : fmt::format("{}[{}]", array.name, i));
  for (int i = function.staged.inputs; i < static_cast<int>(function.staged.main.inputs.size()); ++i)
    names.inputs.push_back(result_name(function, dialect, i));
  for (std::size_t i = 0; i < function.layout.prepared.size(); ++i) names.prepared.push_back(fmt::format("c[{}]", i));
  return names;
}

// Load-time work reads the parameters from the library's structure.
ValueNames setup_names(const FunctionPlan& function, const Dialect& dialect) {
  ValueNames names;
  for (const std::string& name : function.parameter_identifiers)
    names.parameters.push_back((dialect.is_cpp ? "p." : "p->") + name);
  return names;
}

// Operations up to the arguments of each part, its call, and those that need its results.
std::string call_body(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect,
                      Statements& statements) {
  std::string text;
  for (std::size_t p = 0; p < function.parts.size(); ++p) {
    text += statements.call_operations(p);
    text += part_call(plan, function, p, dialect, statements);
  }
  return text + statements.call_operations(function.parts.size());
}

// In the order of the algorithm, whose first failure is the status: parts in between.
std::string conditions(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect,
                       const Statements& statements) {
  std::string text;
  const std::vector<GuardNode>& guards = function.layout.call_guards;
  // The main program's own, from one part to the next.
  const auto add = [&](std::size_t begin, std::size_t end) {
    const std::vector<GuardNode> some(guards.begin() + static_cast<std::ptrdiff_t>(begin),
                                      guards.begin() + static_cast<std::ptrdiff_t>(end));
    for (const auto& [condition, failure] : statements.conditions(some))
      text += dialect.lanes > 1 ? require_in_lanes(dialect, condition, failure) : require(plan, condition, failure);
  };
  std::size_t done = 0;
  for (std::size_t part = 0; part < function.parts.size(); ++part) {
    add(done, function.layout.guards_before[part]);
    done = function.layout.guards_before[part];
    text += part_conditions(plan, function, part, dialect);
  }
  add(done, guards.size());
  return text;
}

// Input i beyond the whole's is a result: parts one after the other, in them row by row.
std::string result_name(const FunctionPlan& function, const Dialect& dialect, int input) {
  int at = input - function.staged.inputs;
  for (const RepeatedPart& part : function.staged.parts) {
    // Not of this part.
    if (at >= part.results()) {
      at -= part.results();
      continue;
    }
    const int columns = static_cast<int>(part.program.outputs.size());
    const int row = at / columns, column = at % columns;
    // In lanes a result is a vector, whose lanes are the rows.
    return dialect.legs_in_lanes ? fmt::format("{}_y[{}][{}]", part.name, column, row)
                                 : fmt::format("{}_y[{}][{}]", part.name, row, column);
  }
  return "";
}

// One function for each part, above the caller's, with its table.
std::string part_functions(const LibraryPlan& library, const FunctionPlan& function, const Dialect& dialect) {
  std::string text;
  for (const PartPlan& plan : function.parts) {
    const PartDialect of{function, plan, dialect};
    // What a row costs, above the function.
    const Program& program = plan.part.program;
    const OperationCount& call = plan.layout.count.call;
    const std::string note =
        fmt::format("One {} of {}{}. Operations: {} + -, {} *, {} / ({} in all), {} sqrt.", plan.part.name,
                    plan.part.rows, of.in_lanes() ? ", all at once in lanes" : "", call.additions, call.multiplications,
                    call.divisions, call.total(), call.square_roots);
    if (of.has_table()) text += table(of);
    text += dialect.is_cpp ? "// " + note + "\n" : "/* " + note + " */\n";
    // Only scalars return their status.
    const char* result = !of.has_guards() || of.vectors() ? "void" : dialect.is_cpp ? "Status" : "int";
    text += fmt::format("{} {} {}({}) {{\n", dialect.is_cpp ? "inline" : "static", result, of.name(), parameters(of));
    Statements statements(program, plan.layout, dialect, part_names(of));
    std::string body;
    // In lanes: columns of the table, and of the rows' prepared values, as vectors.
    if (of.in_lanes()) {
      for (int i = 0; i < plan.table_columns; ++i)
        body += fmt::format("  const {}_vector k{} = {};\n", dialect.prefix, i,
                            load_vector(dialect, fmt::format("{}_table[{}]", of.name(), i)));
      for (int i = 0; i < plan.row_columns; ++i)
        body += fmt::format("  const {}_vector r{} = {};\n", dialect.prefix, i,
                            load_vector(dialect, fmt::format("c + {}", plan.first_entry + i * plan.entry_stride)));
    }
    // Operations, conditions, results.
    body += statements.call_operations(0);
    if (of.has_guards() && of.vectors()) body += fmt::format("  {}_mask failed = *failures;\n", dialect.prefix);
    for (const auto& [condition, failure] : statements.conditions(plan.layout.call_guards))
      body += of.vectors() ? require_in_lanes(dialect, condition, failure) : require(library, condition, failure);
    for (std::size_t i = 0; i < program.outputs.size(); ++i)
      body += fmt::format(
          "  y[{}] = {};\n", i,
          of.vectors() ? statements.vector_value(program.outputs[i]) : statements.value(program.outputs[i]));
    if (of.has_guards()) body += of.vectors() ? "  *failures = failed;\n" : "  return status;\n";
    text += broadcast_values(body, dialect) + body + "}\n\n";
  }
  return text;
}

// Arrays with the arguments of all rows, an array for their results, and the call (17.1).
std::string part_call(const LibraryPlan& library, const FunctionPlan& function, std::size_t part,
                      const Dialect& dialect, const Statements& statements) {
  const PartPlan& plan = function.parts[part];
  const PartDialect of{function, plan, dialect};
  const std::string& name = plan.part.name;
  const std::vector<NodeId>& outputs = function.staged.main.outputs;
  // Arguments are outputs of the main program: vectors of states, or scalars of which lanes are made.
  const bool states = of.vectors() && !of.in_lanes();
  const auto value = [&](int output) {
    const NodeId id = outputs[output];
    return states ? statements.vector_value(id) : statements.value(id);
  };
  std::string text;
  // s: the same in all rows.
  if (of.has_shared()) {
    std::vector<std::string> values;
    for (const int output : plan.shared) values.push_back(value(output));
    text += wrap_list(joined(values),
                      fmt::format("  const {} {}_s[{}] = {{", of.shared_type(), name, plan.shared.size()), "};\n");
  }
  // x: row by row, or in lanes column by column with the rows side by side.
  const int columns = plan.part.row_inputs(), rows = plan.part.rows;
  if (of.has_own()) {
    text += of.in_lanes() ? fmt::format("  const {} {}_x[{}] = {{\n", of.own_type(), name, columns)
                          : fmt::format("  const {} {}_x[{}][{}] = {{\n", of.own_type(), name, rows, columns);
    const int outer = of.in_lanes() ? columns : rows, inner = of.in_lanes() ? dialect.lanes : columns;
    for (int i = 0; i < outer; ++i) {
      std::vector<std::string> values;
      for (int j = 0; j < inner; ++j) {
        // Unused lanes take row 0.
        const int row = of.in_lanes() ? (j < rows ? j : 0) : i, column = of.in_lanes() ? i : j;
        values.push_back(value(plan.own[row * columns + column]));
      }
      text += wrap_list(joined(values), "      {", "},\n");
    }
    text += "  };\n";
  }
  // y, and the status or mask of all rows.
  const std::size_t results = plan.part.program.outputs.size();
  text += of.in_lanes() ? fmt::format("  {} {}_y[{}];\n", of.own_type(), name, results)
                        : fmt::format("  {} {}_y[{}][{}];\n", of.own_type(), name, rows, results);
  // The prepared structure is an array in both languages.
  const std::string c = dialect.is_cpp ? "c.data()" : "c";
  if (of.vectors() && of.has_guards()) text += fmt::format("  {}_mask {}_status = {{0}};\n", dialect.prefix, name);
  if (!of.vectors() && of.has_guards())
    text += fmt::format("  {} {}_status = {};\n", dialect.is_cpp ? "Status" : "int", name,
                        status_name(library, Status::ok));
  // One call for all rows, or one for each.
  if (of.in_lanes()) return text + fmt::format("  {}({});\n", of.name(), arguments(of, c, ""));
  const std::string assign = of.has_guards() && !of.vectors() ? name + "_status = " : "";
  return text +
         fmt::format("  for (int i = 0; i < {}; ++i) {}{}({});\n", rows, assign, of.name(), arguments(of, c, "i"));
}

// What the rows' conditions do to the caller's status.
std::string part_conditions(const LibraryPlan& library, const FunctionPlan& function, std::size_t part,
                            const Dialect& dialect) {
  const PartPlan& plan = function.parts[part];
  const std::string& name = plan.part.name;
  // After the call's earlier conditions: rows one by one in lanes, lanes that have not failed for vectors of states.
  if (plan.layout.call_guards.empty()) return "";
  const std::string ok = status_name(library, Status::ok);
  if (dialect.legs_in_lanes)
    return fmt::format(
        "  for (int i = 0; i < {0}; ++i) {{\n    if (status == {1}) status = (int){2}_status[i];\n  }}\n",
        plan.part.rows, ok, name);
  if (dialect.lanes > 1)
    return fmt::format("  failed |= {0}_status & ({1}_mask)(failed == 0);\n", name, dialect.prefix);
  return fmt::format("  if (status == {}) status = {}_status;\n", ok, name);
}

}  // namespace jourdain
