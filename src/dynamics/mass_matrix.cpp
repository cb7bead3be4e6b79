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

// Kinetic energy of the tree's nodes and rotors.
double tree_energy(const RobotData& data, bool payload, const TreeState& motion) {
  double energy = 0;
  for (int i = 1; i < static_cast<int>(data.tree.nodes.size()); ++i) {
    const FrameInertia<double>& inertia = node_inertia(data, data.parameters, payload, i);
    const NodeMotion<double>& n = motion.n[i];
    const Vector3 v = n.R.transpose() * n.v, w = n.R.transpose() * n.w;
    energy += 0.5 * inertia.m * v.squaredNorm() + v.dot(cross<double>(w, inertia.s)) + 0.5 * w.dot(inertia.I * w);
  }
  for (std::size_t k = 0; k < data.actuators.size(); ++k) {
    const double speed = motion.v[data.tree.nodes[data.actuator_nodes[k]].v];
    energy += 0.5 * data.parameters.rotors[k] * speed * speed;
  }
  return energy;
}

// Forces on u of inertia or of gravity alone, for the motion of `tree`.
void drive_forces(const RobotData& data, Drive drive, const Applied<double>& applied, const TreeState& tree,
                  KinematicState& state, VectorX& Q) {
  collect_wrenches(data, data.parameters, applied, tree, state);
  project_wrenches(data, tree, state);
  project_on_drive(data, drive, state, Q.data());
}

}  // namespace

Status mass_matrix(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, M.rows(), M.cols());
  if (status == Status::ok) drive_mass_matrix(robot.data(), drive, payload, workspace.state(), M);
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
  drive_forces(robot.data(), drive,
               {.gravity = false, .friction = false, .springs = false, .payload = payload, .loads = {}}, state.trial,
               state, c);
  return status;
}

Status gravity_forces(const Robot& robot, Workspace& workspace, VectorX& g, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, g.size(), g.size());
  if (status != Status::ok) return status;
  KinematicState& state = workspace.state();
  drive_forces(robot.data(), drive,
               {.inertia = false, .friction = false, .springs = false, .payload = payload, .loads = {}}, state.tree,
               state, g);
  return status;
}

}  // namespace jourdain
