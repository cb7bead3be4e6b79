// What code is generated from: programs with the names, meanings and units of their arguments.
#pragma once

#include "expression/staged.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// An argument array of a generated function: consecutive inputs or outputs of its program.
struct ArgumentArray {
  std::string name;  // an identifier of C
  int size = 0;
  std::string description;
  std::string unit;  // "" where the description says it
};

// One function to generate.
struct GeneratedFunction {
  std::string name;  // an identifier of C; the library's name is put before it
  std::string description;
  Program program;                           // flat: what is unrolled and what golden vectors come from
  std::vector<ArgumentArray> inputs;         // together all inputs of the program, in order
  std::vector<ArgumentArray> outputs;        // together all outputs of the program, in order
  std::vector<std::vector<double>> samples;  // inputs of the self-test: states that the program accepts, and others
  std::optional<StagedProgram> staged = {};  // the same with legs as a part, where there is such a form
};

// The meaning of a parameter, by the name it has in the programs.
struct ParameterNote {
  std::string name;
  std::string description;
  std::string unit;
};

// A folder of generated functions with one set of parameters: those of all programs, equal where the name is.
struct GeneratedLibrary {
  std::string name;  // as library_identifier() gives it
  std::string description;
  std::string origin;  // where it comes from: model, hash, tool and version; no time
  std::vector<GeneratedFunction> functions;
  std::vector<ParameterNote> notes;  // of those parameters that need one
  std::string results_note = {};     // what a result of 0 promises beyond finite outputs; "" where it is nothing
  std::string start_note = {};       // where inputs may begin; "" where nothing is to be said
  std::string name_note = {};        // why the library is not called as what it was made from; "" if it is
};

// The name that a library gets for a free name ("five-bar"): its letters and digits with single _ between them, short,
// and with _robot behind it where C, C++, their headers or CMake have something of that name.
std::string library_identifier(std::string_view name);

// Throws Error if names are no identifiers or taken twice, sizes do not add up, a sample has the wrong size, or one
// parameter has two values.
void validate(const GeneratedLibrary& library);

// The parameters of all programs, in the order in which they are met, with their values.
struct ParameterList {
  std::vector<std::string> names;
  std::vector<double> values;
};
ParameterList parameters_of(const GeneratedLibrary& library);

}  // namespace jourdain
