#include "dynamics/tree_inertia.hpp"

#include "dynamics/tree_momentum.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/tracker.hpp"

namespace jourdain {
bool factor_drive(const RobotData& robot, Drive drive, KinematicState& state) {
  state.report.conditioning = factor_system(robot, drive, state.tree, state);
  return state.report.conditioning > TrackerLimits::smallest_rate_conditioning;
}

void drive_mass_matrix(const RobotData& robot, const TreeParameters<double>& parameters, Drive drive, bool payload,
                       KinematicState& state, Eigen::Ref<MatrixX> M) {
  const int n = drive_count(robot, drive);
  state.trial = state.tree;
  double u[max_drives] = {}, column[max_drives] = {};
  for (int k = 0; k < n; ++k) {
    // The momentum of a unit motion, seen from all coordinates.
    u[k] = 1;
    solve_rates(robot, drive, u, state, state.trial);
    u[k] = 0;
    tree_momentum(robot, parameters, payload, state.trial, state);
    project_on_drive(robot, drive, state, column);
    for (int i = 0; i < n; ++i) M(i, k) = column[i];
  }
}

void coast(const RobotData& robot, Drive drive, KinematicState& state) {
  const double zero[max_drives] = {};
  state.trial = state.tree;
  solve_accelerations(robot, drive, zero, state, state.trial);
}

}  // namespace jourdain
