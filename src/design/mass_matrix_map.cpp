#include "design/mass_matrix_map.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

bool is_slide(const Robot& robot, Coordinates coordinates, int i) {
  if (coordinates == Coordinates::output) return static_cast<int>(robot.mechanism().output->moves[i]) < 3;
  const int motor = driving_motors(robot)[i];
  return is_length(robot.mechanism().joints[robot.motor_joints()[motor]].type, 0);
}

void add_to_spread(InertiaKind kind, double value, std::vector<DiagonalSpread>& spread) {
  const auto same = [&](const DiagonalSpread& s) { return s.kind == kind; };
  const auto it = std::find_if(spread.begin(), spread.end(), same);
  if (it == spread.end()) {
    spread.push_back({kind, value, value});
  } else {
    it->smallest = std::min(it->smallest, value);
    it->largest = std::max(it->largest, value);
  }
}

void summarise(const Robot& robot, MassMatrixMap& map) {
  for (std::size_t k = 0; k < map.M.size(); ++k) {
    const MatrixX& M = map.M[k];
    for (int i = 0; i < static_cast<int>(M.rows()); ++i) {
      const InertiaKind kind = inertia_kind(robot, map.coordinates, i, i);
      add_to_spread(kind, M(i, i), map.spread);
      if (map.slice.cells[k].state == CellState::ok) add_to_spread(kind, M(i, i), map.spread_within_limits);
      for (int j = 0; j < i; ++j) {
        map.largest_coupling = std::max(map.largest_coupling, std::abs(M(i, j)) / std::sqrt(M(i, i) * M(j, j)));
      }
    }
  }
}

}  // namespace

std::span<const std::string_view> words(Coordinates) {
  static constexpr std::string_view all[] = {"motors", "output"};
  return all;
}

std::string_view unit(InertiaKind kind) {
  switch (kind) {
    case InertiaKind::mass: return "kg";
    case InertiaKind::inertia: return "kg m^2";
    case InertiaKind::moment: return "kg m";
  }
  return "";
}

InertiaKind inertia_kind(const Robot& robot, Coordinates coordinates, int i, int j) {
  const int slides = is_slide(robot, coordinates, i) + is_slide(robot, coordinates, j);
  return slides == 2 ? InertiaKind::mass : slides == 0 ? InertiaKind::inertia : InertiaKind::moment;
}

MassMatrixMap mass_matrix_map(const Robot& robot, const SliceRequest& request, Coordinates coordinates, bool payload) {
  MassMatrixMap map;
  map.coordinates = coordinates;
  map.size = static_cast<int>(driving_motors(robot).size());
  if (map.size == 0) throw Error(ErrorKind::usage, "the mass matrix needs a motor for every freedom");
  MatrixX M(map.size, map.size);
  map.slice = workspace_slice(robot, request, [&](std::size_t index, const SliceCell& cell, Workspace& workspace) {
    if (cell.state == CellState::singular) return;
    if (map.M.size() <= index) map.M.resize(index + 1);
    if (mass_matrix(robot, workspace, M, coordinates, payload) == Status::ok) map.M[index] = M;
  });
  map.M.resize(map.slice.cells.size());
  summarise(robot, map);
  return map;
}

}  // namespace jourdain
