// A robot from scratch: a planar platform on two motors, written in a few lines and computed with at once.
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <cstdio>

constexpr const char* model = R"(
jourdain: 1
name: my-five-bar
parameters: {D: 120 mm, L1: 150 mm, L2: 250 mm}
gravity: [0, -9.81, 0]
bodies:
  left:   {mass: 0.2 kg, com: [L1/2, 0, 0], inertia: {rod: L1, axis: x}}
  right:  {mass: 0.2 kg, com: [L1/2, 0, 0], inertia: {rod: L1, axis: x}}
  left2:  {mass: 0.1 kg, com: [L2/2, 0, 0], inertia: {rod: L2, axis: x}}
  right2: {mass: 0.1 kg, com: [L2/2, 0, 0], inertia: {rod: L2, axis: x}}
joints:
  motor1: {type: revolute, between: [base, left],  at: [-D/2, 0, 0], axis: z, actuated: true}
  motor2: {type: revolute, between: [base, right], at: [D/2, 0, 0],  axis: z, actuated: true}
  elbow1: {type: revolute, between: [left, left2],   at: [L1, 0, 0], axis: z}
  elbow2: {type: revolute, between: [right, right2], at: [L1, 0, 0], axis: z}
  tip:    {type: revolute, between: [left2, right2], at: {left2: [L2, 0, 0], right2: [L2, 0, 0]}, axis: z}
end_point: {body: left2, at: [L2, 0, 0], moves: [x, y]}
assembly:
  end_point: [0, 300 mm, 0]
  joints: {motor1: 120 deg, elbow1: -70 deg, motor2: 60 deg, elbow2: 70 deg}
)";

int main() try {
  const jourdain::Robot robot(jourdain::read_model(model, "my-five-bar").mechanism);
  std::printf("%d freedoms, %d motors, %d loop\n", robot.mobility().freedoms(), robot.mobility().motors,
              robot.mobility().loops);
  jourdain::Workspace workspace(robot);
  jourdain::Forces forces(robot);
  for (const double x : {0.0, 0.05, 0.1}) {
    jourdain::PlatformState motion;
    motion.pose.p = {x, 0.28, 0};
    if (inverse_kinematics(robot, motion, workspace) != jourdain::Status::ok) return 1;
    if (holding_forces(robot, workspace, forces) != jourdain::Status::ok) return 1;
    std::printf("x = %.2f m: held by %.5f and %.5f N m\n", x, forces[0], forces[1]);
  }
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
