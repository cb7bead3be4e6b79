// A robot's functions as a library for the code generator. Set-up code: it allocates and throws Error.
#pragma once

#include "jourdain/codegen/library.hpp"
#include "jourdain/expression/count.hpp"
#include "jourdain/trace/robot_derivatives.hpp"
#include "jourdain/trace/trace_dynamics.hpp"

#include <functional>
#include <memory>
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

// The traced program of a function. Throws Error where the robot has none.
Program trace(const Robot& robot, RobotFunction function, const TraceOptions& options = {});

// Traces functions of one robot, whose base parameters are found once, when a function first needs them.
class RobotTracer {
 public:
  explicit RobotTracer(const Robot& robot) : robot_(robot) {}

  // As trace().
  Program trace(RobotFunction function, const TraceOptions& options = {});
  const BaseParameters& base();

 private:
  Robot robot_;
  std::shared_ptr<const BaseParameters> base_;
};

// Divisors of generated code, such as pivots and lengths of legs, that are smaller than this share of their usual size
// near home leave too few digits. The library refuses at a conditioning of 1e-6, too.
inline constexpr double smallest_divisor_double = 1e-6;
inline constexpr double smallest_divisor_float = 1e-4;

// Which parameters the code takes.
enum class CodeParameters {
  // What is zero in the model is no parameter, and what is tied there (two masses that balance) must stay so: the
  // fewest
  // operations. Values that do not fit are refused when they are loaded.
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

// All functions, simplified, with the meaning and unit of each argument and with states for the self-test.
GeneratedLibrary robot_library(const Robot& robot, const RobotCodeOptions& options = {});

}  // namespace jourdain
