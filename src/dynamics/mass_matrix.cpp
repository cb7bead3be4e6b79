#include "jourdain/dynamics/mass_matrix.hpp"

#include "dynamics/tree_inertia.hpp"

namespace jourdain {
namespace {

Drive drive_of(Coordinates coordinates) {
  return coordinates == Coordinates::actuators ? Drive::motors : Drive::output;
}

// Checks the arguments and factors the dense system.
Status prepare(const Robot& robot, Workspace& workspace, Drive drive, Eigen::Index rows, Eigen::Index columns) {
  const RobotData& data = robot.data();
  KinematicState& state = workspace.state();
  state.report = {};
  const int n = drive_count(data, drive);
  if (&workspace.robot().data() != &data || n == 0 || rows != n || columns != n) {
    return state.report.status = Status::inconsistent;
  }
  return state.report.status = factor_drive(data, drive, state) ? Status::ok : Status::singular;
}

// Kinetic energy of one rigid body on a node.
double body_energy(const Inertial& inertial, const Placement& in_node, const NodeMotion<double>& n) {
  const Matrix3 R = n.R * in_node.R;
  const Vector3 v = point_velocity(n, n.p + n.R * in_node.p + R * inertial.com);
  const Vector3 w = R.transpose() * n.w;
  return 0.5 * inertial.mass * v.squaredNorm() + 0.5 * w.dot(inertial.inertia * w);
}

double tree_energy(const RobotData& data, bool payload, const TreeState& motion) {
  const Mechanism& mechanism = data.mechanism;
  double energy = 0;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const BodyNode& at = data.tree.bodies[i];
    energy += body_energy(mechanism.bodies[i].inertial, at.in_node, motion.n[at.node]);
  }
  if (payload && mechanism.output) {
    energy += body_energy(mechanism.output->payload, data.output_in_node * mechanism.output->tool,
                          motion.n[data.output_node]);
  }
  for (std::size_t k = 0; k < data.actuators.size(); ++k) {
    const Actuator& actuator = *mechanism.joints[data.actuators[k]].actuator;
    const double speed = actuator.gear * motion.v[data.tree.nodes[data.actuator_nodes[k]].v];
    energy += 0.5 * actuator.rotor_inertia * speed * speed;
  }
  return energy;
}

// Wrenches of a body for the accelerations of `motion`, if any, in a field of gravity.
void add_dynamic_wrench(const Inertial& inertial, const Placement& in_node, int node, const Vector3& gravity,
                        const TreeState* motion, KinematicState& state) {
  const NodeMotion<double>& n = motion ? motion->n[node] : state.tree.n[node];
  const Matrix3 R = n.R * in_node.R;
  const Vector3 c = n.p + n.R * in_node.p + R * inertial.com;
  Vector3 force = -inertial.mass * gravity, moment = Vector3::Zero();
  if (motion) {
    const Vector3 w = R.transpose() * n.w, dw = R.transpose() * n.dw;
    force += inertial.mass * point_acceleration(n, c);
    moment = R * (inertial.inertia * dw + cross<double>(w, inertial.inertia * w));
  }
  add_wrench(state, node, c, force, moment);
}

// Forces on u of inertia (with a motion) or of gravity (without one).
void drive_forces(const RobotData& data, Drive drive, bool payload, const TreeState* motion, KinematicState& state,
                  VectorX& Q) {
  const Mechanism& mechanism = data.mechanism;
  const Vector3 gravity = motion ? Vector3(Vector3::Zero()) : mechanism.gravity;
  for (Vector3& f : state.force) f.setZero();
  for (Vector3& m : state.moment) m.setZero();
  state.t.setZero();
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const BodyNode& at = data.tree.bodies[i];
    add_dynamic_wrench(mechanism.bodies[i].inertial, at.in_node, at.node, gravity, motion, state);
  }
  if (payload && mechanism.output) {
    add_dynamic_wrench(mechanism.output->payload, data.output_in_node * mechanism.output->tool, data.output_node,
                       gravity, motion, state);
  }
  for (std::size_t k = 0; motion && k < data.actuators.size(); ++k) {
    const Actuator& actuator = *mechanism.joints[data.actuators[k]].actuator;
    const int v = data.tree.nodes[data.actuator_nodes[k]].v;
    state.t[v] += actuator.gear * actuator.gear * actuator.rotor_inertia * motion->a[v];
  }
  project_wrenches(data, state);
  project_on_drive(data, drive, state, Q.data());
}

}  // namespace

Status mass_matrix(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, M.rows(), M.cols());
  if (status == Status::ok) drive_mass_matrix(robot, drive, payload, workspace.state(), M);
  return status;
}

Status mass_matrix_from_energy(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates,
                               bool payload) {
  const RobotData& data = robot.data();
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, M.rows(), M.cols());
  if (status != Status::ok) return status;
  KinematicState& state = workspace.state();
  state.trial = state.tree;
  const int n = drive_count(data, drive);
  double u[max_drives] = {};
  const auto energy = [&] {
    solve_rates(data, drive, u, state, state.trial);
    return tree_energy(data, payload, state.trial);
  };
  // T(e_i) first, kept on the diagonal as M_ii = 2 T(e_i); then the pairs.
  for (int i = 0; i < n; ++i) {
    u[i] = 1;
    M(i, i) = 2 * energy();
    u[i] = 0;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      u[i] = u[j] = 1;
      M(i, j) = M(j, i) = energy() - 0.5 * (M(i, i) + M(j, j));
      u[i] = u[j] = 0;
    }
  }
  return status;
}

Status coriolis_forces(const Robot& robot, Workspace& workspace, VectorX& c, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, c.size(), c.size());
  if (status != Status::ok) return status;
  KinematicState& state = workspace.state();
  coast(robot.data(), drive, state);
  drive_forces(robot.data(), drive, payload, &state.trial, state, c);
  return status;
}

Status gravity_forces(const Robot& robot, Workspace& workspace, VectorX& g, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, g.size(), g.size());
  if (status == Status::ok) drive_forces(robot.data(), drive, payload, nullptr, workspace.state(), g);
  return status;
}

}  // namespace jourdain
