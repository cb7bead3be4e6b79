#include "jourdain/trace/robot_code.hpp"

#include "trace/parameter_notes.hpp"
#include "trace/robot_samples.hpp"
#include "trace/traced_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/core/version.hpp"
#include "jourdain/expression/bound_divisors.hpp"
#include "jourdain/expression/simplify.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

constexpr int usual_states = 60;  // over which the usual sizes of divisors are found

// A name of the model as an identifier of C.
std::string identifier(std::string_view name) {
  std::string result;
  for (char c : name) result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) ? "robot_" + result : result;
}

// Which argument array an input belongs to, by its name.
enum class Group { pose, joints, rates, changes, forces };

template <std::size_t N>
bool is_one_of(const std::string& name, const char* const (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

Group group_of(const std::string& name) {
  if (name.starts_with("force.")) return Group::forces;
  if (is_one_of(name, rate_names) || name.ends_with("_d")) return Group::rates;
  if (is_one_of(name, change_names) || name.ends_with("_dd")) return Group::changes;
  const bool entry = name.size() == 3 && name[0] == 'R' && std::isdigit(static_cast<unsigned char>(name[1]));
  return entry || is_one_of(name, position_names) ? Group::pose : Group::joints;
}

ArgumentArray describe_inputs(Group group, const std::vector<std::string>& names) {
  const std::string list = fmt::format("{}", fmt::join(names, ", "));
  const int n = static_cast<int>(names.size());
  switch (group) {
    case Group::pose:
      return {"pose", n,
              list + ": position of the output frame in the base frame, rotation R = Rx Ry Rz or its entries",
              "m, rad"};
    case Group::joints: return {"joints", n, list + ": positions of joints, quaternions of ball joints", "m, rad"};
    case Group::rates: return {"rates", n, list + ": rates, of the output in base axes", "m/s, rad/s"};
    case Group::changes: return {"changes", n, list + ": their time derivatives", "m/s^2, rad/s^2"};
    case Group::forces: return {"forces", n, list + ": of the actuators, along their coordinates", "N, N m"};
  }
  return {};
}

// Consecutive inputs of one kind are one array.
std::vector<ArgumentArray> input_arrays(const Program& program) {
  std::vector<ArgumentArray> arrays;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const Group group = group_of(program.inputs[i]);
    names.push_back(program.inputs[i]);
    if (i + 1 < program.inputs.size() && group_of(program.inputs[i + 1]) == group) continue;
    arrays.push_back(describe_inputs(group, names));
    names.clear();
  }
  return arrays;
}

LinearForm base_form(const Robot& robot) { return find_base_parameters(LinearForm(robot)).form; }

std::vector<ArgumentArray> output_arrays(const Robot& robot, RobotFunction function) {
  std::vector<std::string> motors;
  for (int j : robot.actuators()) motors.push_back(robot.mechanism().joints[j].name);
  const std::string list = fmt::format("{}", fmt::join(motors, ", "));
  const int n = static_cast<int>(motors.size());
  switch (function) {
    case RobotFunction::inverse_dynamics: return {{"forces", n, list + ": along the actuators' coordinates", "N, N m"}};
    case RobotFunction::inverse_kinematics:
      return {{"positions", n, list + ": of the actuators, angles within half a turn", "m, rad"},
              {"velocities", n, "their rates", "m/s, rad/s"},
              {"accelerations", n, "their accelerations", "m/s^2, rad/s^2"}};
    case RobotFunction::forward_step: {
      std::vector<std::string> moves;
      for (Move move : robot.mechanism().output->moves) moves.emplace_back(to_string(move));
      return {{"step", static_cast<int>(moves.size()),
               fmt::format("{}: change of the pose, turns as a rotation vector in base axes", fmt::join(moves, ", ")),
               "m, rad"}};
    }
    case RobotFunction::mass_matrix: {
      const int driving = static_cast<int>(robot.data().driving.size());
      return {{"matrix", driving * driving, "row by row, for the driving actuators of " + list, "kg, kg m, kg m^2"}};
    }
    case RobotFunction::forward_dynamics: return {{"accelerations", n, list + ": of the actuators", "m/s^2, rad/s^2"}};
    case RobotFunction::regressor: {
      const LinearForm form = base_form(robot);
      std::vector<std::string> names;
      for (const Parameter& p : form.parameters()) names.push_back(p.name);
      return {{"Y", form.rows() * form.columns(),
               fmt::format("row by row; rows: driving actuators of {}; columns: base parameters, named by their first "
                           "members: {}",
                           list, fmt::join(names, ", ")),
               "by unit of the parameter"}};
    }
  }
  return {};
}

}  // namespace

