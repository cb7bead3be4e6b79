#include "dynamics/tree_inertia.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/tracker.hpp"

namespace jourdain {
namespace {

// Linear and angular momentum of a node, as a wrench at its origin.
void add_momentum(const FrameInertia<double>& inertia, const NodeMotion<double>& n, Vector3& force, Vector3& moment) {
  const Vector3 v = n.R.transpose() * n.v, w = n.R.transpose() * n.w;
  force += n.R * (inertia.m * v + cross<double>(w, inertia.s));
  moment += n.R * (inertia.I * w + cross<double>(inertia.s, v));
}

// state.t = M_tree v for the velocities of `motion`.
void tree_momentum(const RobotData& robot, bool payload, const TreeState& motion, KinematicState& state) {
  clear_wrenches(state);
  for (int i = 1; i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const FrameInertia<double>& inertia = node_inertia(robot, robot.parameters, payload, i);
    if (inertia.any) add_momentum(inertia, motion.n[i], state.force[i], state.moment[i]);
  }
  for (std::size_t k = 0; k < robot.actuators.size(); ++k) {
    const int v = robot.tree.nodes[robot.actuator_nodes[k]].v;
    state.t[v] += robot.parameters.rotors[k] * motion.v[v];
  }
  project_wrenches(robot, motion, state);
}

}  // namespace

bool factor_drive(const RobotData& robot, Drive drive, KinematicState& state) {
  state.report.conditioning = factor_system(robot, drive, state.tree, state);
  return state.report.conditioning > TrackerLimits::smallest_rate_conditioning;
}

void drive_mass_matrix(const RobotData& robot, Drive drive, bool payload, KinematicState& state,
                       Eigen::Ref<MatrixX> M) {
  const int n = drive_count(robot, drive);
  state.trial = state.tree;
  double u[max_drives] = {}, column[max_drives] = {};
  for (int k = 0; k < n; ++k) {
    // The momentum of a unit motion, seen from all coordinates.
    u[k] = 1;
    solve_rates(robot, drive, u, state, state.trial);
    u[k] = 0;
    tree_momentum(robot, payload, state.trial, state);
    project_on_drive(robot, drive, state, column);
    for (int i = 0; i < n; ++i) M(i, k) = column[i];
  }
}

void coast(const RobotData& robot, Drive drive, KinematicState& state) {
  const double zero[max_drives] = {};
  state.trial = state.tree;
  solve_changes(robot, drive, zero, state, state.trial);
}

}  // namespace jourdain
