// Slices of the workspace as pictures.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/kinematics/workspace_map.hpp"

#include <span>
#include <string>
#include <string_view>

namespace jourdain {

// What the colours of a slice show.
enum class SliceQuantity { type2, type1, constraint, margin };
std::span<const std::string_view> words(SliceQuantity quantity);  // of all of them
double value_of(const SliceCell& cell, SliceQuantity quantity);
std::string_view label_of(SliceQuantity quantity);

// The picture, with the robot's outline at home.
Heatmap slice_map(const Robot& robot, const Slice& slice, SliceQuantity quantity = SliceQuantity::type2);

// The cells as the table "grid": coordinates, state, distances; nothing where there is none.
Table slice_table(const Slice& slice);

// "ok", "limit", ... of a cell.
const char* word(CellState state);

// A coordinate of a pose: m, or a Cardan angle in rad.
double coordinate(const Placement& pose, Move move);

// The coordinates that do not vary, in mm and deg: "z = -300 mm, rz = 0 deg".
std::string held_text(const Robot& robot, const SliceRequest& request);

// An axis in mm or deg, and the look of a cell.
HeatmapAxis picture_axis(Move move, double from, double to, int count);
HeatmapCell picture_cell(CellState state);

}  // namespace jourdain