std::string_view to_string(RobotFunction function) {
  switch (function) {
    case RobotFunction::inverse_dynamics: return "inverse-dynamics";
    case RobotFunction::inverse_kinematics: return "inverse-kinematics";
    case RobotFunction::forward_step: return "forward-step";
    case RobotFunction::mass_matrix: return "mass-matrix";
    case RobotFunction::forward_dynamics: return "forward-dynamics";
    case RobotFunction::regressor: return "regressor";
  }
  return "";
}

std::string_view describe(RobotFunction function) {
  switch (function) {
    case RobotFunction::inverse_dynamics: return "Forces of the actuators that give this motion.";
    case RobotFunction::inverse_kinematics: return "Motion of the actuators that gives this motion of the output.";
    case RobotFunction::forward_step: return "One Newton step of forward kinematics towards the actuators' positions.";
    case RobotFunction::mass_matrix: return "Mass matrix of the driving actuators' rates.";
    case RobotFunction::forward_dynamics: return "Accelerations of the actuators under these forces.";
    case RobotFunction::regressor: return "Y of tau = Y p for the base parameters p.";
  }
  return "";
}

Program trace(const Robot& robot, RobotFunction function, const TraceOptions& options) {
  switch (function) {
    case RobotFunction::inverse_dynamics: return trace_inverse_dynamics(robot, options);
    case RobotFunction::inverse_kinematics: return trace_inverse_kinematics(robot, options);
    case RobotFunction::forward_step: return trace_forward_step(robot, options);
    case RobotFunction::mass_matrix: return trace_mass_matrix(robot, options);
    case RobotFunction::forward_dynamics: return trace_forward_dynamics(robot, options);
    case RobotFunction::regressor: return trace_regressor(base_form(robot), options);
  }
  throw Error(ErrorKind::usage, "no such function");
}

GeneratedLibrary robot_library(const Robot& robot, const RobotCodeOptions& options) {
  const Mechanism& mechanism = robot.mechanism();
  GeneratedLibrary library;
  library.name = identifier(mechanism.name);
  library.description = mechanism.description.empty() ? mechanism.name : mechanism.description;
  library.origin = fmt::format("model {}, jourdain {}", mechanism.name, version());
  library.results_note = fmt::format(
      "Then every value that the call divided by, such as the length of a leg or a pivot of an elimination, was above "
      "its "
      "bound, which is {:g} of its usual size near the home pose: towards a singularity outputs grow, and end with the "
      "status before they lose all digits. Limits of joints and motors are not checked.",
      options.smallest_divisor);
  for (RobotFunction function : options.functions) {
    GeneratedFunction f;
    f.name = identifier(to_string(function));
    f.description = describe(function);
    const Program simple = simplify(trace(robot, function, options.trace), options.cost);
    f.program = bound_divisors(simple, usual_inputs(robot, simple, usual_states), options.smallest_divisor);
    f.inputs = input_arrays(f.program);
    f.outputs = output_arrays(robot, function);
    f.samples = sample_inputs(robot, function, f.program, options.samples);
    library.functions.push_back(std::move(f));
  }
  for (const std::string& name : parameters_of(library).names) library.notes.push_back(parameter_note(mechanism, name));
  return library;
}

}  // namespace jourdain
