// The mass matrix over a slice of the workspace, as figures 4 and 5 of [Codourey98].
#pragma once

#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/workspace_map.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace jourdain {

// Of all coordinates, in the order of the enumeration.
std::span<const std::string_view> words(Coordinates coordinates);

// What an entry of the mass matrix measures: entries between slides, between turns, or between a slide and a turn.
enum class InertiaKind { mass, inertia, moment };
std::string_view unit(InertiaKind kind);  // "kg", "kg m^2", "kg m"

// Kind of the entry M_ij. i and j count the coordinates from 0.
InertiaKind inertia_kind(const Robot& robot, Coordinates coordinates, int i, int j);

// Ends of the diagonal entries of one kind over a map, and their ratio.
struct DiagonalSpread {
  InertiaKind kind = InertiaKind::inertia;
  double smallest = 0;
  double largest = 0;
  double ratio() const { return largest / smallest; }
};

struct MassMatrixMap {
  Slice slice;
  Coordinates coordinates = Coordinates::motors;
  int size = 0;                                      // rows of M
  std::vector<MatrixX> M;                            // one per cell of the slice; 0 x 0 where there is none
  std::vector<DiagonalSpread> spread;                // over all cells with a matrix, one per kind that occurs
  std::vector<DiagonalSpread> spread_within_limits;  // the same over cells within joint limits
  double largest_coupling = 0;  // largest |M_ij| / sqrt(M_ii M_jj) over the map: 0 if the axes are decoupled
};

// The mass matrix at every cell of a slice that is reached and not singular, within joint limits or not. Throws
// Error(usage) as workspace_slice, and for a robot without motors for all its freedoms.
MassMatrixMap mass_matrix_map(const Robot& robot, const SliceRequest& request,
                              Coordinates coordinates = Coordinates::motors, bool payload = true);

}  // namespace jourdain
