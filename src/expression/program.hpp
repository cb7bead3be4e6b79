// A traced computation with its results: what is counted, simplified, evaluated and turned into code.
#pragma once

#include "expression/expression.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Nodes in an order in which they can be computed, each of them needed by an output or a guard. A plain value: two
// programs are equal if they compute the same things in the same way, whatever the order of tracing was and whatever
// part it is said to be.
struct Program {
  std::vector<GraphNode> nodes;
  std::vector<ProgramInput> inputs;
  std::vector<std::string> parameters;
  std::vector<double> parameter_values;  // the default of each parameter
  std::vector<NodeId> outputs;           // may repeat
  std::vector<GuardNode> guards;         // the first that fails gives the status
  std::vector<Part> parts;               // that of each node; shorter if nobody said

  friend bool operator==(const Program& a, const Program& b);
};

// What the outputs and the guards of the graph need, and nothing else. Throws Error for expressions of another graph.
Program make_program(Graph& graph, std::span<const Expression> outputs);

// The names of some inputs; and the place of an input by its name, -1 if there is none.
std::vector<std::string> names_of(std::span<const ProgramInput> inputs);
int find_input(const Program& program, std::string_view name);

// The part of a node.
inline Part part_of(const Program& program, std::size_t node) {
  return node < program.parts.size() ? program.parts[node] : Part::none;
}

// A program as expressions of a graph that has no variables yet, to be gone on with: its variables are declared in the
// same order, its guards recorded. Throws Error if a name is taken.
struct ReplayedProgram {
  std::vector<Expression> inputs;
  std::vector<Expression> parameters;
  std::vector<Expression> outputs;
};
ReplayedProgram replay(const Program& program, Graph& graph);

// The value of each node: T is double or float. Nothing is checked but the number of values; some may not be finite.
// Allocates.
template <typename T>
std::vector<T> node_values(const Program& program, std::span<const T> inputs, std::span<const T> parameters);

// Computes the program on numbers: T is double or float. Sizes: one value per input, parameter and output. What
// generated code does: an input, parameter or output that is not finite gives Status::not_finite, a guard that fails
// its status, and then all outputs are 0. Allocates.
template <typename T>
Status evaluate(const Program& program, std::span<const T> inputs, std::span<const T> parameters, std::span<T> outputs);

// When a node can be computed: once and for all, when parameters are loaded, or at each call.
enum class Phase : std::uint8_t { constant, load, call };

// The phase of each node.
std::vector<Phase> phases(const Program& program);

}  // namespace jourdain
