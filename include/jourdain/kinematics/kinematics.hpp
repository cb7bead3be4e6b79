// Kinematics: inverse and forward, Jacobians, limits, distances from singularities.
#pragma once

#include "jourdain/kinematics/workspace.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <vector>

namespace jourdain {

// Inverse and forward kinematics of any mechanism. Every function here may be called in a control loop: no allocation,
// no exception, bounded work. A workspace made for another robot is refused (inconsistent). On failure the workspace
// keeps its last valid configuration and report() says why.

// The motion of the output frame that carries the tool frame with the given motion.
PlatformState from_tool(const Robot& robot, const PlatformState& tool);
PlatformState to_tool(const Robot& robot, const PlatformState& output);

// The configuration, and up to `order` all rates and accelerations, that give the output this motion. Coordinates that
// are not in `moves` follow from the mechanism: where they are constants (Robot::pose_is_explicit()),
// Report::coordinate marks the answer to a motion with other ones, else they are not looked at. Closed form where the
// legs allow it; else Newton's method in steps along the way from the workspace's configuration. Limits of joints are
// not looked at: within_limits(). Status: not_finite, inconsistent, unreachable, singular, not_converged.
Status inverse_kinematics(const Robot& robot, const PlatformState& motion, Workspace& workspace,
                          Order order = Order::acceleration);

// The configuration with these actuated coordinates (in the order of Robot::motor_joints()) on the branch of the
// workspace's configuration, which is the guess. Closed form where there is one; else the way from the guess's own
// actuated coordinates to the wanted ones is followed in certified steps. Status: not_finite, singular, not_converged,
// uncertain, inconsistent.
Status forward_kinematics(const Robot& robot, const VectorX& motors, Workspace& workspace);

// The same with rates and, if order says so, accelerations of the actuated joints.
Status forward_kinematics(const Robot& robot, const VectorX& motors, const VectorX& rates, const VectorX& accelerations,
                          Workspace& workspace, Order order = Order::acceleration);

// The motion of all joints and bodies up to this order, where inverse_dynamics() or forward_dynamics() answered from
// the platform's motion alone; nothing to do elsewhere. The report of the answer stays. Status as inverse_kinematics();
// then the workspace is back at its last configuration whose joints are known.
Status body_motions(const Robot& robot, Workspace& workspace, Order order = Order::acceleration);

// Moves the workspace to the configuration of a guessed output pose, in closed form where there is one: a starting
// point for forward_kinematics.
Status set_guess(const Robot& robot, const Placement& pose, Workspace& workspace);

// Jacobians of the closed mechanism at the workspace's configuration. All columns belong to the driving motors (as
// many motors as freedoms; every motor unless the robot is redundantly actuated). Those that return a Status write into
// memory of the right size that the caller provides, and may be called in a control loop. Status: singular,
// inconsistent (wrong size, a workspace of another robot, nothing that drives), those of body_motions(); then nothing
// is written.

// The driving motors, as indices into Robot::motor_joints().
const std::vector<int>& driving_motors(const Robot& robot);

// Velocity coordinates of all joint freedoms, in file order: offset of each joint's first freedom; the last entry is
// their number.
std::vector<int> joint_offsets(const Robot& robot);

// Influence coefficients [Gallardo03] (17): rate of every joint freedom for a unit rate of each driving motor.
// G: joint freedoms x driving motors; a ball joint has three, in the axes of its frame on body a.
Status influence_coefficients(const Robot& robot, Workspace& workspace, MatrixX& G);

// Twist (v of the body frame's origin; w) of a body for unit rates: 6 x driving motors.
Status body_jacobian(const Robot& robot, Workspace& workspace, int body, MatrixX& J);

// Partial screws [Gallardo03] (20) of a body seen from the base origin: one per driving motor.
Status partial_screws(const Robot& robot, Workspace& workspace, int body, std::vector<Screw>& screws);

// J with V = J dq_a for the output frame, 6 x driving motors: [Codourey98] (36) is its upper half for the DELTA.
Status output_jacobian(const Robot& robot, Workspace& workspace, MatrixX& J);

// Time derivative of J along the workspace's velocities, A = J ddq_a + Jdot dq_a: [Codourey98] (37).
Status output_jacobian_rate(const Robot& robot, Workspace& workspace, MatrixX& Jdot);

// Rates of all motors for unit rates of the output's moves, motors x moves: dq_a = B u. Inconsistent without an
// output.
Status inverse_jacobian(const Robot& robot, Workspace& workspace, MatrixX& B);

// Joint limits, strokes and cones of passive joints.

struct LimitState {
  int joint = -1;
  int freedom = -1;  // -1: the cone
  double value = 0;
  double lower = -unlimited;
  double upper = unlimited;
  double margin = unlimited;  // distance to the nearer limit, negative beyond it; radians, or lengths over size
};

// The joint freedom or cone with the least margin; NaN for a workspace of another robot, or where body_motions() was
// not called. A control loop may call this.
LimitState nearest_limit(const Robot& robot, const Workspace& workspace);

// True if no joint is beyond a limit where the workspace is; false where that is not known. A control loop may call
// this.
bool within_limits(const Robot& robot, const Workspace& workspace);

// Every limit that is exceeded. Throws Error(usage) where the margin of nearest_limit() is NaN.
std::vector<LimitState> exceeded_limits(const Robot& robot, const Workspace& workspace);

// How far a configuration is from singularities. All distances are plain numbers between 0 (singular) and 1, from
// matrices whose lengths are counted in robot sizes; those of the output in mean distances of its joints from its
// origin, so that a turn weighs as much as the translation of a joint that it causes.

struct SingularityReport {
  // Type 1: a limb loses a freedom, the output cannot move in some direction. Smallest over largest singular value of
  // the worst limb Jacobian J_k; without a platform, of the output's Jacobian by the mechanism's freedoms.
  double type1 = 1;
  int limb = -1;  // the worst limb
  // Type 2: with all motors locked the output can still move. Smallest over largest singular value of the motors'
  // rates by the output's (rows scaled to unit length), or by the mechanism's freedoms if there is no output.
  double type2 = 1;
  // Constraint: the closure equations lose rank against their general rank, and the mechanism gains a freedom.
  double constraint = 1;
  // Decimal digits that forward kinematics loses here: log10 of the condition number behind type2 and constraint.
  double digits_lost = 0;
  double nearest() const { return std::min(type1, std::min(type2, constraint)); }
};

// Distances at the workspace's configuration. Throws Error(usage) for a workspace of another robot, or where
// body_motions() was not called. Allocates; not for control loops (the conditioning in Report is).
SingularityReport singularity_distance(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
