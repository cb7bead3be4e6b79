#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

std::string require(const std::string& condition, Status status) {
  return fmt::format("  if (status == Status::ok && !({})) status = Status::{};\n", condition, to_string(status));
}

std::string cpp_arguments(const FunctionPlan& plan, CodeScalar scalar) {
  std::string text;
  for (const ArgumentArray& array : plan.function->inputs)
    text += fmt::format(", const std::array<{}, {}>& {}", type_name(scalar), array.size, array.name);
  for (const ArgumentArray& array : plan.function->outputs)
    text += fmt::format(", std::array<{}, {}>& {}", type_name(scalar), array.size, array.name);
  return text;
}

std::string setup(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect) {
  const std::string& name = function.function->name;
  const std::string zero = literal(0, dialect.scalar);
  Statements statements(function, dialect);
  const std::vector<std::string> parameters = statements.parameter_values();
  std::string text =
      "// Load-time work; to be called once before the first call and after each change of a parameter.\n";
  text += fmt::format("inline Status {0}_setup(const Parameters&{1}, {0}_prepared& prepared) noexcept {{\n", name,
                      parameters.empty() ? "" : " p");
  text += "  Status status = Status::ok;\n" + statements.load_operations();
  if (!parameters.empty()) {
    text += fmt::format("  const {} finite =\n      {};\n", type_name(plan.options.scalar),
                        Statements::finite_sum(parameters, dialect));
    text += require("finite == " + zero, Status::not_finite);
  }
  for (const auto& [condition, failure] : statements.conditions(function.layout.load_guards))
    text += require(condition, failure);
  for (std::size_t i = 0; i < function.layout.prepared.size(); ++i)
    text += fmt::format("  prepared.value[{}] = {};\n", i, statements.value(function.layout.prepared[i]));
  if (!function.layout.prepared.empty())
    text += fmt::format("  for (const {} value : prepared.value) {{\n  {}  }}\n", type_name(plan.options.scalar),
                        require("value - value == " + zero, Status::not_finite));
  return text + "  prepared.status = status;\n  return status;\n}\n\n";
}

std::string call(const FunctionPlan& function, const Dialect& dialect) {
  const Program& program = function.function->program;
  const std::string& name = function.function->name;
  const char* type = type_name(dialect.scalar);
  const std::string zero = literal(0, dialect.scalar);
  Statements statements(function, dialect);
  std::string text = fmt::format("inline Status {0}(const {0}_prepared& prepared{1}) noexcept {{\n", name,
                                 cpp_arguments(function, dialect.scalar));
  if (!function.layout.prepared.empty()) text += "  const auto& c = prepared.value;\n";
  text += "  Status status = prepared.status;\n";
  const std::vector<std::string> inputs = statements.input_values();
  if (!inputs.empty())
    text += fmt::format("  const {} finite =\n      {};\n", type, Statements::finite_sum(inputs, dialect));
  text += statements.call_operations();
  if (!inputs.empty()) text += require("finite == " + zero, Status::not_finite);
  for (const auto& [condition, failure] : statements.conditions(function.layout.call_guards))
    text += require(condition, failure);
  if (const std::vector<std::string> computed = statements.computed_outputs(); !computed.empty()) {
    text += fmt::format("  const {} bounded =\n      {};\n", type, Statements::finite_sum(computed, dialect));
    text += require("bounded == " + zero, Status::not_finite);
  }
  std::size_t at = 0;
  for (const ArgumentArray& array : function.function->outputs)
    for (int i = 0; i < array.size; ++i)
      text += fmt::format("  {}[{}] = status == Status::ok ? {} : {};\n", array.name, i,
                          statements.value(program.outputs[at++]), zero);
  return text + "  return status;\n}\n";
}

}  // namespace

std::string cpp_header(const LibraryPlan& plan) {
  const Dialect dialect{.scalar = plan.options.scalar, .is_cpp = true};
  const char* type = type_name(plan.options.scalar);
  std::string text = origin_note(*plan.library, "// ");
  text += fmt::format("#ifndef {0}_HPP\n#define {0}_HPP\n\n#include <array>\n#include <cmath>\n\nnamespace {1} {{\n\n",
                      capitals(plan.library->name), plan.library->name);
  text += "// Results. Whenever a result is not ok, all outputs are 0.\nenum class Status {\n";
  for (const Status status : all_statuses()) text += fmt::format("  {},  // {}\n", to_string(status), explain(status));
  text +=
      "};\n\n// What can change without generating anew, with the values of the model; SI units.\nstruct Parameters "
      "{\n";
  for (std::size_t i = 0; i < plan.parameters.names.size(); ++i)
    text += fmt::format("  {} {} = {};\n", type, plan.parameter_identifiers[i],
                        literal(plan.parameters.values[i], plan.options.scalar));
  text += "};\n";
  for (const FunctionPlan& function : plan.functions) {
    text += fmt::format(
        "\nstruct {}_prepared {{\n  Status status = Status::not_finite;\n  std::array<{}, {}> value{{}};\n}};\n\n",
        function.function->name, type, function.layout.prepared.size());
    text += setup(plan, function, dialect) + function_note(function, "// ") + call(function, dialect);
  }
  return text + fmt::format("\n}}  // namespace {}\n\n#endif\n", plan.library->name);
}

}  // namespace jourdain
