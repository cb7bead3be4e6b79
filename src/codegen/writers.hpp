// The writers of the files of a generated folder.
#pragma once

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

std::string c_header(const LibraryPlan& plan);
std::string c_parameters(const LibraryPlan& plan);
std::string c_source(const LibraryPlan& plan, const FunctionPlan& function);
std::string batch_source(const LibraryPlan& plan, const FunctionPlan& function, int lanes);
std::string batch_declaration(const FunctionPlan& function, CodeScalar scalar, int lanes);
std::string cpp_header(const LibraryPlan& plan);
std::string self_test(const LibraryPlan& plan);
std::string cmake_lists(const LibraryPlan& plan, const std::vector<std::string>& sources);
std::string readme(const LibraryPlan& plan, const std::vector<std::string>& files);

}  // namespace jourdain
