#include "jourdain/dynamics/mass_matrix.hpp"

#include "dynamics/by_plan.hpp"
#include "dynamics/platform_inertia.hpp"
#include "dynamics/tree_inertia.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>

namespace jourdain {
namespace {

Drive drive_of(Coordinates coordinates) { return coordinates == Coordinates::motors ? Drive::motors : Drive::output; }

// Checks the arguments and factors the dense system.
Status prepare(const Robot& robot, Workspace& workspace, Drive drive, Eigen::Index rows, Eigen::Index columns) {
  const RobotData& data = data_of(robot);
  if (const Status status = body_motions(robot, workspace); status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  const int n = drive_count(data, drive);
  if (n == 0 || rows != n || columns != n) return state.report.status = Status::inconsistent;
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
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    const double speed = motion.v[data.tree.nodes[data.motor_nodes[k]].v];
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

// Limb by limb: that of the platform's coordinates, and J^-T M J^-1 of it for the motors' rates J V.
Status limb_mass_matrix(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates, bool payload) {
  const RobotData& data = data_of(robot);
  if (const Status status = body_motions(robot, workspace); status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  state.report = {};
  const int n = static_cast<int>(data.moves.size());
  if (M.rows() != n || M.cols() != n) return state.report.status = Status::inconsistent;
  state.report.conditioning = state.factor_limbs_at(Configuration::valid, data);
  if (coordinates == Coordinates::motors && state.report.conditioning > 0) {
    state.report.conditioning = std::min(state.report.conditioning, factor_motor_rows(data, state.tree, state));
  }
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) {
    return state.report.status = Status::singular;
  }
  Matrix6 of_platform;
  platform_inertia(data, data.parameters, payload, state.tree, state, of_platform);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) M(i, j) = of_platform(data.moves[i], data.moves[j]);
  }
  if (coordinates == Coordinates::output) return state.report.status = Status::ok;
  // Columns, then rows; symmetric again afterwards.
  double column[6];
  for (int pass = 0; pass < 2; ++pass) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) column[i] = (pass == 0 ? M(i, j) : M(j, i)) * move_unit(data, i);
      state.motors.solve_transposed(column);
      for (int i = 0; i < n; ++i) (pass == 0 ? M(i, j) : M(j, i)) = column[i] / motor_unit(data, i);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) M(i, j) = M(j, i) = 0.5 * (M(i, j) + M(j, i));
  }
  return state.report.status = Status::ok;
}

}  // namespace

Status mass_matrix(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates, bool payload) {
  const RobotData& data = data_of(robot);
  const int n = static_cast<int>(data.driving.size());
  if (KinematicState& held = state_of(workspace);
      coordinates == Coordinates::motors && &data_of(workspace.robot()) == &data && M.rows() == n && M.cols() == n &&
      plan_applies(data, {}, held) && mass_matrix_by_plan(data, payload, held, M)) {
    return Status::ok;
  }
  if (data_of(robot).limb_motors) return limb_mass_matrix(robot, workspace, M, coordinates, payload);
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, M.rows(), M.cols());
  if (status == Status::ok) {
    drive_mass_matrix(data_of(robot), data_of(robot).parameters, drive, payload, state_of(workspace), M);
  }
  return status;
}

Status mass_matrix_from_energy(const Robot& robot, Workspace& workspace, MatrixX& M, Coordinates coordinates,
                               bool payload) {
  const RobotData& data = data_of(robot);
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, M.rows(), M.cols());
  if (status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
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
  KinematicState& state = state_of(workspace);
  coast(data_of(robot), drive, state);
  drive_forces(data_of(robot), drive,
               {.gravity = false, .friction = false, .springs = false, .payload = payload, .loads = {}}, state.trial,
               state, c);
  return status;
}

Status gravity_forces(const Robot& robot, Workspace& workspace, VectorX& g, Coordinates coordinates, bool payload) {
  const Drive drive = drive_of(coordinates);
  const Status status = prepare(robot, workspace, drive, g.size(), g.size());
  if (status != Status::ok) return status;
  KinematicState& state = state_of(workspace);
  drive_forces(data_of(robot), drive,
               {.inertia = false, .friction = false, .springs = false, .payload = payload, .loads = {}}, state.tree,
               state, g);
  return status;
}

}  // namespace jourdain
