// How large the usable workspace is at one orientation, and the largest cylinder and cuboid in it. Set-up code: throws
// Error, allocates.
#pragma once

#include "jourdain/study/workspace_map.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace jourdain {

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
