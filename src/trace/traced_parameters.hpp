// Dynamic parameters of a robot as parameters of a graph.
#pragma once

#include "structure/tree_parameters.hpp"

#include "jourdain/expression/expression.hpp"

namespace jourdain {

// Names as in the linear form: m.body, sx.body ... Izz.body, friction "coulomb.joint" or "coulomb.joint[i]",
// "rotor.joint". Values that are zero in the model stay structural zeros, which cost nothing. `as_parameters` false:
// constants.
ModelParameters<Expression> traced_parameters(const Mechanism& mechanism, const SpanningTree& tree, bool as_parameters,
                                              Graph& graph);

}  // namespace jourdain
