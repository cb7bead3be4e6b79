#include "trace/compiled/compiled_kinematics.hpp"

#include "jourdain/core/error.hpp"
#include "trace/code/robot_library.hpp"
#include "trace/compiled/input_reader.hpp"

#include <fmt/format.h>

namespace jourdain {

CompiledKinematics::~CompiledKinematics() = default;
CompiledKinematics::CompiledKinematics(CompiledKinematics&&) noexcept = default;
CompiledKinematics& CompiledKinematics::operator=(CompiledKinematics&&) noexcept = default;

CompiledKinematics::CompiledKinematics(const Robot& robot) {
  try {
    RobotCodeOptions wanted;
    wanted.functions = {RobotFunction::inverse_kinematics};
    wanted.cost = CostModel::time;
    wanted.in_stages = false;
    if (takes_rotation(robot)) wanted.trace.pose = PoseInput::rotation;
    wanted.trace.parameters = false;
    wanted.samples = 0;
    const GeneratedLibrary library = robot_library(robot, wanted);
    const Program& program = library.functions.front().program;
    reader_ = std::make_unique<InputReader>(program.inputs);
    if (!reader_->takes_motion()) {
      note_ = fmt::format("the code of '{}' takes more than the output's motion", robot.mechanism().name);
      return;
    }
    inputs_.resize(program.inputs.size());
    outputs_.resize(program.outputs.size());
    if (const auto compiled = CompiledLibrary::compile(library, note_)) {
      function_ = compiled->function(library.functions.front().name);
    }
  } catch (const Error& error) {
    note_ = fmt::format("no code is generated for '{}' ({})", robot.mechanism().name, error.what());
  }
}

Status CompiledKinematics::operator()(const PlatformState& motion, VectorX& positions, VectorX& rates,
                                      VectorX& accelerations) noexcept {
  const Eigen::Index n = positions.size();
  if (!function_ || static_cast<std::size_t>(3 * n) != outputs_.size() || rates.size() != n ||
      accelerations.size() != n) {
    return Status::inconsistent;
  }
  reader_->read(motion, inputs_.data());
  const Status status = (*function_)(inputs_, outputs_);
  if (status != Status::ok) return status;
  const Eigen::Map<const VectorX> values(outputs_.data(), 3 * n);
  positions = values.head(n);
  rates = values.segment(n, n);
  accelerations = values.tail(n);
  return status;
}

}  // namespace jourdain
