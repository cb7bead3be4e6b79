// What must hold for every robot and every state: an answer is finite, or there is none. Kinematics and dynamics at a
// fixed number of states, so that the work for an input is bounded.
#pragma once

#include "demand.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace jourdain {

// Large enough for a DELTA and a planar robot of three legs.
inline bool is_small(const Mechanism& mechanism) {
  return mechanism.bodies.size() <= 12 && mechanism.joints.size() <= 16;
}

inline void check_answer(Status status, bool finite) { demand(status != Status::ok || finite, "answers are finite"); }

// Everything that the dynamics of the workspace's motion gives.
inline void check_dynamics(const Robot& robot, Workspace& workspace) {
  const auto motors = static_cast<int>(robot.motor_joints().size());
  VectorX forces = VectorX::Zero(motors), accelerations = VectorX::Zero(motors), work;
  MatrixX matrix;
  check_answer(inverse_dynamics(robot, workspace, forces), forces.allFinite());
  demand(std::isfinite(kinetic_energy(robot, workspace)) && std::isfinite(friction_power(robot, workspace)) &&
             std::isfinite(potential_energy(robot, workspace)),
         "energies of a motion are finite");
  check_answer(mass_matrix(robot, workspace, matrix), matrix.allFinite());
  if (robot.mechanism().output)
    check_answer(mass_matrix(robot, workspace, matrix, Coordinates::output), matrix.allFinite());
  check_answer(coriolis_forces(robot, workspace, work), work.allFinite());
  check_answer(gravity_forces(robot, workspace, work), work.allFinite());
  const Status moved = forward_dynamics(robot, forces, workspace, accelerations);
  check_answer(moved, accelerations.allFinite());
  if (moved != Status::ok || body_motions(robot, workspace) != Status::ok) return;
  for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b) {
    const Acceleration a = workspace.body_acceleration(static_cast<int>(b));
    demand(a.a.allFinite() && a.dw.allFinite(), "accelerations are finite");
  }
}

// Kinematics that came to an answer, and the dynamics there.
inline void check_state(const Robot& robot, Status status, Workspace& workspace) {
  if (status != Status::ok) return;
  for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    const Twist twist = workspace.body_twist(body);
    const Acceleration a = workspace.body_acceleration(body);
    demand(workspace.body_pose(body).p.allFinite() && workspace.body_pose(body).R.allFinite() && twist.v.allFinite() &&
               twist.w.allFinite() && a.a.allFinite() && a.dw.allFinite(),
           "motions of bodies are finite");
  }
  singularity_distance(robot, workspace);
  nearest_limit(robot, workspace);
  MatrixX J;
  if (output_jacobian(robot, workspace, J) == Status::ok) demand(J.allFinite(), "Jacobians are finite");
  check_dynamics(robot, workspace);
}

// A robot stands at home with its loops closed, and answers whatever it is asked with finite numbers or a refusal.
inline void check_robot(const Robot& robot) {
  constexpr int draws = 3;
  constexpr double rates[] = {0, 1, 1e6, 1e200};
  Workspace workspace(robot);
  const double gap = workspace.closure_error(Order::position);
  demand(gap < 1e-9, "home is closed");
  std::mt19937 random(1);
  const auto drawn = [&](double size) { return size * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1); };
  const auto vector = [&](double size) { return Vector3(drawn(size), drawn(size), drawn(size)); };
  const auto motors = static_cast<int>(robot.motor_joints().size());
  for (const double rate : rates) {
    for (int i = 0; i < draws; ++i) {
      // From home to far away, through the output and through the motors.
      const double reach = i == 0 ? 0 : i == 1 ? 0.1 : 10;
      PlatformState motion;
      motion.pose = robot.home_pose();
      motion.pose.p += vector(reach * robot.size());
      motion.twist = {vector(rate * robot.size()), vector(rate)};
      motion.acceleration = {vector(rate * robot.size()), vector(rate)};
      if (robot.mechanism().output) check_state(robot, inverse_kinematics(robot, motion, workspace), workspace);
      VectorX q = robot.home_motors(), dq(motors), ddq(motors);
      for (int k = 0; k < motors; ++k) q[k] += drawn(reach), dq[k] = drawn(rate), ddq[k] = drawn(rate);
      check_state(robot, forward_kinematics(robot, q, dq, ddq, workspace), workspace);
      workspace.reset();
    }
  }
  // What is no number is refused.
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const VectorX q = VectorX::Constant(motors, bad);
    if (motors > 0)
      demand(forward_kinematics(robot, q, q, q, workspace) != Status::ok, "joints that are no numbers are refused");
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.pose.p[0] = bad;
    if (robot.mechanism().output)
      demand(inverse_kinematics(robot, motion, workspace) != Status::ok, "poses that are no numbers are refused");
  }
  // A few steps of a simulation without forces.
  if (motors == 0 || driving_motors(robot).empty()) return;
  workspace.reset();
  MotionEquations equations(robot);
  VectorX x(equations.size());
  equations.read_state(workspace, x);
  for (int i = 0; i < draws; ++i)
    check_answer(equations.step(1e-3, VectorX::Zero(motors), x, workspace), x.allFinite());
}

}  // namespace jourdain
