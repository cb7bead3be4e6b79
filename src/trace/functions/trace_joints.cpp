#include "trace/functions/trace_joints.hpp"

#include "model/joint_freedoms.hpp"
#include "trace/inputs/program_inputs.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

using E = Expression;

// A line that is nearer to the first axis of its universal joint, as a sine, has no place there.
constexpr double least_sine = 1e-4;
// Parts of constant directions below this are round-off.
constexpr double round_off_of_direction = 1e-12;

// The rotation of a unit quaternion whose entries `input` declares.
template <typename Input>
Matrix3T<E> trace_quaternion(Graph& graph, const Input& input) {
  const E w = graph.input(input(0)), x = graph.input(input(1));
  const E y = graph.input(input(2)), z = graph.input(input(3));
  const E one(1), two(2);
  Matrix3T<E> R;
  R << one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y),  //
      two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x),   //
      two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y);
  return R;
}

Matrix3T<E> trace_ball(int joint, TracedMotion& m) {
  return trace_quaternion(m.graph, [&](int i) { return joint_quaternion_input(m.robot.mechanism, joint, i); });
}

// A rod that spins idly: its first ball joint is a universal joint of the nodes `node` and the next, which carry it.
struct IdleRod {
  std::size_t node = 0;
  Matrix3T<E> given;  // rotation of the next node against the parent of `node`, with whatever spin the inputs have
};

// Where the other ball joint of a rod is, seen from the node that carries the rod.
struct RodEnd {
  Vector3T<E> line;        // from the first ball joint to it, times any length
  Vector3 home;            // the same at home
  int node = -1;           // of the other ball joint, where the tree passes it, too
  Matrix3T<E> ball_frame;  // and its axes on the rod
};

// A node against one before it in the tree.
NodeMotion<E> move_along_rod(const SpanningTree& tree, std::size_t carrier, int last, const TreeStateT<E>& state) {
  std::vector<std::size_t> path;
  for (auto i = static_cast<std::size_t>(last); i != carrier && i > 0;
       i = static_cast<std::size_t>(tree.nodes[i].parent))
    path.push_back(i);
  NodeMotion<E> at;
  for (auto i = path.rbegin(); i != path.rend(); ++i) {
    NodeMotion<E> next;
    move_position(tree.nodes[*i], state.x[*i], at, next);
    at = next;
  }
  return at;
}

// A point of a node, in the axes of one before it, at home.
Vector3 point_at_home(std::size_t carrier, int last, const Vector3& point, const TreeState& home) {
  const NodeMotion<double>&from = home.n[carrier], &to = home.n[last];
  return from.R.transpose() * (to.R * point + to.p - from.p);
}

RodEnd end_of_rod(const IdleRod& rod, const TreeState& home, const TracedMotion& m) {
  const SpanningTree& tree = m.robot.tree;
  const int first = tree.nodes[rod.node].joint;
  const IdleSpin& spin = *std::ranges::find_if(
      m.robot.idle_spins, [&](const IdleSpin& each) { return each.joint_a == first || each.joint_b == first; });
  const int other = spin.joint_a == first ? spin.joint_b : spin.joint_a;
  const Joint& joint = m.robot.mechanism.joints[other];
  const bool by_a = std::ranges::find(spin.bodies, joint.body_a) != spin.bodies.end();
  const BodyNode& body = tree.bodies[by_a ? joint.body_a : joint.body_b];
  const Vector3 ball = body.in_node * (by_a ? joint.in_a : joint.in_b).p;
  const NodeMotion<E> along = move_along_rod(tree, rod.node + 1, body.node, m.tree);
  RodEnd end;
  end.line = node_point(along, ball);
  end.home = point_at_home(rod.node + 1, body.node, ball, home).normalized();
  if (!spin.axis.empty()) {
    // Fixed in the rod: a constant direction.
    for (double& part : end.home)
      if (std::abs(part) < round_off_of_direction) part = 0;
    end.line = end.home.cast<E>();
  }
  end.node = tree.joint_node[other];
  if (end.node >= 0) end.ball_frame = along.R * tree.nodes[end.node].placement.R.cast<E>();
  return end;
}

Matrix3T<E> about_z(const NodeCoordinate<E>& x) {
  Matrix3T<E> R;
  R << x.c, -x.s, E(0), x.s, x.c, E(0), E(0), E(0), E(1);
  return R;
}

