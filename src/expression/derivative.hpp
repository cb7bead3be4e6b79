// Derivatives of traced functions, as new expressions of the same graph.
#pragma once

#include "expression/program.hpp"
#include "jourdain/expression/options.hpp"

#include <span>
#include <string>
#include <vector>

namespace jourdain {

// Forward: the derivative of each output along a direction of the variables, one entry per variable. Variables may be
// any nodes of the graph; what they are made of is held fixed. At the kinks of abs and max the mean of both sides; the
// derivative of sign is 0. Throws Error if sizes differ or the graphs do.
std::vector<Expression> derivative(Graph& graph, std::span<const Expression> outputs,
                                   std::span<const Expression> variables, std::span<const Expression> direction);

// Reverse: the derivative by each variable of the sum of outputs times weights, one weight per output.
std::vector<Expression> gradient(Graph& graph, std::span<const Expression> outputs, std::span<const Expression> weights,
                                 std::span<const Expression> variables);

// The derivative of each output by each variable, row by row (row: output), column after column by the forward or row
// after row by the reverse way.
std::vector<Expression> jacobian(Graph& graph, std::span<const Expression> outputs,
                                 std::span<const Expression> variables, DerivativeMode mode);

// What one variable of a program, an input or a parameter, does along a column: its rate is `factor`, times the value
// of another variable where one is named.
struct VariableRate {
  std::string variable;
  double factor = 1;
  std::string times = {};
};

// A column of a program's derivative: one variable, or several that move together, as the entries of a rotation matrix
// do when the body turns.
struct DerivativeColumn {
  std::string name;
  std::vector<VariableRate> rates;
};

// The program of the derivatives of all outputs along all columns, row by row (row: output). Inputs, parameters and
// guards are those of the program. Throws Error if a variable is unknown or there is no column.
Program differentiate(const Program& program, std::span<const DerivativeColumn> columns, DerivativeMode mode);

}  // namespace jourdain
