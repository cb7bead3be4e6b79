// Robots that swing freely: no friction, springs at the motors that keep them near home.
#pragma once

#include "support/random_states.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"

namespace jourdain {

// `square`: of the natural frequency of each motor alone, 1/s^2. Preloads balance the weight at home.
inline Robot sprung_robot(const std::string& name, double square) {
  const Robot& robot = catalogue_robot(name);
  Mechanism m = robot.mechanism();
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) axis.friction = {};
  }
  DynamicsOptions smooth;
  smooth.friction = false;
  Workspace ws(robot);
  const int n = static_cast<int>(robot.motor_joints().size());
  VectorX zero = VectorX::Zero(n), still = zero, pushed = zero;
  EXPECT_EQ(forward_dynamics(robot, zero, ws, still, smooth), Status::ok);
  for (int k = 0; k < n; ++k) {
    ws.reset();
    EXPECT_EQ(forward_dynamics(robot, VectorX::Unit(n, k), ws, pushed, smooth), Status::ok);
    Spring& spring = m.joints[robot.motor_joints()[k]].axes[0].spring;
    spring.stiffness += square / std::abs(pushed[k] - still[k]);
    spring.rest = robot.home_motors()[k];
  }
  // Held by the springs' preload instead of the motors.
  const Robot held(m);
  Workspace home(held);
  VectorX forces = zero;
  EXPECT_EQ(inverse_dynamics(held, home, forces, smooth), Status::ok);
  for (int k = 0; k < n; ++k) {
    m.joints[robot.motor_joints()[k]].axes[0].spring.preload -= forces[k];
  }
  return Robot(m);
}

}  // namespace jourdain
