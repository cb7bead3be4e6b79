// The graph of a staged program with every row of every part in it.
#pragma once

#include "expression/staged.hpp"

namespace jourdain {

// Each node of the main program and of the parts, row by row, as a node of one graph. Guards are not in the graph.
struct InlinedParts {
  explicit InlinedParts(const StagedProgram& staged);

  Graph graph;
  std::vector<NodeId> main;                             // of each node of the main program
  std::vector<std::vector<std::vector<NodeId>>> parts;  // [part][row][node of its program]
};

}  // namespace jourdain
