#include "jourdain/kinematics/workspace_map.hpp"

#include "kinematics/sides.hpp"
#include "kinematics/tracker.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Cells nearer to a singularity than this count as singular.
constexpr double singular_distance = 1e-4;
// Nearer to a singularity of the first type than this, two branches may lie within one step: no neighbour is followed
// from there. At most this share of the distance at home, for small plates have small numbers everywhere.
constexpr double spreading_distance = 0.05;
constexpr double spreading_share = 0.25;

Placement cell_pose(const SliceRequest& request, double across, double up) {
  Vector3 p = request.at.p;
  Vector3 angles = cardan_from_rotation(request.at.R);
  const auto put = [&](Move move, double value) {
    const int c = static_cast<int>(move);
    (c < 3 ? p[c] : angles[c - 3]) = value;
  };
  put(request.across, across);
  put(request.up, up);
  const bool turned = static_cast<int>(request.across) >= 3 || static_cast<int>(request.up) >= 3;
  return {turned ? rotation_from_cardan(angles) : request.at.R, p};
}

void check_request(const Robot& robot, const SliceRequest& r) {
  const auto fail = [](const std::string& text) { throw Error(ErrorKind::usage, text); };
  if (!robot.mechanism().output) fail("the mechanism has no platform or end point, hence no workspace");
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  for (Move move : {r.across, r.up}) {
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) continue;
    std::string names;
    for (Move m : moves) names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(m));
    fail(fmt::format("{} is not a coordinate of this robot's output; choose two of {}", to_string(move), names));
  }
  if (r.across == r.up) fail("the two axes of a slice must differ");
  if (r.across_count < 2 || r.up_count < 2 || r.across_count > 1000 || r.up_count > 1000)
    fail("a slice has 2 to 1000 cells a side");
  const double ends[] = {r.across_from, r.across_to, r.up_from, r.up_to};
  for (double end : ends) {
    if (!std::isfinite(end)) fail("the range of a slice must be finite");
  }
  if (!(r.across_from < r.across_to && r.up_from < r.up_to)) fail("the range of a slice must rise");
  if (!r.at.p.allFinite() || !r.at.R.allFinite()) fail("the held coordinates of a slice must be finite");
}

void judge_cell(const Robot& robot, Workspace& ws, SliceCell& cell) {
  const SingularityReport s = singularity_distance(robot, ws);
  cell.type1 = s.type1;
  cell.type2 = s.type2;
  cell.constraint = s.constraint;
  cell.margin = nearest_limit(robot, ws).margin;
  cell.state = s.nearest() < singular_distance    ? CellState::singular
               : is_behind_singularity(robot, ws) ? CellState::behind
               : cell.margin < 0                  ? CellState::limit
                                                  : CellState::ok;
}

void sweep_closed(const Robot& robot, Slice& slice, const CellVisitor& visit) {
  Workspace ws(robot);
  PlatformState motion;
  for (std::size_t k = 0; k < slice.cells.size(); ++k) {
    SliceCell& cell = slice.cells[k];
    motion.pose = cell_pose(slice.request, cell.across, cell.up);
    if (inverse_kinematics(robot, motion, ws, Order::position) != Status::ok) continue;
    judge_cell(robot, ws, cell);
    if (visit) visit(k, cell, ws);
  }
}

int cell_nearest_home(const Robot& robot, const Slice& slice) {
  int nearest = 0;
  double best = unlimited;
  for (std::size_t k = 0; k < slice.cells.size(); ++k) {
    const Placement pose = cell_pose(slice.request, slice.cells[k].across, slice.cells[k].up);
    const double distance =
        (pose.p - robot.home_pose().p).norm() / robot.size() + (pose.R - robot.home_pose().R).norm();
    if (distance < best) best = distance, nearest = static_cast<int>(k);
  }
  return nearest;
}

// The side of the first-type singularities on which a configuration lies: it changes where the branches of the inverse
// kinematics meet.
int clear_side(const Robot& robot, Workspace& ws) {
  const Side side = output_side(robot, ws);
  return side.conditioning > TrackerLimits::smallest_conditioning ? side.sign : 0;
}

