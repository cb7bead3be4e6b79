// The statements of one generated function, for one state or for several in the lanes of a vector.
#pragma once

#include "codegen/layout.hpp"
#include "jourdain/codegen/generate.hpp"

#include <string>
#include <vector>

namespace jourdain {

// How operations are written down.
struct Dialect {
  CodeScalar scalar = CodeScalar::double_precision;
  bool is_cpp = false;
  int lanes = 1;
  std::string prefix = {};  // of vector types and functions, for lanes > 1
};

// One function of a library made ready for all writers.
struct FunctionPlan {
  FunctionPlan(const GeneratedLibrary& of, const GeneratedFunction& written);

  const GeneratedLibrary* library;
  const GeneratedFunction* function;
  Layout layout;
  std::string name;                                // with the library's name before it
  std::vector<std::string> parameter_identifiers;  // of the program's parameters, as in the library's structure
};

// Writes values and the statements that compute them. In a call load-time values are c[i]; at load time parameters
// are p->NAME, or p.NAME in C++.
class Statements {
 public:
  Statements(const FunctionPlan& plan, const Dialect& dialect);

  // Declarations of temporaries, one per line.
  std::string load_operations();
  std::string call_operations();

  // The value of a node, after its operations were written: as it stands, or as a vector.
  std::string value(NodeId id) const;
  std::string vector_value(NodeId id) const;
  // What guards ask for, with the status of each failure; neighbours of one status are one condition without a branch.
  struct Condition {
    std::string text;
    Status status;
  };
  std::vector<Condition> conditions(const std::vector<GuardNode>& guards) const;

  // The outputs that a call computes, without their signs: what may turn out not to be finite.
  std::vector<std::string> computed_outputs() const;
  // An expression that is 0 if all values are finite.
  static std::string finite_sum(const std::vector<std::string>& values, const Dialect& dialect);
  // The inputs, as written in a call.
  const std::vector<std::string>& input_values() const { return inputs_; }
  // The parameters that the program has, as written at load time.
  const std::vector<std::string>& parameter_values() const { return parameters_; }

 private:
  std::string operation(const Node& node, const std::string& target) const;
  std::string vector_operation(const Node& node, const std::string& target) const;
  std::string vector_sine_cosine(const Node& node, const std::string& target, const std::string& other) const;
  std::string* other_of_pair(const Node& node);
  std::string declare(const std::string& target, const std::string& text) const;

  const FunctionPlan& plan_;
  const Program& program_;
  Dialect dialect_;
  bool at_load_time_ = false;
  std::vector<std::string> inputs_, parameters_, temporary_;
};

}  // namespace jourdain
