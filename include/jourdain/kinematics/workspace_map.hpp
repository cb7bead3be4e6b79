// The robot's workspace: slices, volume, the largest bodies in it.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace jourdain {

// Slices of the robot's workspace with reachability and conditioning.

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

// How large the usable workspace is at one orientation, and the largest cylinder and cuboid in it. Set-up code: throws
// Error, allocates.

struct VolumeRequest {
  Placement at;    // orientation that is held, and where to start
  int count = 31;  // samples along each translation, 5 to 200
};

// Samples on a grid over the robot's translations: three, or two in a plane. Good are those that are reached within
// limits, on home's side of the singularities, and joined to the sample nearest to home by good neighbours.
struct WorkspaceVolume {
  std::vector<Move> moves;             // the translations, two or three of x, y, z
  std::array<double, 3> from{}, to{};  // of each of them
  std::array<int, 3> count{1, 1, 1};
  std::vector<bool> good;  // the first coordinate runs fastest
  double size = 0;         // volume in m^3, or area in m^2: cells about good samples
  double uncertainty = 0;  // half of the cells at the border

  int dimensions() const { return static_cast<int>(moves.size()); }
  double step(int c) const { return count[c] > 1 ? (to[c] - from[c]) / (count[c] - 1) : 0; }
  double coordinate(int c, int k) const { return from[c] + step(c) * k; }
  bool is_good(int i, int j, int k) const { return good[(static_cast<std::size_t>(k) * count[1] + j) * count[0] + i]; }
};

// The grid is as wide as the workspace. `progress` is told the share that is done. Error(usage) for robots with fewer
// than two translations and for counts out of range.
WorkspaceVolume workspace_volume(const Robot& robot, const VolumeRequest& request,
                                 const std::function<void(double)>& progress = {});

// A cylinder, or a disc in a plane, all of whose samples are good; smaller than the largest by up to a step of the
// grid.
struct InscribedCylinder {
  Move axis = Move::z;
  std::array<double, 3> centre{};  // in the order of WorkspaceVolume::moves
  double radius = 0;
  double height = 0;  // 0 in a plane
};
// Nothing if not even a cell fits. Error(usage) if the axis is not among the moves; a plane has no axis.
std::optional<InscribedCylinder> largest_cylinder(const WorkspaceVolume& workspace, Move axis = Move::z);

// The same for a cuboid along the axes, or a rectangle in a plane.
struct InscribedCuboid {
  std::array<double, 3> from{}, to{};  // in the order of WorkspaceVolume::moves
};
std::optional<InscribedCuboid> largest_cuboid(const WorkspaceVolume& workspace);

}  // namespace jourdain
