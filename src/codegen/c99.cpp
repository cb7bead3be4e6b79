#include "codegen/names.hpp"
#include "codegen/writers.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

LibraryPlan::LibraryPlan(const GeneratedLibrary& of, const CodeOptions& wanted)
    : library(&of),
      options(wanted),
      parameters(parameters_of(of)),
      parameter_identifiers(identifiers(parameters.names)) {
  for (const GeneratedFunction& function : of.functions) functions.emplace_back(of, function, wanted.legs);
}

std::string origin_note(const GeneratedLibrary& library, const std::string& prefix) {
  std::string text = wrap(generator_line(), prefix);
  text += wrap(library.name + ": " + library.description, prefix);
  return text + wrap(library.origin, prefix);
}

std::string generator_line() { return fmt::format("{} {}; do not edit.", generator_mark, version()); }

std::string function_note(const FunctionPlan& plan, const std::string& prefix) {
  const GeneratedFunction& function = *plan.function;
  const OperationCount& call = plan.count.call;
  std::string text = wrap(function.description, prefix);
  const auto describe = [&](const ArgumentArray& array, const char* direction) {
    const std::string unit = array.unit.empty() ? "" : fmt::format(" [{}]", array.unit);
    text +=
        wrap(fmt::format("{} {}[{}]: {}{}", direction, array.name, array.size, array.description, unit), prefix + "  ");
  };
  for (const ArgumentArray& array : function.inputs) describe(array, "in ");
  for (const ArgumentArray& array : function.outputs) describe(array, "out");
  text += wrap(
      fmt::format("Operations of a call: {} + -, {} *, {} / ({} in all), {} sqrt, {} sin cos atan2, {} abs max sign; "
                  "when parameters are loaded: {}. Values alive at once: {}.",
                  call.additions, call.multiplications, call.divisions, call.total(), call.square_roots,
                  call.trigonometric, call.selections, plan.count.load.total(), plan.alive),
      prefix);
  for (const PartPlan& part : plan.parts)
    text += wrap(
        fmt::format("{} of them: a {}, {} times{}.", part.part.rows * part.layout.count.call.total(), part.part.name,
                    part.part.rows, plan.legs == LegCode::lanes ? fmt::format(" at once in {} lanes", plan.lanes) : ""),
        prefix);
  return text;
}

std::vector<Status> all_statuses() {
  return {Status::ok,        Status::not_finite,   Status::unreachable, Status::singular,    Status::not_converged,
          Status::uncertain, Status::inconsistent, Status::limit,       Status::not_prepared};
}

std::string status_name(const LibraryPlan& plan, Status status) {
  if (plan.options.target == CodeTarget::cpp) return fmt::format("Status::{}", to_string(status));
  return capitals(fmt::format("{}_{}", plan.library->name, to_string(status)));
}

std::string c_arguments(const FunctionPlan& plan, CodeScalar scalar) {
  std::string text;
  for (const ArgumentArray& array : plan.function->inputs)
    text += fmt::format(", const {} {}[{}]", type_name(scalar), array.name, array.size);
  for (const ArgumentArray& array : plan.function->outputs)
    text += fmt::format(", {} {}[{}]", type_name(scalar), array.name, array.size);
  return text.substr(2);
}

std::string flat_arguments(const GeneratedFunction& function, const std::string& inputs, const std::string& outputs,
                           const std::string& stride) {
  std::string text;
  const auto pass = [&](const std::vector<ArgumentArray>& arrays, const std::string& from) {
    int at = 0;
    for (const ArgumentArray& array : arrays) {
      text += fmt::format(", {} + {}{}", from, at, stride);
      at += array.size;
    }
  };
  pass(function.inputs, inputs);
  pass(function.outputs, outputs);
  return text.substr(2);
}

