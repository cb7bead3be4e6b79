// Jacobians of the closed mechanism at the workspace's configuration. All columns belong to the driving actuators (as
// many motors as freedoms; every motor unless the robot is redundantly actuated). Functions that return bool write into
// memory of the right size that the caller provides, and may be called in a control loop; false: singular, wrong size,
// or a workspace of another robot, and nothing is written.
#pragma once

#include "jourdain/kinematics/workspace.hpp"
#include "jourdain/spatial/screw.hpp"

namespace jourdain {

// The driving actuators, as indices into Robot::actuators().
const std::vector<int>& driving_actuators(const Robot& robot);

// Velocity coordinates of all joint freedoms, in file order: offset of each joint's first freedom; the last entry is
// their number.
std::vector<int> joint_offsets(const Robot& robot);

// Influence coefficients [Gallardo03] (17): rate of every joint freedom for a unit rate of each driving actuator.
// G: joint freedoms x driving actuators; a ball joint has three, in the axes of its frame on body a.
bool influence_coefficients(const Robot& robot, Workspace& workspace, MatrixX& G);

// Twist (v of the body frame's origin; w) of a body for unit rates: 6 x driving actuators.
bool body_jacobian(const Robot& robot, Workspace& workspace, int body, MatrixX& J);

// Partial screws [Gallardo03] (20) of a body seen from the base origin: one per driving actuator.
bool partial_screws(const Robot& robot, Workspace& workspace, int body, std::vector<Screw>& screws);

// J with V = J dq_a for the output frame, 6 x driving actuators: [Codourey98] (36) is its upper half for the DELTA.
bool output_jacobian(const Robot& robot, Workspace& workspace, MatrixX& J);

// Time derivative of J along the workspace's velocities, A = J ddq_a + Jdot dq_a: [Codourey98] (37).
bool output_jacobian_rate(const Robot& robot, Workspace& workspace, MatrixX& Jdot);

// Rates of all actuators for unit rates of the output's moves, actuators x moves: dq_a = B u. Empty outputs: false.
bool inverse_jacobian(const Robot& robot, Workspace& workspace, MatrixX& B);

}  // namespace jourdain
