#include "structure/tree_state.hpp"

#include "expression/scalar.hpp"

namespace jourdain {

template <typename T>
TreeStateT<T>::TreeStateT(const SpanningTree& tree)
    : x(tree.nodes.size()), n(tree.nodes.size()), q(VectorX::Zero(tree.nq)), v(tree.nv), a(tree.nv) {
  v.setZero();
  a.setZero();
  // No turn, as in the coordinates x.
  for (const TreeNode& node : tree.nodes) {
    if (node.kind == NodeKind::spherical) q[node.q] = 1;
    if (node.kind == NodeKind::free) q[node.q + 3] = 1;
  }
}

template <typename T>
void update_positions(const SpanningTree& tree, TreeStateT<T>& state) {
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    move_position(tree.nodes[i], state.x[i], state.n[tree.nodes[i].parent], state.n[i]);
  }
}

template <typename T>
void update_velocities(const SpanningTree& tree, TreeStateT<T>& state) {
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    move_velocity(node, &state.v[node.v], state.n[node.parent], state.n[i]);
  }
}

template <typename T>
void update_accelerations(const SpanningTree& tree, TreeStateT<T>& state) {
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    move_acceleration(node, &state.v[node.v], &state.a[node.v], state.n[node.parent], state.n[i]);
  }
}

template struct TreeStateT<Scalar>;
template void update_positions(const SpanningTree&, TreeStateT<Scalar>&);
template void update_velocities(const SpanningTree&, TreeStateT<Scalar>&);
template void update_accelerations(const SpanningTree&, TreeStateT<Scalar>&);

}  // namespace jourdain
