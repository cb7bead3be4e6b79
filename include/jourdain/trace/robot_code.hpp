// Source code of a robot's functions. Set-up code: it allocates and throws Error.
#pragma once

#include "jourdain/codegen/code_files.hpp"
#include "jourdain/expression/options.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace jourdain {

// The regressor and the base form are those of the base parameters (find_base_parameters): forces = Y p_base + springs.
enum class RobotFunction {
  inverse_dynamics,
  inverse_kinematics,
  forward_step,
  mass_matrix,
  forward_dynamics,
  regressor,
  inverse_dynamics_base,
};

inline constexpr RobotFunction robot_functions[] = {
    RobotFunction::inverse_dynamics,     RobotFunction::inverse_kinematics, RobotFunction::forward_step,
    RobotFunction::mass_matrix,          RobotFunction::forward_dynamics,   RobotFunction::regressor,
    RobotFunction::inverse_dynamics_base};

// The word of the command line, such as "inverse-dynamics", and a sentence about what the function does.
std::string_view to_string(RobotFunction function);
std::string_view describe(RobotFunction function);

// How the output's orientation enters a program.
enum class PoseInput {
  cardan,    // angles rx ry rz, R = Rx Ry Rz
  rotation,  // the nine entries R11 R12 ... R33, if all three rotations are moves
};

// Which of the library's algorithms is traced.
enum class TraceForm {
  best,     // by legs where they are recognised, else grouped
  general,  // the recursion over all bodies and the limbs' Jacobians
  grouped,  // the general one with inertial parameters regrouped at load time, where that saves operations
  // Of the inverse dynamics only; other functions take the general one:
  body_jacobians,  // [Abdellatif05] (6)-(14), (28), regrouped likewise; for platforms whose legs carry all motors
};

struct TraceOptions {
  PoseInput pose = PoseInput::cardan;
  TraceForm form = TraceForm::best;
  bool friction = true;
  bool springs = true;
  bool payload = true;
  bool single_precision = false;  // for code on float: the dead band of dry friction is that of its round-off
  bool parameters = true;  // masses, friction, springs and rotors as parameters of the program; false: as constants
};

// What a function is differentiated by; all other variables are held fixed. Twists and accelerations are vectors in
// base axes: a derivative by the pose leaves them as they are.
enum class VariableGroup {
  pose,          // position and angles of the output, or where the function takes joints instead, their positions
  twist,         // rates of the output or of the driving motors
  acceleration,  // their time derivatives
  joints,        // positions of joints
  forces,        // of the motors
  parameters,    // masses, friction and the like
};

inline constexpr VariableGroup variable_groups[] = {VariableGroup::pose,         VariableGroup::twist,
                                                    VariableGroup::acceleration, VariableGroup::joints,
                                                    VariableGroup::forces,       VariableGroup::parameters};

// The word of the command line and of generated names: "pose", "twist".
std::string_view to_string(VariableGroup group);

// Divisors of generated code, such as pivots and lengths of legs, that are smaller than this share of their usual size
// near home leave too few digits. The library refuses at a conditioning of 1e-6, too.
inline constexpr double smallest_divisor_double = 1e-6;
inline constexpr double smallest_divisor_float = 1e-4;

// Which parameters the code takes.
enum class CodeParameters {
  // What is zero in the model is no parameter, and what is tied there (two masses that balance) must stay so: the
  // fewest operations. Values that do not fit are refused when they are loaded.
  trimmed,
  // All ten of every body that has a mass, those of a payload, dry and viscous friction where one of them is: any
  // possible value. Of inverse dynamics, mass matrix and forward dynamics.
  full,
};

struct RobotCodeOptions {
  std::vector<RobotFunction> functions{RobotFunction::inverse_dynamics};
  // For each function its derivatives, named like inverse_dynamics_by_pose. A group that a function does not depend on
  // is left out; one that none depends on is refused.
  std::vector<VariableGroup> derivatives = {};
  std::optional<DerivativeMode> mode = {};  // of the derivatives; empty: the cheaper one
  TraceOptions trace = {};
  CodeParameters parameters = CodeParameters::trimmed;
  CostModel cost = CostModel::operations;
  bool in_stages = true;  // the form with legs as functions, too: needed where the code is to be written so
  double smallest_divisor = smallest_divisor_double;  // over its usual size near home; below it, Status::singular
  int samples = 8;  // states near home in the self-test; then some that must be refused
  std::function<void(std::string_view)> progress = {};  // told what is being done, if there
};

// The files of a folder that builds and tests itself: sources, header, CMakeLists.txt, README.md and a self-test with
// golden vectors; write_files() writes them. The same robot and options give the same bytes. Generated functions use no
// heap, no globals and nothing but math.h; a bad value or a failed guard gives a status and zeros. Throws Error where
// the robot has no such function.
std::vector<GeneratedFile> generate_code(const Robot& robot, const RobotCodeOptions& options = {},
                                         const CodeOptions& written = {});

}  // namespace jourdain
