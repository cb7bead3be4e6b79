// Programs in which a part that runs several times, once for each leg of a robot, is a function of its own.
#pragma once

#include "expression/count.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A part that runs once for each row of arguments. What is the same in all rows is shared; what depends on parameters
// only is a parameter of the part, so that its load-time work can be told apart. A plain value.
struct RepeatedPart {
  std::string name;  // "leg"
  int rows = 0;
  Program program;  // inputs: the shared ones, then those of a row; parameters likewise; outputs: results of a row
  int shared_inputs = 0;
  int shared_parameters = 0;
  int guards_before = 0;  // conditions of the main program that come before this part's

  int row_inputs() const { return static_cast<int>(program.inputs.size()) - shared_inputs; }
  int row_parameters() const { return static_cast<int>(program.parameters.size()) - shared_parameters; }
  // Arguments in the main program's outputs, results in its inputs: of all rows together.
  int arguments() const { return shared_inputs + shared_parameters + rows * (row_inputs() + row_parameters()); }
  int results() const { return rows * static_cast<int>(program.outputs.size()); }

  friend bool operator==(const RepeatedPart&, const RepeatedPart&) = default;
};

// The main program takes the results of parts as inputs and gives their arguments as outputs, in this order:
//   inputs: those of the whole; for each part, row by row, its results;
//   outputs: those of the whole; for each part its shared inputs, its shared parameters, then row by row inputs and
//   parameters. Arguments of a part depend on results of earlier parts only.
struct StagedProgram {
  Program main;
  int inputs = 0, outputs = 0;  // of the whole
  std::vector<RepeatedPart> parts;

  // Where the part's arguments begin in the main program's outputs.
  int first_argument(std::size_t part) const;

  friend bool operator==(const StagedProgram&, const StagedProgram&) = default;
};

// A flat program without parts.
StagedProgram without_parts(const Program& program);

// The flat program that computes the same: what is evaluated, differentiated and unrolled.
Program inline_parts(const StagedProgram& staged);

// Values of inputs and parameters of one program.
struct ProgramValues {
  std::vector<double> inputs, parameters;
};

// What the main program and each row of each part get when the whole runs on these inputs, with default parameters.
// Nothing is checked; values may not be finite. Throws Error for a wrong number of inputs.
struct StagedValues {
  ProgramValues main;
  std::vector<std::vector<ProgramValues>> parts;  // [part][row]
};
StagedValues stage_values(const StagedProgram& staged, const std::vector<double>& inputs);

// The main program and each part simplified on its own.
StagedProgram simplify(const StagedProgram& staged, CostModel model);

// Operations of a call, each part counted once for each row, and of loading parameters.
ProgramCount count(const StagedProgram& staged);

}  // namespace jourdain
