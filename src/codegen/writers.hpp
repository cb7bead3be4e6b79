// The writers of the files of a generated folder.
#pragma once

#include "codegen/function_plan.hpp"
#include "codegen/statements.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A library made ready for all writers.
struct LibraryPlan {
  LibraryPlan(const GeneratedLibrary& of, const CodeOptions& wanted);

  const GeneratedLibrary* library;
  CodeOptions options;
  ParameterList parameters;
  std::vector<std::string> parameter_identifiers;
  std::vector<FunctionPlan> functions;
};

inline constexpr int lane_counts[] = {4, 8};

// Every file starts with where it comes from; the prefix opens each line of the comment.
std::string origin_note(const GeneratedLibrary& library, const std::string& prefix);
// Counts, sizes and arguments of a function, as comment lines.
std::string function_note(const FunctionPlan& plan, const std::string& prefix);
// "LIB_SINGULAR", or "Status::singular" in C++.
std::string status_name(const LibraryPlan& plan, Status status);
// All statuses in the order of their numbers.
std::vector<Status> all_statuses();
// The parameters of the function in C, as in "const double pose[6], double force[6]".
std::string c_arguments(const FunctionPlan& plan, CodeScalar scalar);
// The arguments taken out of flat arrays, as in "x + 0, y + 0"; offsets are multiplied by the stride.
std::string flat_arguments(const GeneratedFunction& function, const std::string& inputs, const std::string& outputs,
                           const std::string& stride = "");

// The statement that sets the status if a condition fails and nothing failed before; the same for states in lanes.
std::string require(const LibraryPlan& plan, const std::string& condition, Status status);
std::string require_in_lanes(const Dialect& dialect, const std::string& condition, Status status);

// Texts of the main program's leaves and prepared values. Inputs of the whole are its arguments.
ValueNames main_names(const FunctionPlan& function, const Dialect& dialect);
// Texts of parameters at load time.
ValueNames setup_names(const FunctionPlan& function, const Dialect& dialect);
// The statements of a call: operations, and parts where their arguments are there.
std::string call_body(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect,
                      Statements& statements);
// A call's conditions in their order, those of parts among them.
std::string conditions(const LibraryPlan& plan, const FunctionPlan& function, const Dialect& dialect,
                       const Statements& statements);

// Vector types, and functions that have no vector form, lane by lane, for programs with these operations.
std::string vector_preamble(const Dialect& dialect, const std::vector<Op>& operations);
// The vectors 0 and 1, if the statements need them.
std::string broadcast_values(const std::string& body, const Dialect& dialect);
// The operations of a layout.
std::vector<Op> operations_of(const Program& program, const Layout& layout);

// Functions for the parts of a function, with their tables; the call of a part with its arguments; what its status
// does to that of the call; and the name that a part's result has in the main program.
std::string part_functions(const LibraryPlan& library, const FunctionPlan& function, const Dialect& dialect);
std::string part_call(const LibraryPlan& library, const FunctionPlan& function, std::size_t part,
                      const Dialect& dialect, const Statements& statements);
std::string part_conditions(const LibraryPlan& library, const FunctionPlan& function, std::size_t part,
                            const Dialect& dialect);
std::string result_name(const FunctionPlan& function, const Dialect& dialect, int input);

std::string c_header(const LibraryPlan& plan);
std::string c_parameters(const LibraryPlan& plan);
std::string c_source(const LibraryPlan& plan, const FunctionPlan& function);
std::string batch_source(const LibraryPlan& plan, const FunctionPlan& function, int lanes);
// Sine and cosine of vectors, as a function PREFIX_sine_cosine and the types that it needs.
std::string sine_cosine(const Dialect& dialect);
std::string batch_declaration(const FunctionPlan& function, CodeScalar scalar, int lanes);
std::string cpp_header(const LibraryPlan& plan);
std::string self_test(const LibraryPlan& plan);
std::string cmake_lists(const LibraryPlan& plan, const std::vector<std::string>& sources);
std::string readme(const LibraryPlan& plan, const std::vector<std::string>& files);

}  // namespace jourdain
