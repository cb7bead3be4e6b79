// Slices of the workspace on the command line: what is asked for, and what they look like as text and picture.
#pragma once

#include "robot_text.hpp"

#include "jourdain/study/workspace_map.hpp"
#include "report/heatmap.hpp"
#include "report/workspace_picture.hpp"

namespace jourdain::cli {

// The slice of these arguments. Throws Error(usage).
SliceRequest parse_slice(const Robot& robot, const SliceArguments& arguments);

// Axes, held pose, number of cells of each state.
void add_slice(const Slice& slice, Json& json);
void add_slice(const Robot& robot, const Numbers& number, const Slice& slice, Facts& facts);
void print_cells(const Slice& slice);

}  // namespace jourdain::cli
