#include "linear_form/regressor/closed_chain.hpp"

#include "dynamics/tree_inertia.hpp"
#include "kinematics/closure.hpp"
#include "linear_form/regressor/regressor_core.hpp"

#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {

Status read_motion(const LinearFormData& form, Workspace& workspace, LinearFormState& state) {
  if (const Status status = body_motions(form.robot, workspace); status != Status::ok) return status;
  KinematicState& kinematics = state_of(workspace);
  kinematics.report = {};
  if (state.data != &form) return kinematics.report.status = Status::inconsistent;
  state.motion.nodes = &kinematics.tree.n;
  state.motion.rates = &kinematics.tree.v;
  state.motion.accelerations = &kinematics.tree.a;
  state.motion.bands = dead_bands<double>(data_of(form.robot));
  return Status::ok;
}

Status closed_chain_motion(const LinearFormData& form, Workspace& workspace, LinearFormState& state) {
  const RobotData& robot = data_of(form.robot);
  KinematicState& kinematics = state_of(workspace);
  if (const Status status = read_motion(form, workspace, state); status != Status::ok) return status;
  if (!factor_drive(robot, Drive::motors, kinematics)) return kinematics.report.status = Status::singular;
  ChainMotion<double>& motion = state.motion;
  const int first = static_cast<int>(robot.independent_rows.size());
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    const bool slides = motor_slides(robot, robot.driving[k]);
    kinematics.rhs.setZero();
    kinematics.rhs[first + k] = 1 / (slides ? robot.size : 1.0);
    kinematics.dense.solve(kinematics.rhs.data());
    scale_columns(robot.tree, robot.size, kinematics.rhs);
    motion.G.col(k) = kinematics.rhs;
  }
  node_partials<double>(robot.tree, motion);
  return Status::ok;
}

}  // namespace jourdain
