#include "dynamics/tree_inertia.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/tracker.hpp"

namespace jourdain {
namespace {

bool slides(const RobotData& robot, int actuator) {
  return robot.tree.nodes[robot.actuator_nodes[actuator]].kind == NodeKind::prismatic;
}

// Unit in which the dense system counts the k-th velocity of the drive.
double drive_unit(const RobotData& robot, Drive drive, int k) {
  const bool is_length = drive == Drive::motors ? slides(robot, robot.driving[k]) : robot.moves[k] < 3;
  return is_length ? robot.size : 1.0;
}

// Linear and angular momentum of a body at its centre of mass, as a wrench on its node.
void add_momentum(const Inertial& inertial, const Placement& in_node, int node, const TreeState& motion,
                  KinematicState& state) {
  if (!(inertial.mass > 0)) return;
  const NodeMotion<double>& n = motion.n[node];
  const Matrix3 R = n.R * in_node.R;
  const Vector3 c = n.p + n.R * in_node.p + R * inertial.com;
  const Vector3 w = R.transpose() * n.w;
  const Vector3 angular = R * (inertial.inertia * w);
  add_wrench(state, node, c, inertial.mass * point_velocity(n, c), angular);
}

// state.t = M_tree v for the velocities of `motion`.
void tree_momentum(const Robot& robot, bool payload, const TreeState& motion, KinematicState& state) {
  const RobotData& data = robot.data();
  const Mechanism& mechanism = data.mechanism;
  for (Vector3& f : state.force) f.setZero();
  for (Vector3& m : state.moment) m.setZero();
  state.t.setZero();
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    add_momentum(mechanism.bodies[i].inertial, data.tree.bodies[i].in_node, data.tree.bodies[i].node, motion, state);
  }
  if (payload && mechanism.output) {
    add_momentum(mechanism.output->payload, data.output_in_node * mechanism.output->tool, data.output_node, motion,
                 state);
  }
  for (std::size_t k = 0; k < data.actuators.size(); ++k) {
    const Actuator& actuator = *mechanism.joints[data.actuators[k]].actuator;
    const int v = data.tree.nodes[data.actuator_nodes[k]].v;
    state.t[v] += actuator.gear * actuator.gear * actuator.rotor_inertia * motion.v[v];
  }
  project_wrenches(data, state);
}

}  // namespace

int drive_count(const RobotData& robot, Drive drive) {
  return static_cast<int>(drive == Drive::motors ? robot.driving.size() : robot.moves.size());
}

bool factor_drive(const RobotData& robot, Drive drive, KinematicState& state) {
  state.report.conditioning = factor_system(robot, drive, false, state.tree, state);
  return state.report.conditioning > TrackerLimits::smallest_rate_conditioning;
}

void project_on_drive(const RobotData& robot, Drive drive, KinematicState& state, double* forces) {
  // Velocities are v = S A^-1 (0, u / unit), so forces on u are those of A^-T S t, divided by the unit.
  state.rhs = state.t;
  scale_columns(robot.tree, robot.size, state.rhs);
  state.dense.solve_transposed(state.rhs.data());
  const int first = static_cast<int>(robot.independent_rows.size());
  for (int k = 0; k < drive_count(robot, drive); ++k) forces[k] = state.rhs[first + k] / drive_unit(robot, drive, k);
}

void drive_mass_matrix(const Robot& robot, Drive drive, bool payload, KinematicState& state, Eigen::Ref<MatrixX> M) {
  const RobotData& data = robot.data();
  const int n = drive_count(data, drive);
  state.trial = state.tree;
  double u[max_drives] = {}, column[max_drives] = {};
  for (int k = 0; k < n; ++k) {
    // The momentum of a unit motion, seen from all coordinates.
    u[k] = 1;
    solve_rates(data, drive, u, state, state.trial);
    u[k] = 0;
    tree_momentum(robot, payload, state.trial, state);
    project_on_drive(data, drive, state, column);
    for (int i = 0; i < n; ++i) M(i, k) = column[i];
  }
}

void coast(const RobotData& robot, Drive drive, KinematicState& state) {
  const double zero[max_drives] = {};
  state.trial = state.tree;
  solve_changes(robot, drive, zero, state, state.trial);
}

void share_on_motors(const RobotData& robot, KinematicState& state, const double* driving, VectorX& forces) {
  const int n = static_cast<int>(robot.driving.size()), total = static_cast<int>(robot.actuators.size());
  if (n == total) {
    for (int k = 0; k < n; ++k) forces[robot.driving[k]] = driving[k];
    return;
  }
  // With all motors' rates C dq_driving, C^T Q = Q_driving. With rows weighed by w, the least sum of squares of Q / w
  // is that of Q = w C_w (C_w^T C_w)^-1 Q_driving; moments count over the robot's size.
  MatrixX& C = state.motor_rates;
  double u[max_drives] = {};
  for (int k = 0; k < n; ++k) {
    u[k] = 1;
    solve_rates(robot, Drive::motors, u, state, state.trial);
    u[k] = 0;
    for (int i = 0; i < total; ++i) {
      C(i, k) = state.trial.v[robot.tree.nodes[robot.actuator_nodes[i]].v] * (slides(robot, i) ? 1.0 : robot.size);
    }
  }
  Elimination::Matrix& A = state.pose.matrix();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A(i, j) = C.col(i).dot(C.col(j));
  }
  state.pose.factor();
  for (int k = 0; k < n; ++k) state.pose_step[k] = driving[k];
  state.pose.solve(state.pose_step.data());
  for (int i = 0; i < total; ++i) forces[i] = C.row(i).dot(state.pose_step) * (slides(robot, i) ? 1.0 : robot.size);
}

}  // namespace jourdain
