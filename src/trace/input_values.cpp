#include "trace/traced_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/rotation.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace jourdain {
namespace {

using Values = std::unordered_map<std::string, double>;

void add_output(const Workspace& workspace, Values& values) {
  const Placement pose = workspace.output_pose();
  const Vector3 angles = cardan_from_rotation(pose.R);
  const Twist t = workspace.output_twist();
  const Acceleration a = workspace.output_acceleration();
  for (int i = 0; i < 3; ++i) {
    values[position_names[i]] = pose.p[i];
    values[position_names[i + 3]] = angles[i];
    values[rate_names[i]] = t.v[i];
    values[rate_names[i + 3]] = t.w[i];
    values[change_names[i]] = a.a[i];
    values[change_names[i + 3]] = a.dw[i];
    for (int j = 0; j < 3; ++j) values[fmt::format("R{}{}", i + 1, j + 1)] = pose.R(i, j);
  }
}

void add_joints(const Workspace& workspace, Values& values) {
  const RobotData& robot = workspace.robot().data();
  for (std::size_t j = 0; j < robot.mechanism.joints.size(); ++j) {
    if (robot.tree.joint_node[j] < 0) continue;
    const JointState state = workspace.joint(static_cast<int>(j));
    const std::vector<std::string> names = joint_position_names(robot.mechanism, static_cast<int>(j));
    for (std::size_t i = 0; i < names.size(); ++i) values[names[i]] = state.position[i];
  }
  if (robot.tree.platform_node < 0) return;
  const NodeCoordinate<double>& x = workspace.state().tree.x[static_cast<std::size_t>(robot.tree.platform_node)];
  const Eigen::Vector4d q = quaternion_from_rotation(x.R);
  static constexpr const char* letters[] = {"w", "x", "y", "z"};
  for (int c = 0; c < 3; ++c) values[fmt::format("platform.{}", position_names[c])] = x.p[c];
  for (int c = 0; c < 4; ++c) values[fmt::format("platform.q{}", letters[c])] = q[c];
}

}  // namespace

std::vector<double> input_values(const Program& program, const Workspace& workspace) {
  const RobotData& robot = workspace.robot().data();
  Values values;
  if (robot.mechanism.output) add_output(workspace, values);
  add_joints(workspace, values);
  for (std::size_t k = 0; k < robot.actuators.size(); ++k) {
    const std::string joint = column_name(robot.mechanism, robot.actuators[k]);
    values[joint + "_d"] = workspace.actuator_velocity(static_cast<int>(k));
    values[joint + "_dd"] = workspace.actuator_acceleration(static_cast<int>(k));
  }
  std::vector<double> result;
  for (const std::string& name : program.inputs) {
    const auto found = values.find(name);
    if (found == values.end() && name.starts_with("force.")) {
      result.push_back(0);
      continue;
    }
    if (found == values.end()) {
      throw Error(ErrorKind::input, fmt::format("'{}' has no input '{}'", robot.mechanism.name, name));
    }
    result.push_back(found->second);
  }
  return result;
}

}  // namespace jourdain
