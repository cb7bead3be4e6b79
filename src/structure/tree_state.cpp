#include "structure/tree_state.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {

namespace {

Quaternion quaternion_at(const VectorX& q, int i) { return Quaternion(q[i], q[i + 1], q[i + 2], q[i + 3]); }

void put_quaternion(VectorX& q, int i, const Quaternion& value) {
  q[i] = value.w(), q[i + 1] = value.x(), q[i + 2] = value.y(), q[i + 3] = value.z();
}

}  // namespace

void set_coordinates(const SpanningTree& tree, const VectorX& q, TreeState& state) {
  state.q = q;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    NodeCoordinate<double>& x = state.x[i];
    switch (node.kind) {
      case NodeKind::base: break;
      case NodeKind::helical: x.slide = node.pitch * q[node.q]; [[fallthrough]];
      case NodeKind::revolute:
        x.c = std::cos(q[node.q]);
        x.s = std::sin(q[node.q]);
        break;
      case NodeKind::prismatic: x.slide = q[node.q]; break;
      case NodeKind::spherical: x.R = quaternion_at(q, node.q).normalized().toRotationMatrix(); break;
      case NodeKind::free:
        x.p = q.segment<3>(node.q);
        x.R = quaternion_at(q, node.q + 3).normalized().toRotationMatrix();
        break;
    }
  }
}

double node_position(const TreeNode& node, const NodeCoordinate<double>& x, double near) {
  switch (node.kind) {
    case NodeKind::prismatic: return x.slide;
    case NodeKind::helical: return x.slide / node.pitch;
    default: {
      const double angle = std::atan2(x.s, x.c);
      return nearest_turn(angle, near);
    }
  }
}

void read_angles(const SpanningTree& tree, TreeState& state) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    const NodeCoordinate<double>& x = state.x[i];
    switch (node.kind) {
      case NodeKind::base: break;
      case NodeKind::helical:
      case NodeKind::revolute:
      case NodeKind::prismatic: state.q[node.q] = node_position(node, x, state.q[node.q]); break;
      case NodeKind::spherical: put_quaternion(state.q, node.q, Quaternion(x.R)); break;
      case NodeKind::free:
        state.q.segment<3>(node.q) = x.p;
        put_quaternion(state.q, node.q + 3, Quaternion(x.R));
        break;
    }
  }
}

void move_coordinates(const SpanningTree& tree, const VectorX& step, TreeState& state) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    NodeCoordinate<double>& x = state.x[i];
    switch (node.kind) {
      case NodeKind::base: break;
      case NodeKind::helical:
        state.q[node.q] += step[node.v];
        x.slide = node.pitch * state.q[node.q];
        x.c = std::cos(state.q[node.q]);
        x.s = std::sin(state.q[node.q]);
        break;
      case NodeKind::revolute:
        state.q[node.q] += step[node.v];
        x.c = std::cos(state.q[node.q]);
        x.s = std::sin(state.q[node.q]);
        break;
      case NodeKind::prismatic: x.slide = state.q[node.q] += step[node.v]; break;
      case NodeKind::spherical: {
        // Rates are in the joint axes on the parent: R <- exp(step) R.
        const Quaternion q(rotation_from_vector(step.segment<3>(node.v)) * x.R);
        put_quaternion(state.q, node.q, q.normalized());
        x.R = q.normalized().toRotationMatrix();
        break;
      }
      case NodeKind::free: {
        x.p += step.segment<3>(node.v);
        const Quaternion q(rotation_from_vector(step.segment<3>(node.v + 3)) * x.R);
        x.R = q.normalized().toRotationMatrix();
        state.q.segment<3>(node.q) = x.p;
        put_quaternion(state.q, node.q + 3, q.normalized());
        break;
      }
    }
  }
}

void come_to_rest(bool velocities_too, TreeState& state) {
  state.a.setZero();
  if (velocities_too) state.v.setZero();
  for (NodeMotion<double>& n : state.n) {
    n.a.setZero();
    n.dw.setZero();
    if (!velocities_too) continue;
    n.v.setZero();
    n.w.setZero();
  }
}

}  // namespace jourdain
