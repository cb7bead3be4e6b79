#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

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
  const ValueNames names = setup_names(function, dialect);
  const std::vector<std::string>& parameters = names.parameters;
  Statements statements(function.setup, function.setup_layout, dialect, names);
  std::string text =
      "// Load-time work; to be called once before the first call and after each change of a parameter.\n";
  text += fmt::format("inline Status {0}_setup(const Parameters&{1}, {0}_prepared& prepared) noexcept {{\n", name,
                      parameters.empty() ? "" : " p");
  text += "  Status status = Status::ok;\n" + statements.load_operations();
  if (!parameters.empty()) {
    text += fmt::format("  const {} finite =\n      {};\n", type_name(plan.options.scalar),
                        Statements::finite_sum(parameters, dialect));
    text += require(plan, "finite == " + zero, Status::not_finite);
  }
  for (const auto& [condition, failure] : statements.conditions(function.setup_layout.load_guards))
    text += require(plan, condition, failure);
  for (std::size_t i = 0; i < function.prepared.size(); ++i)
    text += fmt::format("  prepared.value[{}] = {};\n", i, statements.value(function.prepared[i]));
  if (!function.prepared.empty())
    text += fmt::format("  for (const {} value : prepared.value) {{\n  {}  }}\n", type_name(plan.options.scalar),
                        require(plan, "value - value == " + zero, Status::not_finite));
  text += "  prepared.status = status;\n  return status;\n}\n\n";
  if (const std::vector<std::string> ties = tied_parameters(function); !ties.empty()) {
    text += "// Parameters that are tied, for a message when the set-up gives Status::inconsistent.\n";
    text += fmt::format("inline constexpr const char* {}_ties =\n    \"in this code a sum of each of these is zero:\"",
                        name);
    for (const std::string& tie : ties) text += fmt::format("\n    \" {}{}\"", tie, &tie == &ties.back() ? "" : ";");
    text += ";\n\n";
  }
  return text;
}

std::string call(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect) {
  const Program& program = function.staged.main;
  const std::string& name = function.function->name;
  const char* type = type_name(dialect.scalar);
  const std::string zero = literal(0, dialect.scalar);
  const ValueNames names = main_names(function, dialect);
  Statements statements(program, function.layout, dialect, names);
  std::string text = fmt::format("inline Status {0}(const {0}_prepared& prepared{1}) noexcept {{\n", name,
                                 cpp_arguments(function, dialect.scalar));
  if (!function.prepared.empty()) text += "  const auto& c = prepared.value;\n";
  text += "  Status status = prepared.status;\n";
  const std::vector<std::string> inputs(names.inputs.begin(), names.inputs.begin() + function.staged.inputs);
  if (!inputs.empty())
    text += fmt::format("  const {} finite =\n      {};\n", type, Statements::finite_sum(inputs, dialect));
  text += call_body(plan, function, dialect, statements);
  if (!inputs.empty()) text += require(plan, "finite == " + zero, Status::not_finite);
  text += conditions(plan, function, dialect, statements);
  if (const auto computed = statements.computed_outputs(function.staged.outputs); !computed.empty()) {
    text += fmt::format("  const {} bounded =\n      {};\n", type, Statements::finite_sum(computed, dialect));
    text += require(plan, "bounded == " + zero, Status::not_finite);
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
        "\nstruct {}_prepared {{\n  Status status = Status::not_prepared;\n  std::array<{}, {}> value{{}};\n}};\n\n",
        function.function->name, type, function.prepared.size());
    text += part_functions(plan, function, dialect) + setup(plan, function, dialect) + function_note(function, "// ") +
            call(plan, function, dialect);
  }
  return text + fmt::format("\n}}  // namespace {}\n\n#endif\n", plan.library->name);
}

}  // namespace jourdain
