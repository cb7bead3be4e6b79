#include "dynamics/platform_inertia.hpp"

#include "dynamics/wrenches.hpp"
#include "expression/scalar.hpp"
#include "kinematics/limb_rates.hpp"

namespace jourdain {
namespace {

// A node's own inertia in base axes, about its origin.
template <typename T>
FrameInertia<T> in_base_axes(const FrameInertia<T>& own, const Matrix3T<T>& R) {
  FrameInertia<T> result;
  result.any = own.any;
  result.m = own.m;
  result.s = R * own.s;
  const Matrix3T<T> RI = R * own.I;
  result.I = RI * R.transpose();
  return result;
}

// Adds a composite body, about the origin that lies r away from that of the sum.
template <typename T>
void add_moved(const FrameInertia<T>& body, const Vector3T<T>& r, FrameInertia<T>& sum) {
  sum.any = true;
  sum.m += body.m;
  sum.s += body.s + body.m * r;
  const Vector3T<T> half = body.s + (T(0.5) * body.m) * r;
  const Matrix3T<T> outer = r * half.transpose();
  sum.I += body.I - outer - outer.transpose();
  const T along = T(2) * r.dot(half);
  for (int i = 0; i < 3; ++i) sum.I(i, i) += along;
}

// Force and moment at a node's origin that accelerate a composite body by the unit motion of one coordinate; then
// their power on this coordinate and on those of the nodes before it.
template <typename T>
void fill_column(const RobotData& robot, const Limb& limb, int i, int axis, const TreeStateT<T>& tree,
                 SolverMemory<T>& memory) {
  const TreeNode& node = robot.tree.nodes[i];
  const FrameInertia<T>& body = memory.composite[i];
  const TwistT<T> unit = unit_twist(node, tree.n[i], axis, tree.n[i].p);
  Vector3T<T> force = body.m * unit.v + cross<T>(unit.w, body.s);
  Vector3T<T> moment = cross<T>(body.s, unit.v) + body.I * unit.w;
  const int column = node.v + axis - limb.v;
  RowMatrixT<T>& M = memory.limb_inertia;
  for (int j = i; j > 0; j = robot.tree.nodes[j].parent) {
    const TreeNode& other = robot.tree.nodes[j];
    for (int k = 0; k < velocities(other.kind) && (j != i || k <= axis); ++k) {
      const TwistT<T> t = unit_twist(other, tree.n[j], k, tree.n[j].p);
      M(other.v + k - limb.v, column) = M(column, other.v + k - limb.v) = force.dot(t.v) + moment.dot(t.w);
    }
    if (other.parent > 0) moment += cross<T>(tree.n[j].p - tree.n[other.parent].p, force);
  }
}

// memory.limb_inertia = M_k.
template <typename T>
void fill_limb_inertia(const RobotData& robot, const Limb& limb, const TreeParameters<T>& parameters, bool payload,
                       const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    memory.composite[i] = in_base_axes(node_inertia(robot, parameters, payload, i), tree.n[i].R);
  }
  memory.limb_inertia.topLeftCorner(limb.nv, limb.nv).setZero();
  for (int i = limb.node + limb.nodes - 1; i >= limb.node; --i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int axis = 0; axis < velocities(node.kind); ++axis) fill_column(robot, limb, i, axis, tree, memory);
    if (node.parent > 0) {
      add_moved<T>(memory.composite[i], tree.n[i].p - tree.n[node.parent].p, memory.composite[node.parent]);
    }
  }
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k) {
    const int node = robot.motor_nodes[k];
    if (node < limb.node || node >= limb.node + limb.nodes) continue;
    const int v = robot.tree.nodes[node].v - limb.v;
    memory.limb_inertia(v, v) += parameters.rotors[k];
  }
}

}  // namespace

template <typename T>
void platform_inertia(const RobotData& robot, const TreeParameters<T>& parameters, bool payload,
                      const TreeStateT<T>& tree, SolverMemory<T>& memory, Matrix6T<T>& M) {
  PartScope<T> part(Part::platform);
  const int platform = robot.tree.platform_node;
  const FrameInertia<T> own = in_base_axes(node_inertia(robot, parameters, payload, platform), tree.n[platform].R);
  const Vector3T<T>& s = own.s;
  Matrix3T<T> S;
  S << T(0), -s[2], s[1], s[2], T(0), -s[0], -s[1], s[0], T(0);
  M.setZero();
  for (int i = 0; i < 3; ++i) M(i, i) = own.m;
  M.template block<3, 3>(0, 3) = -S;
  M.template block<3, 3>(3, 0) = S;
  M.template block<3, 3>(3, 3) = own.I;
  part.enter(Part::leg_dynamics);
  limb_rates_by_platform(robot, tree, memory);
  const int n = static_cast<int>(robot.moves.size());
  for (const Limb& limb : robot.tree.limbs) {
    fill_limb_inertia(robot, limb, parameters, payload, tree, memory);
    // M += C^T M_k C, both halves alike.
    for (int j = 0; j < n; ++j) {
      const int column = robot.moves[j];
      for (int r = 0; r < limb.nv; ++r) {
        T sum = T(0);
        for (int c = 0; c < limb.nv; ++c) sum += memory.limb_inertia(r, c) * memory.by_platform(limb.v + c, column);
        for (int i = 0; i <= j; ++i) {
          M(robot.moves[i], column) += memory.by_platform(limb.v + r, robot.moves[i]) * sum;
        }
      }
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) M(robot.moves[j], robot.moves[i]) = M(robot.moves[i], robot.moves[j]);
  }
}

template void platform_inertia(const RobotData&, const TreeParameters<Scalar>&, bool, const TreeStateT<Scalar>&,
                               SolverMemory<Scalar>&, Matrix6T<Scalar>&);

}  // namespace jourdain
