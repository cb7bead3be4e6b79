// The library's own algorithms, run on the traced scalar: programs of one robot, for counting, differentiating and code
// generation. Set-up code: everything here allocates and throws Error.
#pragma once

#include "expression/staged.hpp"
#include "jourdain/kinematics/workspace.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <optional>
#include <vector>

namespace jourdain {

// Whether code for the robot takes an orientation with three angles, for which PoseInput::rotation makes a difference.
bool takes_rotation(const Robot& robot);

// Motor forces (outputs: one per motor; robots with redundant motors are refused). Inputs where every limb has a
// closed form: the output's pose, twist and acceleration, those coordinates that are in `moves`, named as in state
// files: x y z, rx ry rz or R11 ... R33, vx ... wz, ax ... bz. Other robots take consistent positions of the tree's
// joints instead of the pose, named as by joint_position_names() and `ik --all`: "joint" or "joint.1", quaternions as
// "joint.qw" ..., the platform's pose as "platform.x" ... "platform.qz"; and rates of the output or, without one, of
// the driving motors ("joint_d", "joint_dd"). Gravity and geometry are constants.
Program trace_inverse_dynamics(const Robot& robot, const TraceOptions& options = {});

// The same with a part that runs for each leg, from the platform's motion to the leg's force: one for each kind of
// legs. Nothing in the general form, which has no such part.
std::optional<StagedProgram> trace_inverse_dynamics_in_stages(const Robot& robot, const TraceOptions& options = {});

// The flat one with the base parameters as parameters, "base.Izz.ring", each of which stands for its group; redundant
// motors are refused as well.
Program trace_inverse_dynamics(const BaseParameters& base, const TraceOptions& options = {});

// Positions, then rates, then accelerations of all motors, from the motion of the output. Robots whose positions
// have no closed form are refused.
Program trace_inverse_kinematics(const Robot& robot, const TraceOptions& options = {});

// The mass matrix of the driving motors' rates, row by row; inputs are positions only.
Program trace_mass_matrix(const Robot& robot, const TraceOptions& options = {});

// Accelerations of all motors for given forces of all motors, inputs "force.joint" after positions and rates.
Program trace_forward_dynamics(const Robot& robot, const TraceOptions& options = {});

// One Newton step of forward kinematics: from a guess of the pose and the motors' positions (inputs "joint") the
// pose's change, translation and rotation vector, those coordinates that are in `moves`. Robots without a closed form
// for every limb and motor are refused.
Program trace_forward_step(const Robot& robot, const TraceOptions& options = {});

// Y of tau = Y p, row by row: driving motors times the parameters of the form. Friction functions with tanh or exp
// are refused.
Program trace_regressor(const LinearForm& form, const TraceOptions& options = {});

// The values of a traced program's inputs for the motion that the workspace holds; forces, which it does not hold, are
// 0.
std::vector<double> input_values(const Program& program, const Workspace& workspace);

}  // namespace jourdain
