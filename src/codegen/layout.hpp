// How a program becomes statements: their order, and which values wait in the prepared structure.
#pragma once

#include "expression/staged.hpp"

#include <vector>

namespace jourdain {

// The plan of one generated function.
struct Layout {
  explicit Layout(const Program& program) : Layout(without_parts(program)) {}
  // The main program: what the first part needs is computed first, then what the next one needs, then the rest.
  explicit Layout(const StagedProgram& staged);

  std::vector<Phase> phase;            // of each node
  std::vector<NodeId> load;            // operations at load time, in order
  std::vector<NodeId> call;            // operations at a call, in an order that keeps few values alive
  std::vector<std::size_t> stage_end;  // where the operations before each part end; the last: all
  std::vector<NodeId> prepared;        // load-time values that calls need; constants are not among them
  std::vector<int> slot;               // the place of a node in prepared, -1 for others
  std::vector<GuardNode> load_guards, call_guards;
  std::vector<std::size_t> guards_before;  // conditions of a call that come before those of each part
  int alive = 0;  // the most values of a call that wait for their use at once, outputs and guards included
  ProgramCount count;
};

}  // namespace jourdain
