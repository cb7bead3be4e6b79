// Everything a Workspace holds: coordinates, node motions and the memory of the solvers. Sized once.
#pragma once

#include "kinematics/node_motion.hpp"

#include "jourdain/structure/spanning_tree.hpp"

#include <vector>

namespace jourdain {

// Row-major, so that rows of an elimination are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Positions, velocities and accelerations of a tree.
struct TreeState {
  explicit TreeState(const SpanningTree& tree);

  std::vector<NodeCoordinate<double>> x;  // coordinates as the recursion uses them
  std::vector<NodeMotion<double>> n;      // node motions
  VectorX q;                              // position coordinates; angles lag behind x until read_angles
  VectorX v;                              // velocity coordinates
  VectorX a;                              // their derivatives
};

// x from q, and the angles in q from x (each the turn nearest to its old value).
void set_coordinates(const SpanningTree& tree, const VectorX& q, TreeState& state);
void read_angles(const SpanningTree& tree, TreeState& state);

// q moved by the velocity coordinates step, on the manifold; x follows.
void move_coordinates(const SpanningTree& tree, const VectorX& step, TreeState& state);

// Node positions, velocities, accelerations from the coordinates.
void update_positions(const SpanningTree& tree, TreeState& state);
void update_velocities(const SpanningTree& tree, TreeState& state);
void update_accelerations(const SpanningTree& tree, TreeState& state);

// Takes out accelerations, and velocities too if asked: what was not computed is zero, not that of another
// configuration.
void come_to_rest(bool velocities_too, TreeState& state);

// Motion of a body point fixed at x (base frame) on a node.
inline Vector3 point_velocity(const NodeMotion<double>& n, const Vector3& x) {
  return n.v + cross<double>(n.w, x - n.p);
}
inline Vector3 point_acceleration(const NodeMotion<double>& n, const Vector3& x) {
  const Vector3 r = x - n.p;
  return n.a + cross<double>(n.dw, r) + cross<double>(n.w, cross<double>(n.w, r));
}

}  // namespace jourdain
