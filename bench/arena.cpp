#include "arena.hpp"

#include "oracles/mechanism_bridge.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jourdain {

Arena::Arena(const std::string& name) : robot(Robot::from_file(name)), workspace(robot) {
  for (std::size_t i = 0; i < 2 * count; ++i) add_state(2 * M_PI * static_cast<double>(i % count) / count, i < count);
}

void Arena::add_state(double t, bool moving) {
  const Vector3 a(std::sin(t), std::sin(2 * t + 1), std::cos(t));
  PlatformState m;
  m.pose.p = robot.home_pose().p + 0.05 * robot.size() * a;
  m.pose.R = rotation_from_vector(0.05 * Vector3(a[2], a[0], a[1])) * robot.home_pose().R;
  if (moving) m.twist = {robot.size() * Vector3(0.3, -0.2, 0.5), Vector3(0.4, 0.1, -0.3)};
  m.acceleration = {robot.size() * Vector3(1, 2, -1), Vector3(-1, 0.5, 2)};
  VectorX f(6), a_motors(6);
  if (inverse_dynamics(robot, m, workspace, f) != Status::ok || body_motions(robot, workspace) != Status::ok)
    throw std::runtime_error(workspace.explain());
  for (int i = 0; i < 6; ++i) a_motors[i] = workspace.motor_acceleration(i);
  motions.push_back(m);
  if (there.size() * stride == motions.size() - 1) there.push_back(workspace);
  forces.push_back(f);
  accelerations.push_back(a_motors);
  states.push_back(to_state(m));
}

peer::State Arena::to_state(const PlatformState& m) const {
  peer::State state;
  for (std::size_t i = 0; i < robot.mechanism().bodies.size(); ++i)
    state.poses.push_back(oracle::to_frame(workspace.body_pose(static_cast<int>(i))));
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    state.rates.push_back(workspace.joint(static_cast<int>(j)).rate[0]);
    state.accelerations.push_back(workspace.joint(static_cast<int>(j)).acceleration[0]);
  }
  state.platform.pose = oracle::to_frame(m.pose);
  for (int i = 0; i < 3; ++i) {
    state.platform.v[i] = m.twist.v[i], state.platform.w[i] = m.twist.w[i];
    state.platform.a[i] = m.acceleration.a[i], state.platform.dw[i] = m.acceleration.dw[i];
  }
  return state;
}

std::string Arena::check(peer::Engine& engine) const {
  const double in_motion = engine.soft_loops() ? unlimited : same, at_rest = engine.soft_loops() ? nearly_same : same;
  double of_forces = 0, of_accelerations[2] = {};
  for (std::size_t i = 0; i < 2 * count; ++i) {
    VectorX f(6), a(6);
    engine.inverse(i, f.data());
    engine.forward(i, forces[i].data(), a.data());
    of_forces = std::max(of_forces, (f - forces[i]).norm() / forces[i].norm());
    of_accelerations[i / count] =
        std::max(of_accelerations[i / count], (a - accelerations[i]).norm() / accelerations[i].norm());
  }
  const std::string text = fmt::format(
      "{}: {} and jourdain differ by {:.0e} of the forces, {:.0e} of the accelerations, at rest {:.0e} of them",
      robot.mechanism().name, engine.name(), of_forces, of_accelerations[0], of_accelerations[1]);
  if (!(of_forces <= same && of_accelerations[0] <= in_motion && of_accelerations[1] <= at_rest))
    throw std::runtime_error(text);
  return text;
}

}  // namespace jourdain
