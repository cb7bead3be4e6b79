#include "codegen/library.hpp"

#include "codegen/names.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace jourdain {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::usage, "code generation: " + message); }

void require_identifier(const std::string& name, const char* what) {
  if (!is_identifier(name)) refuse(fmt::format("'{}' cannot be the name of {}", printable(name), what));
}

void validate_arrays(const std::vector<ArgumentArray>& arrays, std::size_t expected, const char* what,
                     const std::string& function, std::set<std::string>& names) {
  std::size_t sum = 0;
  for (const ArgumentArray& array : arrays) {
    require_identifier(array.name, "an argument");
    if (!names.insert(array.name).second) refuse(fmt::format("{} has two arguments '{}'", function, array.name));
    if (array.size < 1) refuse(fmt::format("{}: the argument '{}' has no elements", function, array.name));
    sum += static_cast<std::size_t>(array.size);
  }
  if (sum != expected) refuse(fmt::format("{}: {} {} in arrays, {} in the program", function, sum, what, expected));
}

void validate_stages(const GeneratedFunction& function) {
  const StagedProgram& staged = *function.staged;
  const std::vector<ProgramInput> inputs(staged.main.inputs.begin(), staged.main.inputs.begin() + staged.inputs);
  const bool same = inputs == function.program.inputs && staged.main.parameters == function.program.parameters &&
                    staged.main.parameter_values == function.program.parameter_values &&
                    static_cast<std::size_t>(staged.outputs) == function.program.outputs.size();
  if (!same) refuse(fmt::format("{}: the flat and the staged program differ in inputs or outputs", function.name));
  for (const RepeatedPart& part : staged.parts) {
    require_identifier(part.name, "a part");
    for (const auto* arrays : {&function.inputs, &function.outputs})
      for (const ArgumentArray& array : *arrays)
        if (array.name.starts_with(part.name + "_"))
          refuse(
              fmt::format("{}: the argument '{}' has a name of the part '{}'", function.name, array.name, part.name));
  }
}

}  // namespace

void validate(const GeneratedLibrary& library) {
  if (const std::string possible = library_identifier(library.name); possible != library.name)
    refuse(fmt::format("'{}' cannot be the name of a library: choose '{}'", printable(library.name), possible));
  if (library.functions.empty()) refuse("there is no function");
  std::set<std::string> functions;
  for (const GeneratedFunction& function : library.functions) {
    require_identifier(function.name, "a function");
    if (!functions.insert(function.name).second) refuse(fmt::format("there are two functions '{}'", function.name));
    std::set<std::string> names;
    validate_arrays(function.inputs, function.program.inputs.size(), "inputs", function.name, names);
    validate_arrays(function.outputs, function.program.outputs.size(), "outputs", function.name, names);
    if (function.outputs.empty()) refuse(fmt::format("{} has no outputs", function.name));
    if (function.staged) validate_stages(function);
    for (const std::vector<double>& sample : function.samples)
      if (sample.size() != function.program.inputs.size())
        refuse(fmt::format("{}: a sample has {} values for {} inputs", function.name, sample.size(),
                           function.program.inputs.size()));
  }
  parameters_of(library);
}

ParameterList parameters_of(const GeneratedLibrary& library) {
  ParameterList result;
  for (const GeneratedFunction& function : library.functions) {
    const Program& program = function.program;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
      const auto found = std::ranges::find(result.names, program.parameters[i]);
      const auto place = static_cast<std::size_t>(found - result.names.begin());
      if (found == result.names.end()) {
        result.names.push_back(program.parameters[i]);
        result.values.push_back(program.parameter_values[i]);
      } else if (result.values[place] != program.parameter_values[i]) {
        refuse(fmt::format("the parameter '{}' has the values {} and {}", program.parameters[i], result.values[place],
                           program.parameter_values[i]));
      }
    }
  }
  return result;
}

}  // namespace jourdain
