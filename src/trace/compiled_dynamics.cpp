#include "jourdain/trace/compiled_dynamics.hpp"

#include "dynamics/joint_forces.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/trace/robot_code.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/robot_data.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// Whether a joint with dry friction hardly moves: the engine has a dead band there, generated code has none, and the
// sign of the friction would be that of round-off. The margin covers rates that both compute in other ways.
bool rubs_at_standstill(const Robot& robot, const Workspace& workspace) {
  constexpr double margin = 10;
  const double still = margin * standstill(robot.data(), workspace.state().tree);
  for (const JointForces<double>& joint : robot.data().parameters.joints) {
    const JointState s = workspace.joint(joint.joint);
    if (joint.type == JointType::spherical) {
      const double speed = std::hypot(s.rate[0], s.rate[1], s.rate[2]);
      if (joint.axis[0].coulomb != 0 && !(speed > still)) return true;
      continue;
    }
    for (int i = 0; i < s.freedoms; ++i) {
      const double band = is_length(joint.type, i) ? still * robot.size() : still;
      if (joint.axis[i].coulomb != 0 && !(std::abs(s.rate[i]) > band)) return true;
    }
  }
  return false;
}

}  // namespace

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

Status CompiledDynamics::operator()(Workspace& workspace, VectorX& forces) const {
  const bool fits = function_ && static_cast<std::size_t>(forces.size()) == program_.outputs.size();
  // Generated code knows the working modes of home only.
  const bool knows = fits && in_home_modes(robot_->data(), workspace.state().tree);
  if (knows && !(options_.friction && rubs_at_standstill(*robot_, workspace))) {
    const std::vector<double> inputs = input_values(program_, workspace);
    const Status status = (*function_)(inputs, {forces.data(), program_.outputs.size()});
    if (status == Status::ok) return status;
  }
  return inverse_dynamics(*robot_, workspace, forces, options_);
}

}  // namespace jourdain
