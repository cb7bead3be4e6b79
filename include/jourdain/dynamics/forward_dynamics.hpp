// Motion from forces: accelerations of any mechanism for given motor forces, and its motion through time.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

namespace jourdain {

// Accelerations of all motors, in the order of Robot::motor_joints(), that these motor forces give at the
// workspace's configuration and velocities: M ddq = Q - Q_bias. Where legs allow it, leg by leg: body_motions() then
// computes the accelerations of joints and bodies, which the workspace has elsewhere; positions and velocities stay. A
// control loop may call this. `forces` and `accelerations` have one
// entry per motor. Status: not_finite, inconsistent (foreign workspace, wrong size, no motor per freedom), singular
// (singularity, or no inertia); then nothing changes.
Status forward_dynamics(const Robot& robot, const VectorX& forces, Workspace& workspace, VectorX& accelerations,
                        const DynamicsOptions& options = {});

// The same at a pose and twist of the output, to which the workspace goes, as with inverse_dynamics(); the motion's own
// acceleration is left out of account. Status: as inverse_kinematics, too.
Status forward_dynamics(const Robot& robot, const PlatformState& motion, const VectorX& forces, Workspace& workspace,
                        VectorX& accelerations, const DynamicsOptions& options = {});

// The equations of motion in minimal coordinates, ready for integration. The state x holds positions and then rates of
// the driving motors (see driving_motors), so that loops cannot drift apart: every evaluation closes them from
// the workspace's configuration. Steps must be small enough for the workspace to stay on its branch. No allocation
// after the constructor; a control loop may call everything else. One per thread, beside a Workspace.
class MotionEquations {
 public:
  explicit MotionEquations(const Robot& robot);

  // Entries of x: twice the driving motors.
  int size() const { return static_cast<int>(x_.size()); }

  // x of the workspace's motion. Status: inconsistent (foreign workspace, x of another size), not_computed (see
  // body_motions()), and x is untouched.
  Status read_state(const Workspace& workspace, VectorX& x) const;

  // dx/dt for constant motor forces; the workspace goes to the state x and gets its accelerations. Status as
  // forward_kinematics and forward_dynamics.
  Status derivative(const VectorX& x, const VectorX& forces, Workspace& workspace, VectorX& dx,
                    const DynamicsOptions& options = {});

  // One step of the classical fourth-order Runge-Kutta method with constant forces; x and the workspace move on by dt,
  // and the workspace has the accelerations at the new state. On failure x is untouched.
  Status step(double dt, const VectorX& forces, VectorX& x, Workspace& workspace, const DynamicsOptions& options = {});

 private:
  Robot robot_;
  VectorX motors_, accelerations_;
  VectorX x_, sum_, slope_;
};

}  // namespace jourdain
