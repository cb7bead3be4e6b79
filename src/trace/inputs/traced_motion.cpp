#include "trace/inputs/traced_motion.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"
#include "trace/functions/trace_joints.hpp"
#include "trace/inputs/program_inputs.hpp"

#include <algorithm>

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

// Positions of all limbs from the platform's.
void place_limbs(const PlacementT<E>& pose, TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  const int platform = m.robot.tree.platform_node;
  m.tree.x[platform].R = m.tree.n[platform].R = pose.R;
  m.tree.x[platform].p = m.tree.n[platform].p = pose.p;
  for (std::size_t k = 0; k < m.robot.tree.limbs.size(); ++k) {
    solve_limb(m.robot.tree, m.robot.kernels[k], m.robot.kernels[k].sign, pose, m.robot.size, m.tree, m.guard);
  }
}

}  // namespace

TracedMotion::TracedMotion(const Robot& of, const PivotOrders& chosen, Graph& into)
    : robot(data_of(of)), graph(into), guard(into), orders(chosen), tree(robot.tree), memory(robot) {
  for (std::size_t k = 0; k < memory.limb.size(); ++k) memory.limb[k].follow(orders.limbs[k]);
  memory.motors.follow(orders.motors);
}

bool takes_rotation(const Robot& robot) {
  const RobotData& data = data_of(robot);
  const bool takes_pose = data.closed_inverse || data.plan;
  return takes_pose && std::ranges::count_if(data.moves, [](int move) { return move >= 3; }) == 3;
}

PlacementT<E> trace_pose(const RobotData& robot, PoseInput pose, Graph& graph) {
  const PartScope<E> part(Part::platform);
  PlacementT<E> result;
  E c[6];
  for (int i = 0; i < 6; ++i) c[i] = E(robot.constant_pose[i]);
  int rotations = 0;
  for (int move : robot.moves) rotations += move >= 3;
  const bool as_matrix = pose == PoseInput::rotation && rotations == 3;
  for (int move : robot.moves) {
    if (move < 3 || !as_matrix) c[move] = graph.input(position_input(move));
  }
  result.p = Vector3T<E>(c[0], c[1], c[2]);
  if (rotations == 0) {
    result.R = robot.home_pose.R.cast<E>();
  } else if (!as_matrix) {
    result.R = rotation_of(c + 3);
  } else {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) result.R(i, j) = graph.input(rotation_input(i, j));
    }
  }
  return result;
}

PlatformStateT<Expression> trace_platform_velocity(const RobotData& robot, PoseInput pose, Graph& graph) {
  PlatformStateT<E> motion;
  motion.pose = trace_pose(robot, pose, graph);
  for (int c : robot.moves) (c < 3 ? motion.twist.v[c] : motion.twist.w[c - 3]) = graph.input(twist_input(c));
  return motion;
}

PlatformStateT<Expression> trace_platform_motion(const RobotData& robot, PoseInput pose, Graph& graph) {
  PlatformStateT<E> motion = trace_platform_velocity(robot, pose, graph);
  for (int c : robot.moves) {
    (c < 3 ? motion.acceleration.a[c] : motion.acceleration.dw[c - 3]) = graph.input(acceleration_input(c));
  }
  return motion;
}

void trace_positions(PoseInput pose, TracedMotion& m) {
  if (m.robot.closed_inverse) {
    place_limbs(trace_pose(m.robot, pose, m.graph), m);
  } else if (m.robot.two_arms) {
    const Vector3T<E> point = trace_pose(m.robot, pose, m.graph).p;
    const PartScope<E> part(Part::leg_kinematics);
    solve_two_arms(m.robot.tree, *m.robot.two_arms, home_modes(*m.robot.two_arms), point, m.robot.size, m.tree,
                   m.guard);
  } else {
    trace_joints(m);
  }
}

namespace {

// The rates or accelerations of the independent velocities.
std::vector<E> trace_velocities(ProgramInput of_output(int), ProgramInput of_motor(const RobotData&, int),
                                TracedMotion& m) {
  std::vector<E> u;
  for (int c : m.robot.moves) u.push_back(m.graph.input(of_output(c)));
  if (!u.empty()) return u;
  for (int k : m.robot.driving) u.push_back(m.graph.input(of_motor(m.robot, k)));
  return u;
}

void put_platform(const RobotData& robot, const std::vector<E>& u, VectorXT<E>& into) {
  const int v = robot.tree.nodes[robot.tree.platform_node].v;
  for (std::size_t i = 0; i < robot.moves.size(); ++i) into[v + robot.moves[i]] = u[i];
}

}  // namespace

Drive traced_drive(const RobotData& robot) { return robot.moves.empty() ? Drive::motors : Drive::output; }

void trace_factors(TracedMotion& m) {
  if (m.robot.block_rates) {
    factor_limbs(m.robot, m.tree, m.memory);
  } else {
    factor_dense(traced_drive(m.robot), m);
  }
}

void factor_dense(Drive drive, TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  m.memory.dense.follow(drive == Drive::output ? m.orders.dense_output : m.orders.dense_motors);
  factor_system(m.robot, drive, m.tree, m.memory);
}

void trace_rates(TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  trace_factors(m);
  const std::vector<E> u = trace_velocities(twist_input, motor_rate_input, m);
  if (m.robot.block_rates) {
    put_platform(m.robot, u, m.tree.v);
    solve_limb_rates(m.robot, m.memory, m.tree);
  } else {
    solve_rates(m.robot, traced_drive(m.robot), u.data(), m.memory, m.tree);
  }
}

void set_accelerations(const std::vector<E>& du, TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  if (m.robot.block_rates) {
    put_platform(m.robot, du, m.tree.a);
    solve_limb_accelerations(m.robot, m.memory, m.tree);
  } else {
    solve_accelerations(m.robot, traced_drive(m.robot), du.data(), m.memory, m.tree);
  }
}

void trace_motion(PoseInput pose, TracedMotion& m) {
  trace_positions(pose, m);
  trace_rates(m);
  set_accelerations(trace_velocities(acceleration_input, motor_acceleration_input, m), m);
}

}  // namespace jourdain
