// Derivatives of traced functions, as new expressions of the same graph.
#pragma once

#include "jourdain/expression/expression.hpp"

#include <span>
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

enum class DerivativeMode { forward, reverse };

// The derivative of each output by each variable, row by row (row: output), column after column by the forward or row
// after row by the reverse way.
std::vector<Expression> jacobian(Graph& graph, std::span<const Expression> outputs,
                                 std::span<const Expression> variables, DerivativeMode mode);

}  // namespace jourdain
