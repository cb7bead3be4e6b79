// Coordinates, rates and accelerations of a joint from the motion of the frames on its two sides, whether it belongs to
// the tree or not. Nothing here allocates or throws.
#pragma once

#include "kinematics/robot_data.hpp"

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// The joint frame J_A or J_B in the base frame.
Placement frame_on_a(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint);
Placement frame_on_b(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint);

// Positions for the frames J_A and J_B; angles within half a turn.
JointState relative_position(const Joint& joint, const Placement& A, const Placement& B);

// Angle between the z axes of both frames.
double cone_angle(const Placement& A, const Placement& B);

// Rates of the joint's freedoms for the motions of the nodes that carry its bodies, and their changes; three entries at
// most.
void joint_rates(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                 const NodeMotion<double>& b, double* rates);
void joint_changes(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                   const NodeMotion<double>& b, const double* rates, double* changes);

}  // namespace jourdain
