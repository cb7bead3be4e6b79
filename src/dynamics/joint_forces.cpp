#include "dynamics/joint_forces.hpp"

#include "dynamics/wrenches.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {
namespace {

// The coordinate of a node as the spring sees it; angles in double count whole turns.
template <typename T>
T node_position(const TreeNode& node, const NodeCoordinate<T>& x, [[maybe_unused]] double near) {
  using std::atan2;
  if (node.kind == NodeKind::prismatic) return x.slide;
  if (node.kind == NodeKind::helical) return x.slide / T(node.pitch);
  const T angle = atan2(x.s, x.c);
  if constexpr (is_traced<T>) {
    return angle;
  } else {
    return nearest_turn(angle, near);
  }
}

// Frames and relative motion of a joint outside the tree.
template <typename T>
struct CutMotion {
  Matrix3T<T> A, B;
  Vector3T<T> p, d;  // joint point on B; from that on A
  Vector3T<T> w, v;  // relative angular velocity, and velocity of the point p

  CutMotion(const Cut& cut, const TreeStateT<T>& tree) {
    const NodeMotion<T>& a = tree.n[cut.node_a];
    const NodeMotion<T>& b = tree.n[cut.node_b];
    A = a.R * cut.in_a.R.template cast<T>();
    B = b.R * cut.in_b.R.template cast<T>();
    p = node_point(b, cut.in_b.p);
    d = p - node_point(a, cut.in_a.p);
    w = b.w - a.w;
    v = point_velocity(b, p) - point_velocity(a, p);
  }
};

// One freedom of a cut joint: its axis in base axes, and its coordinate.
template <typename T>
struct CutFreedom {
  bool slides = false;
  Vector3T<T> axis;
  T position = T(0);
};

template <typename T>
CutFreedom<T> cut_freedom(JointType type, int i, double pitch, double home, const CutMotion<T>& m) {
  const JointKind& kind = joint_kind(type);
  const Freedom& freedom = kind.freedom[i];
  CutFreedom<T> f;
  f.slides = freedom.slides();
  f.axis = freedom.direction(m.A, m.B);
  const Vector3T<T> x = m.B.col(0);
  if (f.slides) {
    f.position = f.axis.dot(m.d);
  } else if (kind.is_screw) {
    f.position = f.axis.dot(m.d) / T(pitch);
  } else if (freedom.on_b) {
    f.position = angle_near<T>(home, m.A.col(2).dot(m.B.col(1)), m.A.col(2).dot(m.B.col(2)));
  } else {
    f.position = angle_near<T>(home, m.A.col(1).dot(x), m.A.col(0).dot(x));
  }
  return f;
}

// A pair of opposite forces along (or moments about) each freedom of a joint outside the tree.
template <typename T>
void add_cut_forces(const RobotData& robot, const JointForces<T>& joint, const DeadBands<T>& bands, bool friction,
                    bool springs, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  bool has_friction = false;
  for (int i = 0; i < joint.axes; ++i) has_friction = has_friction || (friction && joint.axis[i].has_friction);
  const PartScope<T> part(has_friction ? Part::friction : Part::leg_dynamics);
  const Cut& cut = robot.tree.cuts[joint.cut];
  const CutMotion<T> motion(cut, tree);
  Vector3T<T> force = Vector3T<T>::Zero(), moment = Vector3T<T>::Zero();
  for (int i = 0; i < joint.axes; ++i) {
    const AxisForces<T>& axis = joint.axis[i];
    if (!(friction && axis.has_friction) && !(springs && axis.has_spring)) continue;
    const CutFreedom<T> f = cut_freedom(joint.type, i, cut.pitch, robot.home_joints[joint.joint][i], motion);
    const T rate = f.axis.dot(f.slides ? motion.v : motion.w);
    const T resistance = axis_resistance(axis, friction, springs, rate, f.position, bands.of(f.slides));
    (f.slides ? force : moment) += resistance * f.axis;
  }
  add_wrench<T>(tree, memory, cut.node_b, motion.p, force, moment);
  add_wrench<T>(tree, memory, cut.node_a, motion.p, -force, -moment);
}

}  // namespace

template <typename T>
void add_joint_forces(const RobotData& robot, const TreeParameters<T>& parameters, const DeadBands<T>& bands,
                      bool friction, bool springs, const TreeStateT<T>& tree, SolverMemory<T>& memory) {
  const auto& nodes = robot.tree.nodes;
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint_kind(joint.type).is_ball) {
      if (!friction || !joint.axis[0].has_friction) continue;
      const PartScope<T> part(Part::friction);
      const Vector3T<T> w = tree.n[joint.node_b].w - tree.n[joint.node_a].w;
      const Vector3T<T> moment = ball_resistance(joint.axis[0], w, bands.turn) * w;
      memory.moment[joint.node_b] += moment;
      memory.moment[joint.node_a] -= moment;
    } else if (joint.node < 0) {
      add_cut_forces(robot, joint, bands, friction, springs, tree, memory);
    } else {
      for (std::size_t i = joint.node; i < nodes.size() && nodes[i].joint == joint.joint; ++i) {
        const AxisForces<T>& axis = joint.axis[nodes[i].freedom];
        T position = T(0);
        if (springs && axis.has_spring) position = node_position(nodes[i], tree.x[i], tree.q[nodes[i].q]);
        const DeadBand<T>& band = bands.of(is_length(nodes[i], 0));
        memory.t[nodes[i].v] += axis_resistance(axis, friction, springs, tree.v[nodes[i].v], position, band);
      }
    }
  }
}

template void add_joint_forces(const RobotData&, const TreeParameters<Scalar>&, const DeadBands<Scalar>&, bool, bool,
                               const TreeStateT<Scalar>&, SolverMemory<Scalar>&);

}  // namespace jourdain
