#include "trace/code/robot_library.hpp"

#include "codegen/generate.hpp"
#include "trace/code/parameter_notes.hpp"
#include "trace/code/robot_samples.hpp"
#include "trace/inputs/full_parameters.hpp"
#include "trace/inputs/program_inputs.hpp"

#include "core/joined.hpp"
#include "expression/bound_divisors.hpp"
#include "expression/simplify.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "model/check_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace jourdain {
namespace {

constexpr int usual_states = 60;  // over which the usual sizes of divisors are found

// The words of a function or a robot with _ between them.
std::string with_underscores(std::string_view name) {
  std::string result(name);
  std::ranges::replace(result, '-', '_');
  return result;
}

// The home pose, which is a good first input.
std::string home_note(const Robot& robot) {
  if (!robot.mechanism().output) return {};
  const Placement& home = robot.home_pose();
  const Vector3 angles = cardan_from_rotation(home.R);
  const auto plain = [](double value) { return std::abs(value) < 1e-9 ? 0.0 : value; };
  return fmt::format(
      "Home, for a first call: x, y, z = {:.9g}, {:.9g}, {:.9g} m; Cardan angles rx, ry, rz = {:.9g}, "
      "{:.9g}, {:.9g} rad.",
      plain(home.p.x()), plain(home.p.y()), plain(home.p.z()), plain(angles.x()), plain(angles.y()), plain(angles.z()));
}

void name_library(const std::string& robot, GeneratedLibrary& library) {
  library.name = library_identifier(robot);
  // Names of the self-test.
  for (const RobotFunction function : robot_functions) {
    const std::string f = with_underscores(to_string(function));
    for (const std::string& taken : {"test_" + f, f + "_inputs", f + "_golden", f + "_status", f + "_scale"})
      if (library.name == taken) library.name += "_robot";
  }
  if (library.name == with_underscores(robot)) return;
  library.name_note = fmt::format("The name '{}' cannot be that of code and its build: here the robot is called {}.",
                                  printable(robot), library.name);
}

ArgumentArray describe_inputs(std::span<const ProgramInput> inputs) {
  const std::string list = joined(names_of(inputs));
  const int n = static_cast<int>(inputs.size());
  const bool matrix = std::ranges::count(inputs, InputKind::rotation, &ProgramInput::kind) > 0;
  const bool angles = std::ranges::any_of(
      inputs, [](const ProgramInput& input) { return input.kind == InputKind::position && input.component >= 3; });
  switch (group_of(inputs.front().kind)) {
    case VariableGroup::pose:
      return {"pose", n,
              list + ": position of the output frame in the base frame" +
                  (angles   ? ", Cardan angles of its rotation R = Rx Ry Rz"
                   : matrix ? ", entries of its rotation matrix"
                            : ""),
              matrix ? "m, 1" : "m, rad"};
    case VariableGroup::joints:
      return {"joints", n, list + ": positions of joints as 'jourdain ik --all' names them, quaternions of ball joints",
              "m, rad"};
    case VariableGroup::twist: return {"rates", n, list + ": rates, of the output in base axes", "m/s, rad/s"};
    case VariableGroup::acceleration: return {"accelerations", n, list + ": their time derivatives", "m/s^2, rad/s^2"};
    case VariableGroup::forces: return {"forces", n, list + ": of the motors, along their coordinates", "N, N m"};
    case VariableGroup::parameters: break;
  }
  return {};
}

// Consecutive inputs of one group are one array.
std::vector<ArgumentArray> input_arrays(const Program& program) {
  std::vector<ArgumentArray> arrays;
  const std::span<const ProgramInput> inputs = program.inputs;
  for (std::size_t first = 0, i = 0; i < inputs.size(); ++i) {
    if (i + 1 < inputs.size() && group_of(inputs[i + 1].kind) == group_of(inputs[i].kind)) continue;
    arrays.push_back(describe_inputs(inputs.subspan(first, i + 1 - first)));
    first = i + 1;
  }
  return arrays;
}

std::vector<ArgumentArray> output_arrays(const Robot& robot, RobotFunction function, RobotTracer& tracer) {
  std::vector<std::string> motors;
  for (int j : robot.motor_joints()) motors.push_back(robot.mechanism().joints[j].name);
  const std::string list = joined(motors);
  const int n = static_cast<int>(motors.size());
  switch (function) {
    case RobotFunction::inverse_dynamics_base:
    case RobotFunction::inverse_dynamics: return {{"forces", n, list + ": along the motors' coordinates", "N, N m"}};
    case RobotFunction::inverse_kinematics:
      return {{"motor_positions", n, list + ": of the motors, angles within half a turn", "m, rad"},
              {"motor_rates", n, "their rates", "m/s, rad/s"},
              {"motor_accelerations", n, "their accelerations", "m/s^2, rad/s^2"}};
    case RobotFunction::forward_step: {
      std::vector<std::string> moves;
      for (Move move : robot.mechanism().output->moves) moves.emplace_back(to_string(move));
      return {{"step", static_cast<int>(moves.size()),
               fmt::format("{}: change of the pose, turns as a rotation vector in base axes", joined(moves)),
               "m, rad"}};
    }
    case RobotFunction::mass_matrix: {
      const int driving = static_cast<int>(data_of(robot).driving.size());
      return {{"matrix", driving * driving, "row by row, for the driving motors of " + list, "kg, kg m, kg m^2"}};
    }
    case RobotFunction::forward_dynamics: return {{"accelerations", n, list + ": of the motors", "m/s^2, rad/s^2"}};
    case RobotFunction::regressor: {
      const LinearForm form = tracer.base().form;
      std::vector<std::string> names;
      for (const Parameter& p : form.parameters()) names.push_back(p.name);
      return {{"Y", form.rows() * form.columns(),
               fmt::format("row by row; rows: driving motors of {}; columns: base parameters, named by their first "
                           "members: {}",
                           list, joined(names)),
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
    case RobotFunction::inverse_dynamics_base: return "inverse-dynamics-base";
  }
  return "";
}

std::string_view describe(RobotFunction function) {
  switch (function) {
    case RobotFunction::inverse_dynamics: return "Forces of the motors that give this motion.";
    case RobotFunction::inverse_kinematics: return "Motion of the motors that gives this motion of the output.";
    case RobotFunction::forward_step: return "One Newton step of forward kinematics towards the motors' positions.";
    case RobotFunction::mass_matrix: return "Mass matrix of the driving motors' rates.";
    case RobotFunction::forward_dynamics: return "Accelerations of the motors under these forces.";
    case RobotFunction::regressor: return "Y of tau = Y p for the base parameters p.";
    case RobotFunction::inverse_dynamics_base: return "Forces of the motors from the base parameters.";
  }
  return "";
}

const BaseParameters& RobotTracer::base() {
  if (!base_) base_ = std::make_shared<const BaseParameters>(find_base_parameters(LinearForm(robot_)));
  return *base_;
}

Program trace(const Robot& robot, RobotFunction function, const TraceOptions& options) {
  return RobotTracer(robot).trace(function, options);
}

Program RobotTracer::trace(RobotFunction function, const TraceOptions& options) {
  const Robot& robot = robot_;
  switch (function) {
    case RobotFunction::inverse_dynamics: return trace_inverse_dynamics(robot, options);
    case RobotFunction::inverse_kinematics: return trace_inverse_kinematics(robot, options);
    case RobotFunction::forward_step: return trace_forward_step(robot, options);
    case RobotFunction::mass_matrix: return trace_mass_matrix(robot, options);
    case RobotFunction::forward_dynamics: return trace_forward_dynamics(robot, options);
    case RobotFunction::regressor: return trace_regressor(base().form, options);
    case RobotFunction::inverse_dynamics_base: return trace_inverse_dynamics(base(), options);
  }
  throw Error(ErrorKind::usage, "no such function");
}

namespace {

// Of functions with the bodies' own parameters, which the others do not have or have as base parameters.
bool has_inertial_parameters(RobotFunction function) {
  return function == RobotFunction::inverse_dynamics || function == RobotFunction::mass_matrix ||
         function == RobotFunction::forward_dynamics;
}

// What the columns of a derivative mean where their names do not say it.
std::string explain_columns(const std::vector<DerivativeColumn>& columns) {
  const auto turn = std::ranges::find_if(columns, [](const DerivativeColumn& c) { return c.rates.size() > 1; });
  if (turn == columns.end()) return "";
  return turn->name.starts_with("turn_")
             ? "; turns: small rotations after R, about the axes of the base"
             : "; turns: small rotations after the joint's own, about the axes of its frame on the first body";
}

bool has_inputs(const Program& program, VariableGroup group) {
  return std::ranges::any_of(program.inputs, [&](const ProgramInput& x) { return group_of(x.kind) == group; });
}

// The derivative of a function: for each of its outputs an array with one row per entry.
GeneratedFunction derivative_of(const GeneratedFunction& f, VariableGroup group, const RobotCodeOptions& options) {
  const std::vector<DerivativeColumn> columns = derivative_columns(f.program, group);
  std::vector<std::string> names;
  for (const DerivativeColumn& column : columns) names.push_back(column.name);
  GeneratedFunction d;
  d.name = fmt::format("{}_by_{}", f.name, to_string(group));
  d.description = fmt::format("Derivative of {} by {}; all other arguments are held fixed.", f.name, to_string(group));
  d.program = differentiate(f.program, group, options.cost, options.mode);
  d.inputs = f.inputs;
  const bool of_joints = group == VariableGroup::pose && !has_inputs(f.program, VariableGroup::pose);
  if (of_joints)
    d.description += " Positions of joints count as independent: sum the columns along motions that the loops allow.";
  for (const ArgumentArray& array : f.outputs) {
    d.outputs.push_back({fmt::format("{}_by_{}", array.name, to_string(group)),
                         array.size * static_cast<int>(columns.size()),
                         fmt::format("row by row; {} rows: {}; {} columns: {}{}", array.size, array.description,
                                     columns.size(), joined(names), explain_columns(columns)),
                         fmt::format("{}, by that of the column", array.unit)});
  }
  return d;
}

// The derivatives of all functions, each behind its function.
void add_derivatives(const Robot& robot, const RobotCodeOptions& options, GeneratedLibrary& library) {
  std::vector<GeneratedFunction> all;
  for (VariableGroup group : options.derivatives) {
    const bool any = std::ranges::any_of(
        library.functions, [&](const GeneratedFunction& f) { return !derivative_columns(f.program, group).empty(); });
    if (any) continue;
    throw Error(ErrorKind::usage, fmt::format("'{}' has no derivative by {}: none of the functions depends on it",
                                              robot.mechanism().name, to_string(group)));
  }
  for (std::size_t i = 0; i < options.functions.size(); ++i) {
    all.push_back(std::move(library.functions[i]));
    const std::size_t of = all.size() - 1;
    for (VariableGroup group : options.derivatives) {
      if (derivative_columns(all[of].program, group).empty()) continue;
      if (options.progress)
        options.progress(fmt::format("differentiating {} by {}", to_string(options.functions[i]), to_string(group)));
      GeneratedFunction d = derivative_of(all[of], group, options);
      d.samples = sample_inputs(robot, d.program, options.samples);
      all.push_back(std::move(d));
    }
  }
  library.functions = std::move(all);
}

}  // namespace

GeneratedLibrary robot_library(const Robot& robot, const RobotCodeOptions& options) {
  RobotTracer tracer(robot);
  return robot_library(tracer, options);
}

GeneratedLibrary robot_library(RobotTracer& tracer, const RobotCodeOptions& options) {
  const Robot& robot = tracer.robot();
  const Mechanism& mechanism = robot.mechanism();
  GeneratedLibrary library;
  name_library(mechanism.name, library);
  library.description = mechanism.description.empty() ? mechanism.name : mechanism.description;
  if (const std::vector<std::string> bodies = impossible_bodies(mechanism); !bodies.empty()) {
    library.description += fmt::format(
        ". UNPHYSICAL: no body can have the inertia of {}; results may have no physical meaning", joined(bodies));
  }
  library.origin = fmt::format("model {}, jourdain {}", mechanism.name, version());
  library.start_note = home_note(robot);
  library.results_note = fmt::format(
      "Then every value that the call divided by, such as the length of a leg or a pivot of an elimination, was above "
      "its "
      "bound, which is {:g} of its usual size near the home pose: towards a singularity outputs grow, and end with the "
      "status before they lose all digits. Limits of joints and motors are not checked.",
      options.smallest_divisor);
  const bool full = options.parameters == CodeParameters::full && options.trace.parameters;
  const std::optional<Robot> general = full ? std::optional(with_general_parameters(robot)) : std::nullopt;
  const std::map<std::string, double> values = full ? named_values(robot) : std::map<std::string, double>();
  for (RobotFunction function : options.functions) {
    GeneratedFunction f;
    f.name = with_underscores(to_string(function));
    f.description = describe(function);
    const auto tell = [&](const char* step) {
      if (options.progress) options.progress(fmt::format("{} {}", step, to_string(function)));
    };
    tell("tracing");
    const bool takes_all = general && has_inertial_parameters(function);
    Program traced =
        takes_all ? RobotTracer(*general).trace(function, options.trace) : tracer.trace(function, options.trace);
    if (takes_all) set_defaults(values, traced);
    tell("simplifying");
    const Program simple = simplify(traced, options.cost);
    tell("sampling");
    const std::vector<std::vector<double>> usual = usual_inputs(robot, simple, usual_states);
    f.program = bound_divisors(simple, usual, options.smallest_divisor);
    if (function == RobotFunction::inverse_dynamics && options.in_stages) {
      if (auto staged = trace_inverse_dynamics_in_stages(takes_all ? *general : robot, options.trace)) {
        if (takes_all) set_defaults(values, staged->main);
        f.staged = bound_divisors(simplify(*staged, options.cost), usual, options.smallest_divisor);
      }
    }
    f.inputs = input_arrays(f.program);
    f.outputs = output_arrays(robot, function, tracer);
    f.samples = sample_inputs(robot, f.program, options.samples);
    library.functions.push_back(std::move(f));
  }
  if (!options.derivatives.empty()) add_derivatives(robot, options, library);
  const bool base =
      std::ranges::find(options.functions, RobotFunction::inverse_dynamics_base) != options.functions.end();
  library.notes = parameter_notes(robot, parameters_of(library).names, base ? &tracer.base() : nullptr);
  return library;
}

std::vector<GeneratedFile> generate_code(const Robot& robot, const RobotCodeOptions& options,
                                         const CodeOptions& written) {
  return generate(robot_library(robot, options), written);
}

}  // namespace jourdain
