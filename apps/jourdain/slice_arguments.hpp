// Slices of the workspace on the command line: what is asked for, and what they look like as text and picture.
#pragma once

#include "robot_text.hpp"

#include "jourdain/report/heatmap.hpp"
#include "jourdain/study/workspace_map.hpp"

namespace jourdain::cli {

// The slice of these arguments. Throws Error(usage).
SliceRequest parse_slice(const Robot& robot, const SliceArguments& arguments);

// A coordinate of a pose; "ok", "limit", ... of a cell.
double coordinate(const Placement& pose, Move move);
const char* word(CellState state);

// The coordinates that do not vary, in mm and deg.
std::string held_text(const Robot& robot, const SliceRequest& request);

// An axis in mm or deg, and the look of a cell.
HeatmapAxis picture_axis(Move move, double from, double to, int count);
HeatmapCell picture_cell(CellState state);

// Axes, held pose, number of cells of each state.
void add_slice(const Slice& slice, Json& json);
void add_slice(const Robot& robot, const Numbers& number, const Slice& slice, Facts& facts);
void print_cells(const Slice& slice);

}  // namespace jourdain::cli
