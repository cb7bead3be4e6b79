#include "trace/input_reader.hpp"

#include "kinematics/kinematic_state.hpp"
#include "trace/traced_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

bool is_of_output(InputKind kind) {
  return kind == InputKind::position || kind == InputKind::rotation || kind == InputKind::twist ||
         kind == InputKind::acceleration;
}

double of_vectors(const Vector3& first, const Vector3& second, int i) { return i < 3 ? first[i] : second[i - 3]; }

double output_value(const Motion& motion, const Vector3& angles, const ProgramInput& input) {
  const int i = input.component;
  switch (input.kind) {
    case InputKind::rotation: return motion.pose.R(i / 3, i % 3);
    case InputKind::twist: return of_vectors(motion.twist.v, motion.twist.w, i);
    case InputKind::acceleration: return of_vectors(motion.acceleration.a, motion.acceleration.dw, i);
    default: return of_vectors(motion.pose.p, angles, i);
  }
}

double platform_value(const Workspace& workspace, int i) {
  const RobotData& robot = workspace.robot().data();
  const NodeCoordinate<double>& x = workspace.state().tree.x[robot.tree.platform_node];
  return i < 3 ? x.p[i] : quaternion_from_rotation(x.R)[i - 3];
}

}  // namespace

std::vector<ProgramInput> declared_inputs(const RobotData& robot) {
  std::vector<ProgramInput> inputs;
  const auto add = [&](InputKind kind, int item, int component, std::string name) {
    inputs.push_back({kind, item, component, std::move(name)});
  };
  for (int i = 0; robot.mechanism.output && i < 6; ++i) {
    add(InputKind::position, 0, i, position_names[i]);
    add(InputKind::twist, 0, i, rate_names[i]);
    add(InputKind::acceleration, 0, i, change_names[i]);
  }
  for (int i = 0; robot.mechanism.output && i < 9; ++i)
    add(InputKind::rotation, 0, i, fmt::format("R{}{}", i / 3 + 1, i % 3 + 1));
  for (int j = 0; j < static_cast<int>(robot.mechanism.joints.size()); ++j) {
    if (robot.tree.joint_node[j] < 0) continue;
    const std::vector<std::string> names = joint_position_names(robot.mechanism, j);
    for (std::size_t i = 0; i < names.size(); ++i) add(InputKind::joint, j, static_cast<int>(i), names[i]);
  }
  static constexpr const char* places[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  for (int i = 0; robot.tree.platform_node >= 0 && i < 7; ++i)
    add(InputKind::platform, 0, i, fmt::format("platform.{}", places[i]));
  for (int k = 0; k < static_cast<int>(robot.actuators.size()); ++k) {
    const std::string motor = column_name(robot.mechanism, robot.actuators[k]);
    add(InputKind::motor_rate, k, 0, motor + "_d");
    add(InputKind::motor_acceleration, k, 0, motor + "_dd");
    add(InputKind::force, k, 0, "force." + robot.mechanism.joints[robot.actuators[k]].name);
  }
  return inputs;
}

InputReader::InputReader(const RobotData& robot, const std::vector<std::string>& names) : takes_motion_(true) {
  const std::vector<ProgramInput> declared = declared_inputs(robot);
  for (const std::string& name : names) {
    const auto found = std::ranges::find(declared, name, &ProgramInput::name);
    if (found == declared.end())
      throw Error(ErrorKind::input, fmt::format("'{}' has no input '{}'", robot.mechanism.name, name));
    inputs_.push_back(*found);
    const InputKind kind = found->kind;
    takes_motion_ = takes_motion_ && is_of_output(kind);
    takes_output_ = takes_output_ || is_of_output(kind);
    takes_angles_ = takes_angles_ || (kind == InputKind::position && found->component >= 3);
  }
}

void InputReader::read(const Motion& motion, double* values) const {
  const Vector3 angles = takes_angles_ ? cardan_from_rotation(motion.pose.R) : Vector3(Vector3::Zero());
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[i] = output_value(motion, angles, inputs_[i]);
}

void InputReader::read(const Workspace& workspace, double* values) const {
  Motion motion;
  if (takes_output_) motion = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  if (takes_motion_) return read(motion, values);
  const Vector3 angles = takes_angles_ ? cardan_from_rotation(motion.pose.R) : Vector3(Vector3::Zero());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const ProgramInput& input = inputs_[i];
    switch (input.kind) {
      case InputKind::joint: values[i] = workspace.joint(input.item).position[input.component]; break;
      case InputKind::platform: values[i] = platform_value(workspace, input.component); break;
      case InputKind::motor_rate: values[i] = workspace.actuator_velocity(input.item); break;
      case InputKind::motor_acceleration: values[i] = workspace.actuator_acceleration(input.item); break;
      case InputKind::force: values[i] = 0; break;
      default: values[i] = output_value(motion, angles, input);
    }
  }
}

std::vector<double> input_values(const Program& program, const Workspace& workspace) {
  std::vector<double> values(program.inputs.size());
  InputReader(workspace.robot().data(), program.inputs).read(workspace, values.data());
  return values;
}

}  // namespace jourdain
