// What questions about generated code have in common: functions and forms, tables of operations.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/codegen/code_files.hpp"
#include "trace/code/function_counts.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

class OptionVisitor;

// In the order of the enumerations.
std::span<const std::string_view> words(CostModel);
std::span<const std::string_view> words(PoseInput);
std::span<const std::string_view> words(CodeParameters);
std::span<const std::string_view> words(CodeTarget);
std::span<const std::string_view> words(CodeScalar);
std::span<const std::string_view> words(LegCode);

struct CodeArguments {
  std::string what = {}, derivatives = {};  // names divided by commas
  CostModel cost = CostModel::operations;
  PoseInput pose = PoseInput::cardan;
  int mode = 0;  // 0: the cheaper one, then as DerivativeMode
  bool no_friction = false;
};

void show_fields(OptionVisitor& visitor, CodeArguments& arguments);

// Throws Error(usage) for names that there are not, and for a rotation matrix that the robot's code would not take.
FunctionCountOptions function_options(const Robot& robot, const CodeArguments& arguments);

// A row of a table of operations: what it is of, and how many.
struct CountRow {
  std::vector<std::string> names;
  ProgramCount count;
};

// With the columns that name a row; at each call, or when parameters are loaded.
Table counts_table(const std::string& key, const std::string& title, std::vector<Column> names,
                   const std::vector<CountRow>& rows, bool at_loading = false);

}  // namespace jourdain
