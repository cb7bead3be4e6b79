#include "linear_form/regressor/regressor_core.hpp"

#include "dynamics/loads.hpp"
#include "kinematics/kinematic_state.hpp"
#include "legs/robot_data.hpp"
#include "linear_form/regressor/closed_chain.hpp"

namespace jourdain {
namespace {

// Adds the power of a force at x (base frame) and a moment on a node, seen from the driving motors.
void add_power(const ChainMotion<double>& motion, int node, const Vector3& x, const Vector3& force,
               const Vector3& moment, VectorX& tau) {
  const int rows = static_cast<int>(motion.G.cols());
  const Vector3 r = x - (*motion.nodes)[node].p;
  for (int k = 0; k < rows; ++k) {
    const Twist& t = motion.partial[node * rows + k];
    tau[k] += force.dot(carried<double>(t, r)) + moment.dot(t.w);
  }
}

// Springs act on the rates of their joints as friction does.
void add_springs(const LinearFormData& form, const Workspace& workspace, const ChainMotion<double>& motion,
                 VectorX& tau) {
  const int rows = static_cast<int>(motion.G.cols());
  for (const JointSite& site : form.sites) {
    const Spring& s = site.spring;
    if (s.stiffness == 0 && s.preload == 0) continue;
    const double force = s.stiffness * (workspace.joint(site.joint).position[site.freedom] - s.rest) + s.preload;
    const SiteFrame<double> frame = site_frame<double>(site, *motion.nodes);
    for (int k = 0; k < rows; ++k) {
      const double rate = site.v >= 0 ? motion.G(site.v, k)
                                      : relative_rate<double>(site, frame, motion.partial[site.node_a * rows + k],
                                                              motion.partial[site.node_b * rows + k]);
      tau[k] += force * rate;
    }
  }
}

}  // namespace

Status regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, MatrixX& Y) {
  if (Y.rows() != form.rows() || Y.cols() != form.columns()) return Status::inconsistent;
  LinearFormState& state = state_of(memory);
  const Status status = closed_chain_motion(data_of(form), workspace, state);
  if (status != Status::ok) return status;
  regressor_columns<double>(data_of(form), form.robot().mechanism().gravity, state.motion, state.block, Y);
  if (Y.allFinite()) return Status::ok;
  Y.setZero();
  return conclude(workspace, Status::not_finite);
}

Status known_forces(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, VectorX& tau,
                    const DynamicsOptions& options) {
  const Robot& robot = form.robot();
  if (tau.size() != form.rows()) return Status::inconsistent;
  Status status = check_loads(robot, options);
  if (status != Status::ok) return status;
  LinearFormState& state = state_of(memory);
  status = closed_chain_motion(data_of(form), workspace, state);
  if (status != Status::ok) return status;
  tau.setZero();
  visit_applied_wrenches(robot, workspace, options,
                         [&](int body, const Vector3& x, const Vector3& force, const Vector3& moment) {
                           const int node = robot.tree().bodies[body].node;
                           add_power(state.motion, node, x, -force, -moment, tau);
                         });
  if (options.springs) add_springs(data_of(form), workspace, state.motion, tau);
  return Status::ok;
}

}  // namespace jourdain
