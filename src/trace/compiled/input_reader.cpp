#include "trace/compiled/input_reader.hpp"

#include "kinematics/kinematic_state.hpp"
#include "legs/robot_data.hpp"
#include "trace/inputs/program_inputs.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

double of_vectors(const Vector3& first, const Vector3& second, int i) { return i < 3 ? first[i] : second[i - 3]; }

const NodeCoordinate<double>& platform_of(const Workspace& workspace) {
  return state_of(workspace).tree.x[data_of(workspace.robot()).tree.platform_node];
}

}  // namespace

// Inline: position-independent code would call it for every input, a tenth of CompiledDynamics' time.
inline double InputReader::output_value(const PlatformState& motion, const Vector3& angles, const Source& source) {
  const int i = source.component;
  switch (source.kind) {
    case InputKind::rotation: return motion.pose.R(i / 3, i % 3);
    case InputKind::twist: return of_vectors(motion.twist.v, motion.twist.w, i);
    case InputKind::acceleration: return of_vectors(motion.acceleration.a, motion.acceleration.dw, i);
    default: return of_vectors(motion.pose.p, angles, i);
  }
}

InputReader::InputReader(const std::vector<ProgramInput>& inputs) : takes_motion_(true) {
  for (const auto& [name, kind, item, component] : inputs) {
    if (kind == InputKind::plain)
      throw Error(ErrorKind::usage, fmt::format("the input '{}' is none of a robot's", name));
    sources_.push_back({kind, item, component});
    takes_motion_ = takes_motion_ && is_of_output(kind);
    takes_output_ = takes_output_ || is_of_output(kind);
    takes_angles_ = takes_angles_ || (kind == InputKind::position && component >= 3);
  }
}

void InputReader::read(const PlatformState& motion, double* values) const {
  const Vector3 angles = takes_angles_ ? cardan_from_rotation(motion.pose.R) : Vector3(Vector3::Zero());
  for (std::size_t i = 0; i < sources_.size(); ++i) values[i] = output_value(motion, angles, sources_[i]);
}

void InputReader::read(const Workspace& workspace, double* values) const {
  PlatformState motion;
  if (takes_output_) motion = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  if (takes_motion_) return read(motion, values);
  const Vector3 angles = takes_angles_ ? cardan_from_rotation(motion.pose.R) : Vector3(Vector3::Zero());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& from = sources_[i];
    switch (from.kind) {
      case InputKind::joint:
      case InputKind::joint_quaternion: values[i] = workspace.joint(from.item).position[from.component]; break;
      case InputKind::platform: values[i] = platform_of(workspace).p[from.component]; break;
      case InputKind::platform_quaternion:
        values[i] = quaternion_from_rotation(platform_of(workspace).R)[from.component];
        break;
      case InputKind::motor: values[i] = workspace.motor_position(from.item); break;
      case InputKind::motor_rate: values[i] = workspace.motor_velocity(from.item); break;
      case InputKind::motor_acceleration: values[i] = workspace.motor_acceleration(from.item); break;
      case InputKind::force:
      case InputKind::resistance:
      case InputKind::plain: values[i] = 0; break;
      default: values[i] = output_value(motion, angles, from);
    }
  }
}

std::vector<double> input_values(const Program& program, const Workspace& workspace) {
  std::vector<double> values(program.inputs.size());
  InputReader(program.inputs).read(workspace, values.data());
  return values;
}

}  // namespace jourdain
