#include "jourdain/dynamics/inverse_dynamics.hpp"

#include "dynamics/by_plan.hpp"
#include "dynamics/load_sharing.hpp"
#include "dynamics/loads.hpp"
#include "dynamics/motor_projection.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/motor_rates.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/tracker.hpp"

namespace jourdain {

namespace {

bool fits(const RobotData& data, const Workspace& workspace, const VectorX& forces) {
  return &data_of(workspace.robot()) == &data && !data.driving.empty() &&
         forces.size() == static_cast<Eigen::Index>(data.motor_joints.size());
}

}  // namespace

Status inverse_dynamics(const Robot& robot, const PlatformState& motion, Workspace& workspace, VectorX& forces,
                        const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  // Leg by leg from the platform's motion alone, without joints and bodies.
  Status status = Status::ok;
  if (!(fits(data, workspace, forces) && is_rotation(motion.pose.R) && plan_applies(data, options, state) &&
        data.plan_defers && forces_by_plan(data, options, motion, true, state, forces))) {
    status = inverse_kinematics(robot, motion, workspace, Order::acceleration);
    if (status == Status::ok) status = inverse_dynamics(robot, workspace, forces, options);
  }
  if (status == Status::ok) mark_contradiction(data, motion, Order::acceleration, state.report);
  return status;
}

Status inverse_dynamics(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options) {
  const RobotData& data = data_of(robot);
  KinematicState& state = state_of(workspace);
  if (fits(data, workspace, forces) && plan_applies(data, options, state) &&
      forces_by_plan(data, options, held_motion(data, state), false, state, forces)) {
    return Status::ok;
  }
  Status status = body_motions(robot, workspace);
  if (status == Status::ok) status = check_loads(robot, options);
  if (!fits(data, workspace, forces)) status = Status::inconsistent;
  if (status == Status::ok) status = check_idle_rods(data, state.tree, options, state.report);
  if (status != Status::ok) return state.report.status = status;
  // The power of all forces but the motors' on the tree's velocity coordinates, then seen from the motors.
  collect_wrenches(data, data.parameters, applied(options), state.tree, state);
  project_wrenches(data, state.tree, state);
  if (data.driving.size() < data.motor_joints.size()) {
    return state.report.status = share_tree_forces(data, options, state, forces);
  }
  const bool by_limbs = data.limb_motors && state.factor_limbs_at(Configuration::valid, data) > regular_limb;
  state.report.conditioning = project_on_motors(data, state.tree, state, by_limbs);
  if (!(state.report.conditioning > TrackerLimits::smallest_rate_conditioning)) {
    return state.report.status = Status::singular;
  }
  if (!state.motor_forces.allFinite()) return state.report.status = Status::not_finite;
  return state.report.status = share_load(data, state.motor_forces.data(), options, state, forces);
}

}  // namespace jourdain
