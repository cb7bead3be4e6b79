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

void add_quaternion(const std::string& name, const Matrix3& R, Values& values) {
  const Eigen::Vector4d q = quaternion_from_rotation(R);
  static constexpr const char* letters[] = {"w", "x", "y", "z"};
  for (int i = 0; i < 4; ++i) values[fmt::format("{}.q{}", name, letters[i])] = q[i];
}

void add_joints(const RobotData& robot, const TreeState& tree, Values& values) {
  for (int i = 1; i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    const NodeCoordinate<double>& x = tree.x[i];
    const std::string name = node_name(robot, i);
    switch (node.kind) {
      case NodeKind::base: break;
      case NodeKind::prismatic: values[name] = x.slide; break;
      case NodeKind::helical: values[name] = x.slide / node.pitch; break;
      case NodeKind::revolute: values[name] = std::atan2(x.s, x.c); break;
      case NodeKind::spherical: add_quaternion(name, x.R, values); break;
      case NodeKind::free:
        for (int c = 0; c < 3; ++c) values[fmt::format("{}.{}", name, position_names[c])] = x.p[c];
        add_quaternion(name, x.R, values);
        break;
    }
  }
}

}  // namespace

std::vector<double> input_values(const Program& program, const Workspace& workspace) {
  const RobotData& robot = workspace.robot().data();
  Values values;
  if (robot.mechanism.output) add_output(workspace, values);
  add_joints(robot, workspace.state().tree, values);
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
