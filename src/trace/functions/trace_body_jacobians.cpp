// Inverse dynamics in the form of [Abdellatif05]: each leg a serial chain whose bodies carry their motion and their
// Jacobians by the platform's twist along, in body axes. Dearer than the library's own forms, which bring forces and
// not Jacobians from body to body; here for the count of operations that the paper compares with.
#include "trace/functions/trace_body_jacobians.hpp"

#include "dynamics/wrenches.hpp"
#include "kinematics/limb_rates.hpp"
#include "trace/inputs/traced_motion.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

using E = Expression;
using Jacobian = Eigen::Matrix<E, 3, Eigen::Dynamic>;

// Motion of a body and its Jacobians, in its own axes. The acceleration includes gravity.
struct BodyMotion {
  BodyMotion(int moves, const Vector3T<E>& acceleration) : a(acceleration), J_T(3, moves), J_R(3, moves) {
    J_T.setZero();
    J_R.setZero();
  }

  Vector3T<E> w = Vector3T<E>::Zero(), dw = Vector3T<E>::Zero(), a;
  Jacobian J_T, J_R;
};

// Place of a node in its parent's frame, and the axes that its rates are in: those of the joint frame seen from it.
struct Step {
  Matrix3T<E> R;  // from the node's axes to its parent's
  Vector3T<E> r;
  Matrix3T<E> axes = Matrix3T<E>::Identity();
};

Step step_to(const TreeNode& node, const NodeCoordinate<E>& x) {
  Matrix3T<E> turn = Matrix3T<E>::Identity();
  if (node.kind == NodeKind::revolute || node.kind == NodeKind::helical) {
    turn << x.c, -x.s, E(0), x.s, x.c, E(0), E(0), E(0), E(1);
  } else if (node.kind == NodeKind::spherical) {
    turn = x.R;
  }
  const Matrix3T<E> placed = node.placement.R.cast<E>();
  Step step{placed * turn, node.placement.p.cast<E>(), turn.transpose()};
  if (node.kind == NodeKind::prismatic || node.kind == NodeKind::helical) step.r += placed.col(2) * x.slide;
  return step;
}

// What unit rates of a node's coordinates give to it, in its axes: columns are coordinates.
struct UnitRates {
  UnitRates(const TreeNode& node, const Step& step) {
    const int n = velocities(node.kind);
    turn = slide = Jacobian::Zero(3, n);
    const bool slides = node.kind == NodeKind::prismatic || node.kind == NodeKind::helical;
    if (slides) slide(2, 0) = E(node.kind == NodeKind::helical ? node.pitch : 1.0);
    if (node.kind == NodeKind::spherical) turn = step.axes;
    if (node.kind == NodeKind::revolute || node.kind == NodeKind::helical) turn(2, 0) = E(1);
  }

  Jacobian turn, slide;
};

// [Abdellatif05] (6)-(10) from the parent's motion; (5) is not needed. `rates_by_moves` has a row for each coordinate
// of the node: d(rate)/d(theta').
BodyMotion move_body(const TreeNode& node, const NodeCoordinate<E>& x, const E* rate, const E* change,
                     const Jacobian& rates_by_moves, const BodyMotion& parent) {
  const Step step = step_to(node, x);
  const UnitRates unit(node, step);
  const int n = static_cast<int>(unit.turn.cols()), moves = static_cast<int>(parent.J_T.cols());
  const Matrix3T<E> R = step.R.transpose();
  BodyMotion body(moves, R * (parent.a + cross<E>(parent.dw, step.r) + cross<E>(parent.w, cross<E>(parent.w, step.r))));
  const Vector3T<E> w = R * parent.w;
  body.w = w;
  body.dw = R * parent.dw;
  for (int i = 0; i < n; ++i) {
    const Vector3T<E> turn = unit.turn.col(i), slide = unit.slide.col(i);
    body.w += turn * rate[i];
    body.dw += turn * change[i] + cross<E>(w, turn) * rate[i];
    body.a += slide * change[i] + cross<E>(w, slide) * (E(2) * rate[i]);
  }
  for (int k = 0; k < moves; ++k) {
    const Vector3T<E> turn = parent.J_R.col(k);
    body.J_T.col(k) = R * (parent.J_T.col(k) + cross<E>(turn, step.r));
    body.J_R.col(k) = R * turn;
    for (int i = 0; i < n; ++i) {
      body.J_T.col(k) += unit.slide.col(i) * rates_by_moves(i, k);
      body.J_R.col(k) += unit.turn.col(i) * rates_by_moves(i, k);
    }
  }
  return body;
}

// Force and moment of (14), in body axes, at the body's origin.
void body_wrench(const FrameInertia<E>& inertia, const BodyMotion& n, Vector3T<E>& force, Vector3T<E>& moment) {
  force += inertia.m * n.a + cross<E>(n.dw, inertia.s) + cross<E>(n.w, cross<E>(n.w, inertia.s));
  moment += inertia.I * n.dw + cross<E>(n.w, inertia.I * n.w) + cross<E>(inertia.s, n.a);
}

