// Conditions of a traced computation, recorded in its graph.
#pragma once

#include "core/guard.hpp"
#include "expression/expression.hpp"

namespace jourdain {

// The counterpart of Guard<double>: each condition becomes a guard of the graph. Set-up code.
template <>
struct Guard<Expression> {
  explicit Guard(Graph& of) : graph(&of) {}

  void require_above(const Expression& x, double bound, Status failure) { graph->require_above(x, bound, failure); }
  void require_positive(const Expression& x, Status failure) { graph->require_above(x, 0, failure); }

  Graph* graph;
};

}  // namespace jourdain
