#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

std::string vector_preamble(const Dialect& dialect, const std::vector<Op>& operations) {
  const bool single = dialect.scalar == CodeScalar::single_precision;
  const char* type = type_name(dialect.scalar);
  const char* suffix = single ? "f" : "";
  const int bytes = dialect.lanes * (single ? 4 : 8);
  std::string text =
      fmt::format("typedef {} {}_vector __attribute__((vector_size({})));\n", type, dialect.prefix, bytes);
  text += fmt::format("typedef {} {}_unaligned __attribute__((vector_size({}), aligned({}), may_alias));\n", type,
                      dialect.prefix, bytes, single ? 4 : 8);
  text += fmt::format("typedef {} {}_mask __attribute__((vector_size({})));\n", single ? "int" : "long long",
                      dialect.prefix, bytes);
  const auto has = [&](Op op) { return std::ranges::find(operations, op) != operations.end(); };
  if (has(Op::abs))
    text += fmt::format("#define {}_MAGNITUDE {}\n", capitals(dialect.prefix),
                        single ? "0x7fffffff" : "0x7fffffffffffffffLL");
  // Lane by lane: compilers make vector instructions of it.
  const auto in_lanes = [&](const char* name) {
    text += fmt::format(
        "\nstatic inline void {0}_{1}({0}_vector* a) {{\n  for (int i = 0; i < {2}; ++i) (*a)[i] = "
        "{1}{3}((*a)[i]);\n}}\n",
        dialect.prefix, name, dialect.lanes, suffix);
  };
  if (has(Op::sqrt)) in_lanes("sqrt");
  if (has(Op::sin) || has(Op::cos)) text += sine_cosine(dialect);
  if (has(Op::atan2))
    text += fmt::format(
        "\nstatic inline void {0}_atan2({0}_vector* a, const {0}_vector* b) {{\n  for (int i = 0; i < {1}; ++i) "
        "(*a)[i] = atan2{2}((*a)[i] + {3}, (*b)[i] + {3});\n}}\n",
        dialect.prefix, dialect.lanes, suffix, literal(0, dialect.scalar));
  return text;
}

std::string require_in_lanes(const Dialect& dialect, const std::string& condition, Status status) {
  return fmt::format("  failed |= ~({0}_mask)({1}) & ({0}_mask)(failed == 0) & {2};\n", dialect.prefix, condition,
                     static_cast<int>(status));
}

std::string broadcast_values(const std::string& body, const Dialect& dialect) {
  std::string text;
  const bool needs_one = body.find("one)") != std::string::npos;
  if (needs_one || body.find(" zero)") != std::string::npos)
    text += fmt::format("  const {}_vector zero = {{0}};\n", dialect.prefix);
  if (needs_one)
    text += fmt::format("  const {}_vector one = zero + {};\n", dialect.prefix, literal(1, dialect.scalar));
  return text;
}

std::vector<Op> operations_of(const Program& program, const Layout& layout) {
  std::vector<Op> result;
  for (const NodeId id : layout.call) result.push_back(program.nodes[id].op);
  return result;
}

