// Inverse and forward kinematics of any mechanism. Every function here may be called in a control loop: no allocation,
// no exception, bounded work. A workspace made for another robot is refused (inconsistent). On failure the workspace
// keeps its last valid configuration and report() says why.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

// The motion of the output frame that carries the tool frame with the given motion.
Motion from_tool(const Robot& robot, const Motion& tool);
Motion to_tool(const Robot& robot, const Motion& output);

// The configuration, and up to `order` all rates and accelerations, that give the output this motion. Only the
// coordinates in `moves` are used; the others follow from the mechanism. Closed form where the legs allow it; else
// Newton's method in steps along the way from the workspace's configuration. Status: not_finite, unreachable, singular,
// not_converged.
Status inverse_kinematics(const Robot& robot, const Motion& motion, Workspace& workspace,
                          Order order = Order::acceleration);

// The configuration with these actuated coordinates (in the order of Robot::actuators()) on the branch of the
// workspace's configuration, which is the guess. Closed form where there is one; else the way from the guess's own
// actuated coordinates to the wanted ones is followed in certified steps. Status: not_finite, singular, not_converged,
// uncertain, inconsistent.
Status forward_kinematics(const Robot& robot, const VectorX& actuators, Workspace& workspace);

// The same with rates and, if order says so, accelerations of the actuated joints.
Status forward_kinematics(const Robot& robot, const VectorX& actuators, const VectorX& rates,
                          const VectorX& accelerations, Workspace& workspace, Order order = Order::acceleration);

// Moves the workspace to the configuration of a guessed output pose, in closed form where there is one: a starting
// point for forward_kinematics.
Status set_guess(const Robot& robot, const Placement& pose, Workspace& workspace);

}  // namespace jourdain
