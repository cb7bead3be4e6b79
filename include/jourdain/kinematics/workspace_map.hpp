// Slices of the robot's workspace with reachability and conditioning.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/kinematics/singularity.hpp"

#include <functional>
#include <vector>

namespace jourdain {

// A rectangle of output coordinates: two of the robot's moves vary over a grid, the others are held.
struct SliceRequest {
  Move across = Move::x;  // horizontal axis of the picture
  Move up = Move::y;      // vertical axis
  double across_from = 0, across_to = 0;
  double up_from = 0, up_to = 0;
  int across_count = 61;
  int up_count = 61;
  Placement at;  // held coordinates
};

enum class CellState {
  ok,
  unreachable,
  singular,  // at a singularity
  limit,     // beyond a joint limit
  behind,    // behind a singularity of the second type: the legs reach it, but the motors lose the output on the way
};

struct SliceCell {
  double across = 0;
  double up = 0;
  CellState state = CellState::unreachable;
  double type1 = 0;
  double type2 = 0;
  double constraint = 0;
  double margin = 0;  // least limit margin
};

struct Slice {
  SliceRequest request;
  std::vector<SliceCell> cells;  // row by row from the lowest
  double reachable_share = 0;    // of all cells: those that are ok
  const SliceCell& cell(int i, int j) const { return cells[static_cast<std::size_t>(j) * request.across_count + i]; }
};

// A request that covers the surroundings of the home pose: half a robot size to both sides, or 60 degrees.
SliceRequest default_slice(const Robot& robot);

// The request with the part of its plane that shows where the workspace ends: twice as wide while cells at its edge can
// be reached, and then no more than those that can, with some room around.
SliceRequest bordered(const Robot& robot, SliceRequest request);

// Throws Error(usage) if the two coordinates are not moves of the robot, equal, or the ranges or counts make no sense.
// Robots without a closed form are followed from cell to cell, starting at the home configuration.
Slice workspace_slice(const Robot& robot, const SliceRequest& request);

// Whether a singularity of the second type lies between home and the workspace's configuration: the motors' rates
// determine the output with the other sign there, so that no motion leads from home without losing it. Redundant motors
// may hold the output where the driving ones alone do not; then nothing is known, and the answer is no.
bool is_behind_singularity(const Robot& robot, Workspace& workspace);

// Called for every cell that is reached, with the workspace in its configuration. It must leave that as it is.
using CellVisitor = std::function<void(std::size_t index, const SliceCell& cell, Workspace& workspace)>;

// The same with a visit to each cell that is reached, in no particular order.
Slice workspace_slice(const Robot& robot, const SliceRequest& request, const CellVisitor& visit);

}  // namespace jourdain
