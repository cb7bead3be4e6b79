#include "trace/robot_samples.hpp"

#include "kinematics/robot_data.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/rotation.hpp"
#include "jourdain/trace/trace_dynamics.hpp"

#include <algorithm>
#include <random>

namespace jourdain {
namespace {

constexpr double reach = 0.05;  // of the robot's size, and in radians
constexpr double pace = 0.5;    // of its size per second, and in radians

// A state near home, in motion; false if it was not reached.
bool go_somewhere(const Robot& robot, std::mt19937& random, Workspace& workspace) {
  // Not a distribution of the standard library: these differ between implementations.
  const auto uniform = [&](double limit) { return limit * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1); };
  const auto vector = [&](double limit) {
    Vector3 v;
    for (int i = 0; i < 3; ++i) v[i] = uniform(limit);
    return v;
  };
  const double size = robot.size();
  workspace.reset();
  if (robot.mechanism().output) {
    Motion m;
    m.pose.p = robot.home_pose().p + vector(reach * size);
    m.pose.R = rotation_from_cardan(cardan_from_rotation(robot.home_pose().R) + vector(reach));
    m.twist.v = vector(pace * size);
    m.twist.w = vector(pace);
    m.acceleration.a = vector(pace * size);
    m.acceleration.dw = vector(pace);
    return inverse_kinematics(robot, m, workspace) == Status::ok;
  }
  VectorX q = robot.home_actuators(), rates = q, changes = q;
  for (int i = 0; i < q.size(); ++i) q[i] += uniform(reach), rates[i] = uniform(pace), changes[i] = uniform(pace);
  return forward_kinematics(robot, q, rates, changes, workspace) == Status::ok;
}

}  // namespace

std::vector<std::vector<double>> sample_inputs(const Robot& robot, const Program& program, int count) {
  std::mt19937 random(1);
  Workspace workspace(robot);
  std::vector<std::vector<double>> samples;
  std::vector<double> outputs(program.outputs.size());
  for (int attempt = 0; attempt < 20 * count && static_cast<int>(samples.size()) < count; ++attempt) {
    if (!go_somewhere(robot, random, workspace)) continue;
    std::vector<double> inputs = input_values(program, workspace);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (program.inputs[i].starts_with("force."))
        inputs[i] = 10 * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1);
    }
    if (evaluate<double>(program, inputs, program.parameter_values, outputs) == Status::ok) samples.push_back(inputs);
  }
  // What must be refused.
  workspace.reset();
  std::vector<double> bad = input_values(program, workspace);
  if (bad.empty()) return samples;
  const std::vector<LimbKernel>& kernels = robot.data().kernels;
  const bool rods = std::any_of(kernels.begin(), kernels.end(),
                                [](const LimbKernel& kernel) { return kernel.family == LimbKernel::Family::elbow; });
  if (robot.data().closed_inverse && rods) {
    for (std::size_t i = 0; i < bad.size(); ++i) {
      const std::string& name = program.inputs[i];
      if (name == "x" || name == "y" || name == "z") bad[i] = 1e3 * robot.size();
    }
    samples.push_back(bad);
  }
  return samples;
}

}  // namespace jourdain