// The platform's motion in its axes, and its Jacobians by its own twist in base axes.
BodyMotion platform_motion(const RobotData& robot, const NodeMotion<E>& n, const Vector3T<E>& gravity) {
  const Matrix3T<E> R = n.R.transpose();
  BodyMotion body(static_cast<int>(robot.moves.size()), R * (n.a - gravity));
  body.w = R * n.w;
  body.dw = R * n.dw;
  for (std::size_t k = 0; k < robot.moves.size(); ++k) {
    const int move = robot.moves[k];
    (move < 3 ? body.J_T : body.J_R).col(static_cast<int>(k)) = R.col(move % 3);
  }
  return body;
}

// tau of (14). What acts outside the tree's joints is in memory as wrenches, in base axes.
VectorXT<E> generalised_forces(const TreeParameters<E>& parameters, bool payload, TracedMotion& m) {
  const RobotData& robot = m.robot;
  const int n = static_cast<int>(robot.moves.size());
  VectorXT<E> tau = VectorXT<E>::Zero(n);
  std::vector<BodyMotion> bodies(robot.tree.nodes.size(), BodyMotion(n, -parameters.gravity));
  for (int i = 1; i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    const bool is_platform = i == robot.tree.platform_node;
    PartScope<E> part(is_platform ? Part::platform : Part::leg_kinematics);
    if (is_platform) {
      bodies[i] = platform_motion(robot, m.tree.n[i], parameters.gravity);
    } else {
      const int freedoms = velocities(node.kind);
      Jacobian by_moves = Jacobian::Zero(3, n);
      for (int k = 0; k < n; ++k) {
        for (int c = 0; c < freedoms; ++c) by_moves(c, k) = m.memory.by_platform(node.v + c, robot.moves[k]);
      }
      bodies[i] = move_body(node, m.tree.x[i], &m.tree.v[node.v], &m.tree.a[node.v], by_moves, bodies[node.parent]);
    }
    part.enter(body_part(robot, i));
    Vector3T<E> force = m.tree.n[i].R.transpose() * m.memory.force[i];
    Vector3T<E> moment = m.tree.n[i].R.transpose() * m.memory.moment[i];
    body_wrench(node_inertia(robot, parameters, payload, i), bodies[i], force, moment);
    tau += bodies[i].J_T.transpose() * force + bodies[i].J_R.transpose() * moment;
  }
  return tau;
}

// (13): forces t on the joints of the tree, those of the motors left out, which need no projection.
void project_joint_forces(TracedMotion& m, VectorXT<E>& tau) {
  std::vector<bool> drives(m.robot.tree.nv, false);
  for (int k : m.robot.driving) drives[motor_coordinate(m.robot, static_cast<std::size_t>(k))] = true;
  for (const Limb& limb : m.robot.tree.limbs) {
    for (int v = limb.v; v < limb.v + limb.nv; ++v) {
      for (int k = 0; k < tau.size() && !drives[v]; ++k) {
        tau[k] += m.memory.by_platform(v, m.robot.moves[k]) * m.memory.t[v];
      }
    }
  }
}

}  // namespace

Program trace_by_body_jacobians(const Robot& robot, const PivotOrders& orders, const TraceOptions& options,
                                Graph& graph, const TreeParameters<Expression>& parameters) {
  const RobotData& data = data_of(robot);
  if (!data.limb_motors) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' has no form in body Jacobians: it is no platform whose legs carry all motors",
                            data.mechanism.name));
  }
  TracedMotion m(robot, orders, graph);
  trace_motion(options.pose, m);
  limb_rates_by_platform(data, m.tree, m.memory);
  // Joints, springs and rotors alone.
  TreeParameters<E> joints = parameters;
  for (FrameInertia<E>& node : joints.nodes) node.any = false;
  joints.loaded_output.any = false;
  const Applied<Expression> applied = applied_by(options);
  collect_wrenches(data, joints, applied, m.tree, m.memory);
  VectorXT<E> tau = generalised_forces(parameters, options.payload, m);
  PartScope<E> part(options.friction ? Part::friction : Part::leg_dynamics);
  project_joint_forces(m, tau);
  // (12): tau = J^-T Q_a by elimination.
  part.enter(Part::solve);
  const int n = static_cast<int>(data.moves.size());
  for (int j = 0; j < n; ++j) {
    const int v = motor_coordinate(data, data.driving[j]);
    for (int i = 0; i < n; ++i) m.memory.motors.matrix()(i, j) = m.memory.by_platform(v, data.moves[i]);
  }
  m.memory.motors.factor();
  m.memory.motors.solve(tau.data());
  std::vector<E> forces(data.motor_joints.size());
  part.enter(options.friction ? Part::friction : Part::leg_dynamics);
  for (int j = 0; j < n; ++j) {
    const int k = data.driving[j];
    forces[k] = tau[j] + m.memory.t[motor_coordinate(data, k)];
  }
  return make_program(graph, forces);
}

}  // namespace jourdain
