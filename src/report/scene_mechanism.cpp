#include "report/scene_mechanism.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "legs/robot_data.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// True if nothing but weight acts on the robot at rest, and the motors share it in one way only.
bool only_weight(const Robot& robot) {
  const Mechanism& mechanism = robot.mechanism();
  const auto plain = [](const Joint& joint) {
    return std::all_of(joint.axes.begin(), joint.axes.end(), [](const JointAxis& axis) {
      return axis.spring.stiffness == 0 && axis.spring.preload == 0 && axis.friction.offset == 0;
    });
  };
  return mechanism.counterbalances.empty() && robot.actuators().size() == mechanism.output->moves.size() &&
         std::all_of(mechanism.joints.begin(), mechanism.joints.end(), plain);
}

// Mass and first moment of the payload come to those of its body.
void add_payload(const Output& output, SceneMechanism::Weight& weight) {
  const double mass = weight.mass + output.payload.mass;
  if (!(mass > 0)) return;
  const Vector3 centre = (output.frame * output.tool) * output.payload.com;
  weight.centre = (weight.mass * weight.centre + output.payload.mass * centre) / mass;
  weight.mass = mass;
}

}  // namespace

SceneMechanism scene_mechanism(const Robot& robot, std::vector<SceneAxis> axes) {
  const Mechanism& mechanism = robot.mechanism();
  const Output& output = *mechanism.output;
  SceneMechanism scene;
  scene.axes = std::move(axes);
  for (Move move : output.moves) scene.moves.push_back(static_cast<int>(move));
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    SceneMechanism::Joint shown;
    shown.kind = to_string(joint.type);
    shown.a = joint.body_a;
    shown.b = joint.body_b;
    shown.in_a = joint.in_a;
    shown.in_b = joint.in_b;
    shown.pitch = joint.pitch;
    shown.cone = joint.cone;
    for (const JointAxis& axis : joint.axes) {
      shown.lower.push_back(axis.limits.lower);
      shown.upper.push_back(axis.limits.upper);
    }
    const auto motor = std::find(robot.actuators().begin(), robot.actuators().end(), static_cast<int>(j));
    if (motor != robot.actuators().end()) shown.motor = static_cast<int>(motor - robot.actuators().begin());
    scene.joints.push_back(std::move(shown));
  }
  for (const Body& body : mechanism.bodies) scene.weights.push_back({body.inertial.mass, body.inertial.com});
  add_payload(output, scene.weights[static_cast<std::size_t>(output.body)]);
  scene.gravity = mechanism.gravity;
  scene.output = output.body;
  scene.output_frame = output.frame;
  scene.output_length = data_of(robot).output_length;
  scene.forces = only_weight(robot);
  return scene;
}

void add_check(const Robot& robot, std::vector<double> at, Workspace& workspace, SceneMechanism& mechanism) {
  SceneMechanism::Check check;
  VectorX forces = VectorX::Zero(static_cast<int>(robot.actuators().size()));
  if (inverse_dynamics(robot, workspace, forces) != Status::ok) return;
  check.at = std::move(at);
  for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b)
    check.poses.push_back(workspace.body_pose(static_cast<int>(b)));
  check.type2 = singularity_distance(robot, workspace).type2;
  check.margin = nearest_limit(robot, workspace).margin;
  check.forces.assign(forces.begin(), forces.end());
  mechanism.checks.push_back(std::move(check));
}

}  // namespace jourdain
