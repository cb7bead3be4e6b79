// What generate and count have in common: names of functions and forms, tables of operations.
#pragma once

#include "robot_text.hpp"

#include "trace/robot_library.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain::cli {

// The functions of --what, each once. Throws Error(usage) with a hint.
std::vector<RobotFunction> parse_functions(const std::string& list);

// Those of --derivatives, and how they are found; empty texts give nothing.
std::vector<VariableGroup> parse_groups(const std::string& list);
std::optional<DerivativeMode> parse_mode(const std::string& text);

CostModel parse_cost(const std::string& text);
// Throws Error(usage) for a rotation matrix that the robot's code would not take.
PoseInput parse_pose(const Robot& robot, const std::string& text);

Json count_json(const OperationCount& count);

// Columns of a table of counts after those that name a row, and a row's cells.
std::vector<std::string> count_columns(std::vector<std::string> names);
std::vector<std::string> count_cells(std::vector<std::string> names, const ProgramCount& count);

}  // namespace jourdain::cli
