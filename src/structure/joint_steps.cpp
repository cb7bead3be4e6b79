#include "structure/joint_steps.hpp"

#include "model/joint_freedoms.hpp"

namespace jourdain {

int positions(NodeKind kind) {
  switch (kind) {
    case NodeKind::base: return 0;
    case NodeKind::spherical: return 4;
    case NodeKind::free: return 7;
    default: return 1;
  }
}

int velocities(NodeKind kind) {
  switch (kind) {
    case NodeKind::base: return 0;
    case NodeKind::spherical: return 3;
    case NodeKind::free: return 6;
    default: return 1;
  }
}

namespace {

// Rotation whose z axis is the given coordinate axis (0 x, 1 y, 2 z), by cyclic permutation of axes.
Matrix3 axis_to_z(int axis) {
  Matrix3 C = Matrix3::Zero();
  C((axis + 1) % 3, 0) = 1;
  C((axis + 2) % 3, 1) = 1;
  C(axis, 2) = 1;
  return C;
}

}  // namespace

std::vector<JointStep> elementary_steps(JointType type, bool spin_fixed) {
  // Without its spin a ball joint is a universal joint.
  const JointKind& kind = joint_kind(spin_fixed ? JointType::universal : type);
  if (kind.is_ball) return {{NodeKind::spherical, Matrix3::Identity(), 0}};
  std::vector<JointStep> steps;
  for (int i = 0; i < kind.freedoms; ++i) {
    const Freedom& freedom = kind.freedom[i];
    const NodeKind step = freedom.slides() ? NodeKind::prismatic
                          : kind.is_screw  ? NodeKind::helical
                                           : NodeKind::revolute;
    steps.push_back({step, axis_to_z(freedom.axis), i});
  }
  return steps;
}

}  // namespace jourdain