namespace {

std::string batch_arguments(const FunctionPlan& plan, CodeScalar scalar) {
  std::string text;
  for (const ArgumentArray& array : plan.function->inputs)
    text += fmt::format(", const {}* {}", type_name(scalar), array.name);
  for (const ArgumentArray& array : plan.function->outputs)
    text += fmt::format(", {}* {}", type_name(scalar), array.name);
  return text;
}

// One block: as many states as there are lanes, element i of an array at i * stride.
std::string block(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect) {
  const Program& program = function.staged.main;
  const std::string& prefix = dialect.prefix;
  const std::string zero = literal(0, dialect.scalar);
  const ValueNames names = main_names(function, dialect);
  Statements statements(program, function.layout, dialect, names);
  std::string text =
      fmt::format("\nstatic void {}_block(const {}_prepared* prepared, size_t stride{}, int* status) {{\n", prefix,
                  function.name, batch_arguments(function, dialect.scalar));
  if (!function.prepared.empty()) text += fmt::format("  const {}* c = prepared->value;\n", type_name(dialect.scalar));
  std::string body;
  std::size_t input = 0;
  for (const ArgumentArray& array : function.function->inputs)
    for (int i = 0; i < array.size; ++i)
      body += fmt::format("  const {0}_vector x{1} = *(const {0}_unaligned*)({2} + {3} * stride);\n", prefix, input++,
                          array.name, i);
  body += call_body(plan, function, dialect, statements);
  const std::vector<std::string> inputs(names.inputs.begin(), names.inputs.begin() + function.staged.inputs);
  if (!inputs.empty())
    body += fmt::format("  const {}_vector finite =\n      {};\n", prefix, Statements::finite_sum(inputs, dialect));

  // Statuses in lanes: a condition counts where nothing failed before.
  body += fmt::format("  {}_mask failed = {{0}};\n  failed += {} - prepared->ready;\n", prefix,
                      status_name(plan, Status::not_prepared));
  if (!inputs.empty()) body += require_in_lanes(dialect, "finite == " + zero, Status::not_finite);
  body += conditions(plan, function, dialect, statements);
  if (const auto computed = statements.computed_outputs(function.staged.outputs); !computed.empty()) {
    body += fmt::format("  const {}_vector bounded =\n      {};\n", prefix, Statements::finite_sum(computed, dialect));
    body += require_in_lanes(dialect, "bounded == " + zero, Status::not_finite);
  }
  body += fmt::format("  const {0}_mask good = ({0}_mask)(failed == 0);\n", prefix);
  std::size_t output = 0;
  for (const ArgumentArray& array : function.function->outputs)
    for (int i = 0; i < array.size; ++i)
      body += fmt::format("  *({0}_unaligned*)({1} + {2} * stride) = ({0}_vector)(({0}_mask)({3}) & good);\n", prefix,
                          array.name, i, statements.vector_value(program.outputs[output++]));
  body += fmt::format("  for (int i = 0; i < {}; ++i) status[i] = (int)failed[i];\n}}\n", dialect.lanes);
  return text + broadcast_values(body, dialect) + body;
}

}  // namespace

std::string batch_declaration(const FunctionPlan& function, CodeScalar scalar, int lanes) {
  return fmt::format("void {0}_batch{1}(const {0}_prepared* prepared, size_t count{2}, int* status)", function.name,
                     lanes, batch_arguments(function, scalar));
}

std::string batch_source(const LibraryPlan& plan, const FunctionPlan& function, int lanes) {
  const Dialect dialect{plan.options.scalar, false, lanes, fmt::format("{}_batch{}", function.name, lanes), false};
  const char* type = type_name(dialect.scalar);
  std::string text = "/*\n" + origin_note(*plan.library, " * ");
  text += wrap(fmt::format("{} states at a time, in vectors of GCC and clang.", lanes), " * ") + " */\n";
  text += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n\n", plan.library->name);
  std::vector<Op> operations = operations_of(function.staged.main, function.layout);
  for (const PartPlan& part : function.parts)
    for (const Op op : operations_of(part.part.program, part.layout)) operations.push_back(op);
  text += vector_preamble(dialect, operations);
  if (!function.parts.empty()) text += "\n" + part_functions(plan, function, dialect);
  text += block(plan, function, dialect);

  const std::size_t inputs = function.function->program.inputs.size();
  const std::size_t outputs = function.function->program.outputs.size();
  text += "\n" + batch_declaration(function, dialect.scalar, lanes) + " {\n  size_t k = 0;\n";
  std::string ahead;
  for (const ArgumentArray& array : function.function->inputs) ahead += ", " + array.name + " + k";
  for (const ArgumentArray& array : function.function->outputs) ahead += ", " + array.name + " + k";
  text += fmt::format("  for (; k + {0} <= count; k += {0}) {1}_block(prepared, count{2}, status + k);\n", lanes,
                      dialect.prefix, ahead);

  // The rest, one state after the other.
  text += fmt::format("  for (; k < count; ++k) {{\n    {} x[{}], y[{}];\n", type, std::max<std::size_t>(1, inputs),
                      outputs);
  std::size_t at = 0;
  for (const ArgumentArray& array : function.function->inputs)
    for (int i = 0; i < array.size; ++i) text += fmt::format("    x[{}] = {}[{} * count + k];\n", at++, array.name, i);
  if (inputs == 0) text += "    (void)x;\n";
  text +=
      fmt::format("    status[k] = {}(prepared, {});\n", function.name, flat_arguments(*function.function, "x", "y"));
  at = 0;
  for (const ArgumentArray& array : function.function->outputs)
    for (int i = 0; i < array.size; ++i) text += fmt::format("    {}[{} * count + k] = y[{}];\n", array.name, i, at++);
  return text + "  }\n}\n";
}

}  // namespace jourdain