std::string c_header(const LibraryPlan& plan) {
  const std::string& name = plan.library->name;
  const std::string capital = capitals(name);
  const char* type = type_name(plan.options.scalar);
  std::string text = "/*\n" + origin_note(*plan.library, " * ") + " */\n";
  text += fmt::format("#ifndef {0}_H\n#define {0}_H\n\n", capital);
  if (plan.options.target == CodeTarget::batch) text += "#include <stddef.h>\n\n";
  text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";

  text += "/* Results. Whenever a result is not 0, all outputs are 0. */\nenum {\n";
  for (const Status status : all_statuses())
    text += fmt::format("  {} = {}, /* {} */\n", status_name(plan, status), static_cast<int>(status), explain(status));
  text += "};\n\n";

  text += "/* What can change without generating anew; SI units. */\ntypedef struct {\n";
  for (const std::string& field : plan.parameter_identifiers) text += fmt::format("  {} {};\n", type, field);
  if (plan.parameter_identifiers.empty()) text += fmt::format("  {} none;\n", type);
  text += fmt::format("}} {}_parameters;\n\n", name);
  text += fmt::format(
      "/* The values that the model has. */\nvoid {0}_default_parameters({0}_parameters* parameters);\n", name);

  for (const FunctionPlan& function : plan.functions) {
    text += "\n/*\n" + function_note(function, " * ") + " */\n";
    const std::size_t values = std::max<std::size_t>(1, function.prepared.size());
    text += fmt::format(
        "typedef struct {{\n  int ready; /* 0 until _setup is called */\n  {} value[{}];\n}} {}_prepared;\n", type,
        values, function.name);
    text += "/* Load-time work; to be called once before the first call and after each change of a parameter. */\n";
    text +=
        fmt::format("int {0}_setup(const {1}_parameters* parameters, {0}_prepared* prepared);\n", function.name, name);
    if (!tied_parameters(function).empty()) {
      text += fmt::format("/* Parameters that are tied, for a message when _setup gives {}. */\n",
                          status_name(plan, Status::inconsistent));
      text += fmt::format("const char* {}_ties(void);\n", function.name);
    }
    text += fmt::format("int {0}(const {0}_prepared* prepared, {1});\n", function.name,
                        c_arguments(function, plan.options.scalar));
    if (plan.options.target != CodeTarget::batch) continue;
    text += "/* The same for many states: element i of an array has its values for all states at i * count. */\n";
    for (const int lanes : lane_counts) text += batch_declaration(function, plan.options.scalar, lanes) + ";\n";
  }
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

std::string c_parameters(const LibraryPlan& plan) {
  const std::string& name = plan.library->name;
  std::string text = "/*\n" + origin_note(*plan.library, " * ") + " */\n";
  text += fmt::format("#include \"{0}.h\"\n\n", name);
  text += fmt::format("void {0}_default_parameters({0}_parameters* parameters) {{\n", name);
  for (std::size_t i = 0; i < plan.parameters.names.size(); ++i)
    text += fmt::format("  parameters->{} = {};\n", plan.parameter_identifiers[i],
                        literal(plan.parameters.values[i], plan.options.scalar));
  if (plan.parameters.names.empty()) text += fmt::format("  parameters->none = {};\n", literal(0, plan.options.scalar));
  return text + "}\n";
}

std::string require(const LibraryPlan& plan, const std::string& condition, Status status) {
  return fmt::format("  if (status == {} && !({})) status = {};\n", status_name(plan, Status::ok), condition,
                     status_name(plan, status));
}

namespace {

std::string setup_source(const LibraryPlan& plan, const FunctionPlan& function) {
  const Dialect dialect{.scalar = plan.options.scalar};
  const char* type = type_name(plan.options.scalar);
  const std::string zero = literal(0, plan.options.scalar);
  const ValueNames names = setup_names(function, dialect);
  const std::vector<std::string>& parameters = names.parameters;
  Statements statements(function.setup, function.setup_layout, dialect, names);
  std::string text = fmt::format("int {0}_setup(const {1}_parameters* parameters, {0}_prepared* prepared) {{\n",
                                 function.name, plan.library->name);
  text += parameters.empty() ? "  (void)parameters;\n"
                             : fmt::format("  const {}_parameters* p = parameters;\n", plan.library->name);
  text += fmt::format("  int status = {};\n", status_name(plan, Status::ok));
  text += statements.load_operations();
  if (!parameters.empty()) {
    text += fmt::format("  const {} finite =\n      {};\n", type, Statements::finite_sum(parameters, dialect));
    text += require(plan, "finite == " + zero, Status::not_finite);
  }
  for (const auto& [condition, failure] : statements.conditions(function.setup_layout.load_guards))
    text += require(plan, condition, failure);
  for (std::size_t i = 0; i < function.prepared.size(); ++i)
    text += fmt::format("  prepared->value[{}] = {};\n", i, statements.value(function.prepared[i]));
  if (function.prepared.empty()) text += fmt::format("  prepared->value[0] = {};\n", zero);
  text += fmt::format(
      "  for (int i = 0; i < {0}; ++i) {{\n    if (status == {1} && !(prepared->value[i] - prepared->value[i] == {2})) "
      "status = {3};\n  }}\n",
      std::max<std::size_t>(1, function.prepared.size()), status_name(plan, Status::ok), zero,
      status_name(plan, Status::not_finite));
  // What is all zeros was never set up.
  text +=
      fmt::format("  prepared->ready = {} - status;\n  return status;\n}}\n", status_name(plan, Status::not_prepared));
  if (const std::vector<std::string> ties = tied_parameters(function); !ties.empty()) {
    text += fmt::format("\nconst char* {}_ties(void) {{\n  return \"in this code a sum of each of these is zero:\"",
                        function.name);
    for (const std::string& tie : ties) text += fmt::format("\n      \" {}{}\"", tie, &tie == &ties.back() ? "" : ";");
    text += ";\n}\n";
  }
  return text;
}

}  // namespace

std::string c_source(const LibraryPlan& plan, const FunctionPlan& function) {
  Dialect dialect{.scalar = plan.options.scalar};
  // Legs in lanes: the parts compute vectors, the rest scalars.
  Dialect in_parts = dialect;
  if (function.legs == LegCode::lanes) {
    in_parts = {plan.options.scalar, false, function.lanes, function.name, true};
    dialect.legs_in_lanes = true;
  }
  const char* type = type_name(plan.options.scalar);
  const std::string zero = literal(0, plan.options.scalar);
  const Program& program = function.staged.main;
  std::string text = "/*\n" + origin_note(*plan.library, " * ") + " */\n";
  text += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n\n", plan.library->name);
  if (in_parts.lanes > 1) {
    std::vector<Op> operations;
    for (const PartPlan& part : function.parts)
      for (const Op op : operations_of(part.part.program, part.layout)) operations.push_back(op);
    text += vector_preamble(in_parts, operations) + "\n";
  }
  text += part_functions(plan, function, in_parts);
  text += setup_source(plan, function);

  const ValueNames names = main_names(function, dialect);
  Statements statements(program, function.layout, dialect, names);
  text += fmt::format("\nint {0}(const {0}_prepared* prepared, {1}) {{\n", function.name,
                      c_arguments(function, plan.options.scalar));
  if (!function.prepared.empty()) text += fmt::format("  const {}* c = prepared->value;\n", type);
  text += fmt::format("  int status = {} - prepared->ready;\n", status_name(plan, Status::not_prepared));
  const std::vector<std::string> inputs(names.inputs.begin(), names.inputs.begin() + function.staged.inputs);
  if (!inputs.empty())
    text += fmt::format("  const {} finite =\n      {};\n", type, Statements::finite_sum(inputs, dialect));
  text += call_body(plan, function, in_parts, statements);

  // Conditions in their order, then what they allow.
  if (!inputs.empty()) text += require(plan, "finite == " + zero, Status::not_finite);
  text += conditions(plan, function, dialect, statements);
  if (const auto computed = statements.computed_outputs(function.staged.outputs); !computed.empty()) {
    text += fmt::format("  const {} bounded =\n      {};\n", type, Statements::finite_sum(computed, dialect));
    text += require(plan, "bounded == " + zero, Status::not_finite);
  }
  std::size_t at = 0;
  for (const ArgumentArray& array : function.function->outputs)
    for (int i = 0; i < array.size; ++i)
      text += fmt::format("  {}[{}] = status == {} ? {} : {};\n", array.name, i, status_name(plan, Status::ok),
                          statements.value(program.outputs[at++]), zero);
  return text + "  return status;\n}\n";
}

}  // namespace jourdain
