// One function of a library made ready for all writers: what is computed when, and where values are kept.
#pragma once

#include "codegen/generate.hpp"
#include "codegen/layout.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Where a call finds a load-time value of a part.
struct PartValue {
  enum class Place {
    constant,  // the same number in all rows
    table,     // a number of each row: a column of a constant table
    common,    // an entry of the prepared structure
    row,       // an entry for each row
  };
  Place place = Place::constant;
  int column = 0;            // of the table or of the rows' entries
  int entry = 0;             // of the prepared structure
  std::vector<double> rows;  // the numbers of constants and tables
};

// A part of a function.
struct PartPlan {
  PartPlan(const RepeatedPart& of, const Layout& planned) : part(of), layout(planned) {}

  RepeatedPart part;
  Layout layout;
  std::vector<PartValue> values;  // by the layout's slots
  int table_columns = 0, row_columns = 0;
  int first_entry = 0;   // of the rows' entries
  int entry_stride = 1;  // from one column to the next; rows follow each other by row_stride
  int row_stride = 1;
  std::vector<int> shared, own;  // outputs of the main program: shared inputs; inputs row by row
  std::vector<char> varies;      // whether a node depends on the row
};

struct FunctionPlan {
  FunctionPlan(const GeneratedLibrary& of, const GeneratedFunction& written, LegCode wanted);

  const GeneratedLibrary* library;
  const GeneratedFunction* function;
  std::string name;  // with the library's name before it
  LegCode legs;      // as chosen: unrolled where there are no parts
  StagedProgram staged;
  Layout layout;  // of the main program
  std::vector<PartPlan> parts;
  int lanes = 1;  // that legs are in

  // Load-time work: a program of parameters only, and the values that go into the prepared structure.
  Program setup;
  Layout setup_layout;
  std::vector<NodeId> prepared;
  std::vector<std::string> parameter_identifiers;  // of the program's parameters, as in the library's structure

  ProgramCount count;
  int alive = 0;  // a measure of the stack, in scalars

 private:
  void plan_parts();
};

// The parameters that are tied to each other, a list of names for each tie: loading refuses values for which a sum of
// them, which is zero in the model, is not.
std::vector<std::string> tied_parameters(const FunctionPlan& function);

// How legs are written where the choice is left to the generator.
LegCode choose_leg_code(const GeneratedFunction& function);

}  // namespace jourdain