// The angles of the universal joint, with nodes at P1 and P2, that put the rod's line where the inputs do:
// P1 Rz(q1) P2 Rz(q2) l = X l. Its axes are at right angles, so that a = P2 e_z and b = P2^T e_z have no z, and with
// g = a x e_z and d = P1^T X l
//   P2 Rz(q2) l = d_z e_z + t g + l_z a,   t^2 = d_x^2 + d_y^2 - l_z^2,
// where t has the sign of home; Rz(q1) turns t g + l_z a into the part of d across e_z.
void place_rod(const IdleRod& rod, const RodEnd& end, const TreeState& home, TracedMotion& m) {
  const TreeNode &first = m.robot.tree.nodes[rod.node], &second = m.robot.tree.nodes[rod.node + 1];
  NodeCoordinate<E>&q1 = m.tree.x[rod.node], &q2 = m.tree.x[rod.node + 1];
  const Vector3 a = second.placement.R.col(2), b = second.placement.R.row(2).transpose();
  const Vector3T<E>& l = end.line;
  const Vector3T<E> d = first.placement.R.transpose().cast<E>() * (rod.given * l);
  const E across = d[0] * d[0] + d[1] * d[1], square = l[0] * l[0] + l[1] * l[1], rest = across - l[2] * l[2];
  m.guard.require_positive(rest - E(least_sine * least_sine) * square, Status::singular);

  const NodeCoordinate<double>& at_home = home.x[rod.node + 1];
  const Vector3 turned(at_home.c * end.home[0] - at_home.s * end.home[1],
                       at_home.s * end.home[0] + at_home.c * end.home[1], end.home[2]);
  const E t = E(b[0] * turned[1] - b[1] * turned[0] < 0 ? -1 : 1) * sqrt(rest);
  const E along = l[2] / across, beside = t / across;
  const E u0 = E(a[0]) * along + E(a[1]) * beside, u1 = E(a[1]) * along - E(a[0]) * beside;
  q1.c = u0 * d[0] + u1 * d[1];
  q1.s = u0 * d[1] - u1 * d[0];
  const E m0 = E(b[0]) * d[2] - E(b[1]) * t, m1 = E(b[1]) * d[2] + E(b[0]) * t;
  q2.c = (l[0] * m0 + l[1] * m1) / square;
  q2.s = (l[0] * m1 - l[1] * m0) / square;
  if (end.node < 0) return;

  // What hangs on the other ball joint stays where it is: that joint turns back by the spin that was taken out.
  const Matrix3T<E> placed = first.placement.R.cast<E>() * about_z(q1) * second.placement.R.cast<E>() * about_z(q2);
  Matrix3T<E>& ball = m.tree.x[end.node].R;
  ball = (end.ball_frame.transpose() * (placed.transpose() * (rod.given * (end.ball_frame * ball)))).eval();
}

// The rotation that the inputs of a ball joint give between the nodes of its bodies, from the parent of its first node.
IdleRod trace_idle_rod(std::size_t node, TracedMotion& m) {
  const TreeNode& first = m.robot.tree.nodes[node];
  const Joint& joint = m.robot.mechanism.joints[first.joint];
  const Matrix3 A = m.robot.tree.bodies[joint.body_a].in_node.R * joint.in_a.R;
  const Matrix3 B = m.robot.tree.bodies[joint.body_b].in_node.R * joint.in_b.R;
  const Matrix3T<E> R = trace_ball(first.joint, m);
  const Matrix3T<E> X = A.cast<E>() * R * B.transpose().cast<E>();
  return {node, first.reversed ? Matrix3T<E>(X.transpose()) : X};
}

}  // namespace

void trace_joints(TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  const SpanningTree& tree = m.robot.tree;
  std::vector<IdleRod> rods;
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    NodeCoordinate<E>& x = m.tree.x[i];
    if (node.kind == NodeKind::free) {
      for (int c = 0; c < 3; ++c) x.p[c] = m.graph.input(platform_input(c));
      x.R = trace_quaternion(m.graph, platform_quaternion_input);
      continue;
    }
    const Joint& joint = m.robot.mechanism.joints[node.joint];
    if (node.kind == NodeKind::spherical) {
      const Matrix3T<E> R = trace_ball(node.joint, m);
      x.R = node.reversed ? Matrix3T<E>(R.transpose()) : R;
      continue;
    }
    if (joint_kind(joint.type).is_ball) {
      rods.push_back(trace_idle_rod(i++, m));
      continue;
    }
    const E q = m.graph.input(joint_input(m.robot.mechanism, node.joint, node.freedom));
    if (node.kind == NodeKind::prismatic) {
      x.slide = q;
      continue;
    }
    x.c = cos(q);
    x.s = sin(q);
    x.slide = E(node.pitch) * q;
  }
  if (!rods.empty()) {
    TreeState home(tree);
    set_coordinates(tree, m.robot.home, home);
    update_positions(tree, home);
    for (const IdleRod& rod : rods) place_rod(rod, end_of_rod(rod, home, m), home, m);
  }
  update_positions(tree, m.tree);
}

}  // namespace jourdain
