#include "trace/code/robot_samples.hpp"

#include "legs/robot_data.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/state_sampler.hpp"

#include <algorithm>

namespace jourdain {
namespace {

constexpr double reach = 0.05;  // of steps of forward kinematics, in the robot's size and in radians
constexpr unsigned seed = 1;
constexpr double golden_clearance = 0.3;  // of home's distance from singularities
constexpr double push = 10;               // forces of the motors, in N and N m

// What the workspace does not hold: forces, and positions that a step of forward kinematics goes to.
void add_free_inputs(const Robot& robot, const Program& program, UniformDraws& draws, std::vector<double>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ProgramInput& input = program.inputs[i];
    if (input.kind == InputKind::force) inputs[i] = draws.within(push);
    if (input.kind != InputKind::motor) continue;
    const Joint& joint = robot.mechanism().joints[robot.motor_joints()[input.item]];
    inputs[i] += draws.within(reach * (is_length(joint.type, 0) ? robot.size() : 1.0));
  }
}

}  // namespace

std::vector<std::vector<double>> usual_inputs(const Robot& robot, const Program& program, int count) {
  StateSampler sampler(robot, seed);
  Workspace workspace(robot);
  std::vector<std::vector<double>> result;
  for (int i = 0; i < count; ++i) {
    sampler.next(workspace);
    result.push_back(input_values(program, workspace));
  }
  return result;
}

std::vector<std::vector<double>> sample_inputs(const Robot& robot, const Program& program, int count) {
  UniformDraws draws(seed);
  StateSampler sampler(robot, seed);
  Workspace workspace(robot);
  std::vector<std::vector<double>> samples;
  std::vector<double> outputs(program.outputs.size());
  const double clear = golden_clearance * singularity_distance(robot, workspace).nearest();
  bool rested = false;
  for (int attempt = 0; attempt < 20 * count && static_cast<int>(samples.size()) < count; ++attempt) {
    // The last one is home at rest.
    const bool rest = !rested && static_cast<int>(samples.size()) == count - 1;
    rested = rested || rest;
    if (rest) {
      workspace.reset();
    } else {
      sampler.next(workspace);
    }
    if (singularity_distance(robot, workspace).nearest() < clear) continue;
    std::vector<double> inputs = input_values(program, workspace);
    add_free_inputs(robot, program, draws, inputs);
    if (evaluate<double>(program, inputs, program.parameter_values, outputs) == Status::ok) samples.push_back(inputs);
  }
  // What must be refused.
  workspace.reset();
  std::vector<double> bad = input_values(program, workspace);
  if (bad.empty()) return samples;
  const std::vector<LimbKernel>& kernels = data_of(robot).kernels;
  const bool rods = std::any_of(kernels.begin(), kernels.end(),
                                [](const LimbKernel& kernel) { return kernel.family == LimbKernel::Family::elbow; });
  if (data_of(robot).closed_inverse && rods) {
    for (std::size_t i = 0; i < bad.size(); ++i) {
      const ProgramInput& input = program.inputs[i];
      if (input.kind == InputKind::position && input.component < 3) bad[i] = 1e3 * robot.size();
    }
    samples.push_back(bad);
  }
  return samples;
}

}  // namespace jourdain
