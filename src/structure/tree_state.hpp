// Everything a Workspace holds: coordinates, node motions and the memory of the solvers. Sized once.
#pragma once

#include "structure/node_motion.hpp"

#include "jourdain/structure/structure.hpp"

#include <type_traits>
#include <vector>

namespace jourdain {

template <typename T>
using VectorXT = Eigen::Matrix<T, Eigen::Dynamic, 1>;

// Row-major, so that rows of an elimination are contiguous.
template <typename T>
using RowMatrixT = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMatrix = RowMatrixT<double>;

// Positions, velocities and accelerations of a tree.
template <typename T>
struct TreeStateT {
  explicit TreeStateT(const SpanningTree& tree);

  std::vector<NodeCoordinate<T>> x;  // coordinates as the recursion uses them
  std::vector<NodeMotion<T>> n;      // node motions
  VectorX q;                         // position coordinates; angles lag behind x until read_angles
  VectorXT<T> v;                     // velocity coordinates
  VectorXT<T> a;                     // their derivatives
};
using TreeState = TreeStateT<double>;

// x from q, and the angles in q from x (each the turn nearest to its old value).
void set_coordinates(const SpanningTree& tree, const VectorX& q, TreeState& state);
void read_angles(const SpanningTree& tree, TreeState& state);

// The coordinate of a node with one freedom; of an angle the turn nearest to `near`.
double node_position(const TreeNode& node, const NodeCoordinate<double>& x, double near);

// q moved by the velocity coordinates step, on the manifold; x follows.
void move_coordinates(const SpanningTree& tree, const VectorX& step, TreeState& state);

// Node positions, velocities, accelerations from the coordinates.
template <typename T>
void update_positions(const SpanningTree& tree, TreeStateT<T>& state);
template <typename T>
void update_velocities(const SpanningTree& tree, TreeStateT<T>& state);
template <typename T>
void update_accelerations(const SpanningTree& tree, TreeStateT<T>& state);

// Takes out accelerations, and velocities too if asked: what was not computed is zero, not that of another
// configuration.
void come_to_rest(bool velocities_too, TreeState& state);

// Motion of a body point fixed at x (base frame) on a node.
template <typename T>
inline Vector3T<T> point_velocity(const NodeMotion<T>& n, const std::type_identity_t<Vector3T<T>>& x) {
  return n.v + cross<T>(n.w, x - n.p);
}
template <typename T>
inline Vector3T<T> point_acceleration(const NodeMotion<T>& n, const std::type_identity_t<Vector3T<T>>& x) {
  const Vector3T<T> r = x - n.p;
  return n.a + cross<T>(n.dw, r) + cross<T>(n.w, cross<T>(n.w, r));
}

// A point fixed in a node's frame, in the base frame.
template <typename T>
inline Vector3T<T> node_point(const NodeMotion<T>& n, const Vector3& in_node) {
  return n.p + n.R * in_node.template cast<T>();
}

}  // namespace jourdain
