#include "jourdain/trace/compiled_dynamics.hpp"

#include "codegen/compiled.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "legs/robot_data.hpp"
#include "trace/code/robot_library.hpp"
#include "trace/compiled/input_reader.hpp"

#include <fmt/format.h>

namespace jourdain {

CompiledDynamics::~CompiledDynamics() = default;
CompiledDynamics::CompiledDynamics(CompiledDynamics&&) noexcept = default;
CompiledDynamics& CompiledDynamics::operator=(CompiledDynamics&&) noexcept = default;

CompiledDynamics::CompiledDynamics(const CompiledDynamics& other)
    : robot_(other.robot_),
      options_(other.options_),
      function_(other.function_ ? std::make_unique<CompiledFunction>(*other.function_) : nullptr),
      reader_(other.reader_ ? std::make_unique<InputReader>(*other.reader_) : nullptr),
      inputs_(other.inputs_),
      outputs_(other.outputs_),
      note_(other.note_) {}

CompiledDynamics::CompiledDynamics(const Robot& robot, const DynamicsOptions& options)
    : robot_(&robot), options_(options) {
  if (!options.loads.empty() || options.bounded) {
    note_ = "generated code knows neither loads on bodies nor bounds of forces; the general engine is used";
    return;
  }
  try {
    RobotCodeOptions wanted;
    wanted.cost = CostModel::time;
    wanted.in_stages = false;
    wanted.trace.pose = PoseInput::rotation;
    wanted.trace.friction = options.friction;
    wanted.trace.springs = options.springs;
    wanted.trace.payload = options.payload;
    wanted.samples = 0;
    GeneratedLibrary library = robot_library(robot, wanted);
    const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note_);
    if (!compiled) return;
    const Program& program = library.functions.front().program;
    reader_ = std::make_unique<InputReader>(program.inputs);
    inputs_.resize(program.inputs.size());
    outputs_ = program.outputs.size();
    function_ = std::make_unique<CompiledFunction>(compiled->function(library.functions.front().name));
  } catch (const Error& error) {
    note_ = fmt::format("no code is generated for '{}' ({}); the general engine is used", robot.mechanism().name,
                        error.what());
  }
}

Status CompiledDynamics::operator()(Workspace& workspace, VectorX& forces) {
  if (const Status status = body_motions(*robot_, workspace); status != Status::ok) return status;
  // Generated code knows the working modes of home only.
  const bool answers = fits(forces) && in_home_modes(data_of(*robot_), state_of(workspace).tree);
  if (answers) {
    reader_->read(workspace, inputs_.data());
    if ((*function_)(inputs_, {forces.data(), outputs_}) == Status::ok) return Status::ok;
  }
  const Status status = inverse_dynamics(*robot_, workspace, forces, options_);
  if (fits(forces) && status == Status::ok) ++answered_by_engine_;
  return status;
}

bool CompiledDynamics::takes_motion() const { return function_ && reader_->takes_motion(); }

Status CompiledDynamics::operator()(const PlatformState& motion, Workspace& workspace, VectorX& forces) {
  if (fits(forces) && reader_->takes_motion()) {
    reader_->read(motion, inputs_.data());
    if ((*function_)(inputs_, {forces.data(), outputs_}) == Status::ok) return Status::ok;
  }
  const Status status = inverse_dynamics(*robot_, motion, workspace, forces, options_);
  if (fits(forces) && status == Status::ok) ++answered_by_engine_;
  return status;
}

}  // namespace jourdain