// Spreads from the cell nearest to home to its neighbours, each followed from a solved one, so that the branch is kept.
// Steps across a singularity of the first type are refused.
void sweep_tracked(const Robot& robot, Slice& slice, const CellVisitor& visitor) {
  const int columns = slice.request.across_count, rows = slice.request.up_count;
  std::vector<VectorX> solved(slice.cells.size());
  struct Visit {
    int cell;
    int from;
  };
  std::vector<Visit> queue{{cell_nearest_home(robot, slice), -1}};
  Workspace ws(robot);
  const int home_side = clear_side(robot, ws);
  const double spreading = std::min(spreading_distance, spreading_share * singularity_distance(robot, ws).type1);
  PlatformState motion;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Visit visit = queue[head];
    if (solved[visit.cell].size() > 0) continue;
    go_to_coordinates(visit.from < 0 ? data_of(robot).home : solved[visit.from], ws);
    SliceCell& cell = slice.cells[visit.cell];
    motion.pose = cell_pose(slice.request, cell.across, cell.up);
    if (inverse_kinematics(robot, motion, ws, Order::position) != Status::ok) continue;
    if (clear_side(robot, ws) != home_side) continue;
    judge_cell(robot, ws, cell);
    solved[visit.cell] = tree_coordinates(ws);
    if (visitor) visitor(static_cast<std::size_t>(visit.cell), cell, ws);
    if (cell.type1 < spreading) continue;
    const int i = visit.cell % columns, j = visit.cell / columns;
    if (i > 0) queue.push_back({visit.cell - 1, visit.cell});
    if (i + 1 < columns) queue.push_back({visit.cell + 1, visit.cell});
    if (j > 0) queue.push_back({visit.cell - columns, visit.cell});
    if (j + 1 < rows) queue.push_back({visit.cell + columns, visit.cell});
  }
}

}  // namespace

SliceRequest default_slice(const Robot& robot) {
  SliceRequest r;
  if (!robot.mechanism().output) return r;
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  if (moves.empty()) return r;
  r.across = moves[0];
  r.up = moves.size() > 1 ? moves[1] : moves[0];
  r.at = robot.home_pose();
  const Vector3 angles = cardan_from_rotation(r.at.R);
  const auto range = [&](Move move, double& from, double& to) {
    const int c = static_cast<int>(move);
    const double centre = c < 3 ? r.at.p[c] : angles[c - 3];
    const double half = c < 3 ? 0.5 * robot.size() : M_PI / 3;
    from = centre - half;
    to = centre + half;
  };
  range(r.across, r.across_from, r.across_to);
  range(r.up, r.up_from, r.up_to);
  return r;
}

bool is_behind_singularity(const Robot& robot, Workspace& ws) {
  const RobotData& data = data_of(robot);
  if (data.forward_sign == 0 || data.driving.size() < data.motor_joints.size()) return false;
  return forward_side(robot, ws) == -data.forward_sign;
}

Slice workspace_slice(const Robot& robot, const SliceRequest& request) { return workspace_slice(robot, request, {}); }

Slice workspace_slice(const Robot& robot, const SliceRequest& request, const CellVisitor& visit) {
  check_request(robot, request);
  Slice slice;
  slice.request = request;
  const int columns = request.across_count, rows = request.up_count;
  slice.cells.resize(static_cast<std::size_t>(columns) * rows);
  const auto at = [](double from, double to, int i, int count) { return from + (to - from) * i / (count - 1); };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      SliceCell& cell = slice.cells[static_cast<std::size_t>(j) * columns + i];
      cell.across = at(request.across_from, request.across_to, i, columns);
      cell.up = at(request.up_from, request.up_to, j, rows);
    }
  }
  if (data_of(robot).closed_inverse || data_of(robot).two_arms) {
    sweep_closed(robot, slice, visit);
  } else {
    sweep_tracked(robot, slice, visit);
  }
  std::size_t good = 0;
  for (const SliceCell& cell : slice.cells) good += cell.state == CellState::ok;
  slice.reachable_share = static_cast<double>(good) / static_cast<double>(slice.cells.size());
  return slice;
}

}  // namespace jourdain
