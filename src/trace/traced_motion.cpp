#include "trace/traced_motion.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

using E = Expression;

// R = Rx(a) Ry(b) Rz(c).
Matrix3T<E> rotation_of(const E angle[3]) {
  const E ca = cos(angle[0]), sa = sin(angle[0]), cb = cos(angle[1]), sb = sin(angle[1]);
  const E cc = cos(angle[2]), sc = sin(angle[2]);
  Matrix3T<E> R;
  R << cb * cc, -(cb * sc), sb,                                    //
      ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -(sa * cb),  //
      sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb;
  return R;
}

// The output's pose: the coordinates in `moves` are inputs, the others constants.
PlacementT<E> trace_pose(const RobotData& robot, PoseInput pose, Graph& graph) {
  PlacementT<E> result;
  E c[6];
  for (int i = 0; i < 6; ++i) c[i] = E(robot.constant_pose[i]);
  int rotations = 0;
  for (int move : robot.moves) rotations += move >= 3;
  const bool as_matrix = pose == PoseInput::rotation && rotations == 3;
  for (int move : robot.moves) {
    if (move < 3 || !as_matrix) c[move] = graph.input(position_names[move]);
  }
  result.p = Vector3T<E>(c[0], c[1], c[2]);
  if (rotations == 0) {
    result.R = robot.home_pose.R.cast<E>();
  } else if (!as_matrix) {
    result.R = rotation_of(c + 3);
  } else {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) result.R(i, j) = graph.input(fmt::format("R{}{}", i + 1, j + 1));
    }
  }
  return result;
}

// Positions of all limbs from the platform's.
void place_limbs(const PlacementT<E>& pose, TracedMotion& m) {
  const int platform = m.robot.tree.platform_node;
  m.tree.x[platform].R = m.tree.n[platform].R = pose.R;
  m.tree.x[platform].p = m.tree.n[platform].p = pose.p;
  for (std::size_t k = 0; k < m.robot.tree.limbs.size(); ++k) {
    solve_limb(m.robot.tree, m.robot.kernels[k], pose, m.robot.size, m.tree, m.guard);
  }
}

// The rotation of a unit quaternion given by four inputs.
Matrix3T<E> trace_quaternion(const std::string& name, TracedMotion& m) {
  const E w = m.graph.input(name + ".qw"), x = m.graph.input(name + ".qx");
  const E y = m.graph.input(name + ".qy"), z = m.graph.input(name + ".qz");
  const E one(1), two(2);
  Matrix3T<E> R;
  R << one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y),  //
      two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x),   //
      two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y);
  return R;
}

// Positions of all joints of the tree as inputs; they must be consistent.
void trace_joints(TracedMotion& m) {
  const SpanningTree& tree = m.robot.tree;
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    NodeCoordinate<E>& x = m.tree.x[i];
    const std::string name = node_name(m.robot, static_cast<int>(i));
    switch (node.kind) {
      case NodeKind::base: break;
      case NodeKind::prismatic: x.slide = m.graph.input(name); break;
      case NodeKind::revolute:
      case NodeKind::helical: {
        const E q = m.graph.input(name);
        x.c = cos(q);
        x.s = sin(q);
        x.slide = E(node.pitch) * q;
        break;
      }
      case NodeKind::spherical: x.R = trace_quaternion(name, m); break;
      case NodeKind::free:
        for (int c = 0; c < 3; ++c) x.p[c] = m.graph.input(fmt::format("{}.{}", name, position_names[c]));
        x.R = trace_quaternion(name, m);
        break;
    }
  }
  update_positions(tree, m.tree);
}

// Rates and accelerations from the output's, or the driving motors', through the dense system.
void trace_dense_rates(TracedMotion& m) {
  const bool by_output = !m.robot.moves.empty();
  const Drive drive = by_output ? Drive::output : Drive::motors;
  std::vector<E> u, du;
  for (int k = 0; k < drive_count(m.robot, drive); ++k) {
    const std::string joint = by_output ? "" : m.robot.mechanism.joints[m.robot.actuators[m.robot.driving[k]]].name;
    u.push_back(m.graph.input(by_output ? rate_names[m.robot.moves[k]] : joint + "_d"));
    du.push_back(m.graph.input(by_output ? change_names[m.robot.moves[k]] : joint + "_dd"));
  }
  m.memory.dense.follow(by_output ? m.orders.dense_output : m.orders.dense_motors);
  factor_system(m.robot, drive, m.tree, m.memory);
  solve_rates(m.robot, drive, u.data(), m.memory, m.tree);
  solve_changes(m.robot, drive, du.data(), m.memory, m.tree);
}

// Limb by limb from the platform's.
void trace_limb_rates(TracedMotion& m) {
  const int v = m.robot.tree.nodes[m.robot.tree.platform_node].v;
  for (int c : m.robot.moves) m.tree.v[v + c] = m.graph.input(rate_names[c]);
  for (int c : m.robot.moves) m.tree.a[v + c] = m.graph.input(change_names[c]);
  factor_limbs(m.robot, m.tree, m.memory);
  solve_limb_rates(m.robot, m.memory, m.tree);
  solve_limb_changes(m.robot, m.memory, m.tree);
}

}  // namespace

std::string node_name(const RobotData& robot, int index) {
  const TreeNode& node = robot.tree.nodes[index];
  if (node.joint < 0) return "platform";
  const Joint& joint = robot.mechanism.joints[node.joint];
  const bool alone = freedoms(joint.type) == 1 || node.kind == NodeKind::spherical;
  return alone ? joint.name : fmt::format("{}[{}]", joint.name, node.freedom + 1);
}

TracedMotion::TracedMotion(const Robot& of, Graph& into)
    : robot(of.data()), graph(into), guard(into), orders(choose_pivot_orders(of)), tree(robot.tree), memory(robot) {
  for (std::size_t k = 0; k < memory.limb.size(); ++k) memory.limb[k].follow(orders.limbs[k]);
  memory.motors.follow(orders.motors);
}

PlatformMotion<Expression> trace_platform_motion(const RobotData& robot, PoseInput pose, Graph& graph) {
  PlatformMotion<E> motion;
  motion.pose = trace_pose(robot, pose, graph);
  for (int c : robot.moves) (c < 3 ? motion.twist.v[c] : motion.twist.w[c - 3]) = graph.input(rate_names[c]);
  for (int c : robot.moves) {
    (c < 3 ? motion.acceleration.a[c] : motion.acceleration.dw[c - 3]) = graph.input(change_names[c]);
  }
  return motion;
}

void trace_motion(PoseInput pose, TracedMotion& motion) {
  if (motion.robot.closed_inverse) {
    place_limbs(trace_pose(motion.robot, pose, motion.graph), motion);
  } else {
    trace_joints(motion);
  }
  if (motion.robot.block_rates) {
    trace_limb_rates(motion);
  } else {
    trace_dense_rates(motion);
  }
}

}  // namespace jourdain
