// Rank of the closure equations: freedoms, independent equations, redundant joints.
#pragma once

#include "structure/tree_state.hpp"

#include "jourdain/kinematics/robot.hpp"

namespace jourdain {

struct RankResult {
  int rank = 0;
  double gap = 0;      // last kept over first dropped singular value (large is clear)
  MatrixX null_space;  // orthonormal, nv x (nv - rank); lengths in sizes
};

// Rank of K at a configuration, by singular values with a relative bound.
RankResult closure_rank(const SpanningTree& tree, const TreeState& state, double size);

// A consistent configuration and what K has there.
struct Place {
  TreeState state;
  RankResult rank;
};

// Consistent configurations near the given one (itself first), reached along random motions: to tell what holds in
// general from what holds at one place only.
std::vector<Place> nearby_configurations(const SpanningTree& tree, const TreeState& state, double size, int count);

// `rank` rows of K that are independent at the configuration, well conditioned, in rising order.
std::vector<int> independent_rows(const SpanningTree& tree, const TreeState& state, double size, int rank);

}  // namespace jourdain
