#include "structure/joint_steps.hpp"

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
  const Matrix3 x = axis_to_z(0), y = axis_to_z(1), z = Matrix3::Identity();
  switch (type) {
    case JointType::revolute: return {{NodeKind::revolute, z, 0}};
    case JointType::prismatic: return {{NodeKind::prismatic, z, 0}};
    case JointType::helical: return {{NodeKind::helical, z, 0}};
    case JointType::cylindrical: return {{NodeKind::revolute, z, 0}, {NodeKind::prismatic, z, 1}};
    case JointType::universal: return {{NodeKind::revolute, z, 0}, {NodeKind::revolute, x, 1}};
    case JointType::spherical:
      if (spin_fixed) return {{NodeKind::revolute, z, 0}, {NodeKind::revolute, x, 1}};
      return {{NodeKind::spherical, z, 0}};
    case JointType::planar:
      return {{NodeKind::prismatic, x, 0}, {NodeKind::prismatic, y, 1}, {NodeKind::revolute, z, 2}};
    case JointType::fixed: break;
  }
  return {};
}

}  // namespace jourdain
