// Traces a computation in stages: a function that runs for several legs becomes one part, traced on symbols.
#pragma once

#include "expression/staged.hpp"

#include <functional>
#include <string>
#include <vector>

namespace jourdain {

// Records the parts of one graph. A function is run for each leg and its operations are taped as they are asked for.
// Runs with tapes of one shape, that is with the same operations in the same order on results of the same ones, are one
// part: values from around it that are the same in all of them stay what they are, others become symbols. The
// part is then made of the tape with normal form. Runs that differ from all others are written down where they are.
// Set-up code.
class PartRecorder {
 public:
  explicit PartRecorder(Graph& graph) : graph_(graph) {}

  // Runs the function for 0 ... count - 1 and returns the results of each run, in their order.
  std::vector<std::vector<Expression>> run(const std::string& name, std::size_t count,
                                           const std::function<std::vector<Expression>(std::size_t)>& function);

  // The program whose outputs these are. Results that nothing needs and arguments that no result needs are left out.
  StagedProgram finish(const std::vector<Expression>& outputs);

 private:
  // One run of a function, with places on its tape instead of nodes, -1 for values from around.
  struct Run {
    Tape tape;
    std::vector<NodeId> results;
    std::vector<std::pair<int, int>> operands;
    std::vector<int> guards, places;
  };
  struct Record {
    std::string name;
    int rows = 0;
    std::vector<NodeId> symbols;                 // one for each argument that differs
    std::vector<std::vector<NodeId>> arguments;  // [symbol][row]
    std::vector<NodeId> columns;                 // what is computed in the part
    std::vector<std::vector<NodeId>> results;    // [column][row]: inputs that stand for it
    std::size_t first_guard = 0, end_guard = 0;  // of the graph's
  };
  // A part as it is needed: its program, and nodes of the caller that are its arguments.
  struct Extract {
    RepeatedPart part;
    std::vector<NodeId> arguments;             // in the order of the main program's outputs
    std::vector<std::vector<NodeId>> results;  // [row][output]
  };

  Run tape(const std::function<std::vector<Expression>(std::size_t)>& function, std::size_t leg);
  bool same_shape(const Run& a, const Run& b) const;
  // A part of runs of one shape: its symbols and operations, and inputs that stand for the results of each run.
  std::vector<std::vector<Expression>> record(const std::string& name, const std::vector<Run>& runs);
  std::vector<NodeId> retrace(Record& part, const std::string& own, const std::vector<Run>& runs);
  std::vector<std::vector<Expression>> make_stand_ins(Record& part, const std::string& own,
                                                      const std::vector<Run>& runs, const std::vector<NodeId>& made);

  // Those of the part's conditions that differ between rows; the others are the caller's.
  std::vector<GuardNode> own_guards(const Record& part) const;
  std::vector<GuardNode> main_guards(const Record* before) const;
  Extract extract(const Record& part, const std::vector<char>& reached) const;
  StagedProgram assemble(std::vector<NodeId> wanted, const std::vector<GuardNode>& guards,
                         std::vector<Extract> extracts) const;

  Graph& graph_;
  std::vector<Record> parts_;
};

}  // namespace jourdain
