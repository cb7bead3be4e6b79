#include "jourdain/trace/compiled_dynamics.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/trace/robot_code.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/robot_data.hpp"

#include <fmt/format.h>

namespace jourdain {
CompiledDynamics::CompiledDynamics(const Robot& robot, const DynamicsOptions& options)
    : robot_(&robot), options_(options) {
  if (!options.loads.empty() || options.bounded) {
    note_ = "generated code knows neither loads on bodies nor bounds of forces; the general engine is used";
    return;
  }
  try {
    RobotCodeOptions wanted;
    wanted.cost = CostModel::time;
    wanted.trace.friction = options.friction;
    wanted.trace.springs = options.springs;
    wanted.trace.payload = options.payload;
    wanted.samples = 0;
    GeneratedLibrary library = robot_library(robot, wanted);
    const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note_);
    if (!compiled) return;
    program_ = std::move(library.functions.front().program);
    function_ = compiled->function(library.functions.front().name);
  } catch (const Error& error) {
    note_ = fmt::format("no code is generated for '{}' ({}); the general engine is used", robot.mechanism().name,
                        error.what());
  }
}

Status CompiledDynamics::operator()(Workspace& workspace, VectorX& forces) {
  const bool fits = function_ && static_cast<std::size_t>(forces.size()) == program_.outputs.size();
  // Generated code knows the working modes of home only.
  if (fits && in_home_modes(robot_->data(), workspace.state().tree)) {
    const std::vector<double> inputs = input_values(program_, workspace);
    const Status status = (*function_)(inputs, {forces.data(), program_.outputs.size()});
    if (status == Status::ok) return status;
  }
  const Status status = inverse_dynamics(*robot_, workspace, forces, options_);
  if (fits && status == Status::ok) ++answered_by_engine_;
  return status;
}

}  // namespace jourdain
