// The statements of one generated function, for one state or for several in the lanes of a vector.
#pragma once

#include "codegen/generate.hpp"
#include "codegen/layout.hpp"

#include <string>
#include <vector>

namespace jourdain {

// How operations are written down.
struct Dialect {
  CodeScalar scalar = CodeScalar::double_precision;
  bool is_cpp = false;
  int lanes = 1;
  std::string prefix = {};     // of vector types and functions, for lanes > 1
  bool legs_in_lanes = false;  // the lanes are legs of one state, not states
};

// The texts of a program's leaves and of load-time values in a call.
struct ValueNames {
  std::vector<std::string> inputs, parameters;
  std::vector<std::string> prepared;  // by their slots in the layout
  std::vector<char> is_vector;        // of each node; empty: with several lanes all that a call computes
};

// Writes values and the statements that compute them.
class Statements {
 public:
  Statements(const Program& program, const Layout& layout, const Dialect& dialect, ValueNames names);

  // Declarations of temporaries, one per line; of a call up to a part, or of all that is left.
  std::string load_operations();
  std::string call_operations(std::size_t stage);

  // The value of a node, after its operations were written: as it stands, or as a vector.
  std::string value(NodeId id) const;
  std::string vector_value(NodeId id) const;
  // What guards ask for, with the status of each failure; neighbours of one status are one condition without a branch.
  struct Condition {
    std::string text;
    Status status;
  };
  std::vector<Condition> conditions(const std::vector<GuardNode>& guards) const;

  // Those of the first outputs that a call computes, without their signs: what may turn out not to be finite.
  std::vector<std::string> computed_outputs(int outputs) const;
  // An expression that is 0 if all values are finite.
  static std::string finite_sum(const std::vector<std::string>& values, const Dialect& dialect);

 private:
  bool is_vector(NodeId id) const;
  std::string operation(const GraphNode& node, const std::string& target, bool vector) const;
  std::string vector_operation(const GraphNode& node, const std::string& target) const;
  std::string vector_sine_cosine(const GraphNode& node, const std::string& target, const std::string& other) const;
  std::string* other_of_pair(const GraphNode& node);
  std::string declare(const std::string& target, const std::string& text, bool vector) const;

  const Program& program_;
  const Layout& layout_;
  Dialect dialect_;
  ValueNames names_;
  bool at_load_time_ = false;
  std::vector<std::string> temporary_;
};

}  // namespace jourdain
